import type { UserId } from '../../domain/ids.ts';
import type { Passwords } from '../../ports/passwords.ts';
import type { AuditFacts, AuditPlace, AuditRow, WriteTx } from '../../ports/store.ts';
import { type Phrase, phrase } from './phrase.ts';
import { auditLimits as limits } from './limits.ts';

export type Digest = Pick<Passwords, 'digest'>;

/** Content of an entry; its time and place are added automatically. */
export interface AuditNote {
  readonly by: string;
  readonly what: string;
  readonly about?: string;
  readonly facts?: AuditFacts;
}

/** Limits text to one line of an entry's length: it may contain an operator's input. */
const short = (text: string): string =>
  [...text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')].slice(0, limits.factMax).join('');

const factsText = (facts: AuditFacts): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(facts)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => [name, typeof value === 'string' ? short(value) : value]),
    ),
  );

/** All of an entry but its own hash, in one form that is the same everywhere (AUDIT-1). */
const canonical = ({ n, atMs, by, what, about, facts, before }: Omit<AuditRow, 'hash'>): string =>
  JSON.stringify([n, atMs, by, what, about, facts, before]);

export const hashOf = ({ digest }: Digest, row: Omit<AuditRow, 'hash'>): string => digest(canonical(row));

/**
 * Writes an entry, in the transaction it describes. It must be last there: from here on other writers of
 * entries wait for this command to end, and it must not wait for them (AUDIT-2).
 */
export async function noteAudit(
  passwords: Digest,
  tx: Pick<WriteTx, 'audit' | 'nowMs'>,
  { by, what, about = '', facts = {} }: AuditNote,
): Promise<AuditPlace> {
  const { n, before } = await tx.audit.next();
  const row = {
    n,
    atMs: tx.nowMs,
    by: short(by),
    what,
    about: short(about),
    facts: factsText(facts),
    before,
  };
  const hash = hashOf(passwords, row);
  await tx.audit.append({ ...row, hash });
  return { n, hash };
}

/** Records a user's change of their own login methods (AUDIT-7). */
export const noteOwn = (
  passwords: Digest,
  tx: Parameters<typeof noteAudit>[1],
  user: UserId,
  note: Omit<AuditNote, 'by'>,
): Promise<AuditPlace> => noteAudit(passwords, tx, { ...note, by: `user ${user}` });

/** Verifies entries in order from the start of the chain; describes the first modified one (AUDIT-4). */
export class AuditCheck {
  private last: AuditPlace;

  constructor(
    private readonly passwords: Digest,
    private readonly start: AuditPlace,
    /** A former end of the chain, recorded elsewhere. */
    private readonly formerEnd: AuditPlace | null = null,
  ) {
    this.last = start;
  }

  get place(): AuditPlace {
    return this.last;
  }

  next(row: AuditRow): Phrase | null {
    const { last, formerEnd } = this;
    const { n } = row;
    const expectedN = last.n + 1;
    if (n > expectedN) return phrase('auditFault.missing', { n: expectedN });
    if (n < expectedN) return phrase('auditFault.twice', { n, last: last.n });
    if (hashOf(this.passwords, row) !== row.hash) return phrase('auditFault.changed', { n });
    if (row.before !== last.hash)
      return last.n === 0
        ? phrase('auditFault.firstChanged')
        : phrase('auditFault.torn', { n, last: last.n });
    if (formerEnd?.n === n && formerEnd.hash !== row.hash) return phrase('auditFault.another', { n });
    this.last = { n, hash: row.hash };
    return null;
  }

  /** After the last one. */
  end(head: AuditPlace): Phrase | null {
    const { last, formerEnd, start } = this;
    const newest = Math.max(head.n, formerEnd?.n ?? 0);
    if (newest > last.n) return phrase('auditFault.missing', { n: last.n + 1 });
    if (head.n !== last.n || head.hash !== last.hash) return phrase('auditFault.endChanged', { n: last.n });
    return formerEnd !== null && formerEnd.n < start.n
      ? phrase('auditFault.pruned', { n: formerEnd.n, start: start.n })
      : null;
  }
}
