import { phraseIn } from '../../src/server/kernel/phrase.ts';
import type { AuditPlace, AuditRow } from '../../src/ports/store.ts';
import { AuditCheck, hashOf } from '../../src/server/kernel/audit.ts';
import { plainPasswords } from './plain-passwords.ts';

const NO_PLACE: AuditPlace = { n: 0, hash: '' };

/** A chain as the server writes it. */
export function chainOf(notes: readonly Pick<AuditRow, 'by' | 'what' | 'facts'>[]): readonly AuditRow[] {
  let before = '';
  return notes.map((note, at) => {
    const row = { ...note, n: at + 1, atMs: 1_000 + at, about: '', before };
    before = hashOf(plainPasswords, row);
    return { ...row, hash: before };
  });
}

/** Computes all hashes again from an entry on, as an attacker would who knows the algorithm. */
export const rehashed = (rows: readonly AuditRow[], from: number): readonly AuditRow[] => {
  const made: AuditRow[] = [];
  for (const row of rows) {
    const before = row.n <= from ? row.before : (made.at(-1)?.hash ?? '');
    const next = { ...row, before };
    made.push(row.n < from ? row : { ...next, hash: hashOf(plainPasswords, next) });
  }
  return made;
};

export const placeOf = (row: AuditRow | undefined): AuditPlace =>
  row === undefined ? NO_PLACE : { n: row.n, hash: row.hash };

/** The first fault in these entries, read in this order. */
export function faultOf(
  rows: readonly AuditRow[],
  head: AuditPlace,
  kept: AuditPlace | null = null,
  start: AuditPlace = NO_PLACE,
): string | null {
  const check = new AuditCheck(plainPasswords, start, kept);
  for (const row of rows) {
    const fault = check.next(row);
    if (fault !== null) return phraseIn(fault, 'en');
  }
  const fault = check.end(head);
  return fault && phraseIn(fault, 'en');
}
