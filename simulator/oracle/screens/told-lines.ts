import type { GroupDeed } from '../../../src/domain/group-lines.ts';

/** Of several by one person one line says all. */
const BY_PERSON: readonly GroupDeed[] = ['removed', 'manager', 'noManager', 'silenced', 'heard'];

/** Something that is told, as short as can be: what it was, by whom, and whom it brought. */
export interface ToldFact {
  readonly name: string;
  readonly what: GroupDeed | 'joined';
  readonly by: number;
  /** Who came in. */
  readonly users: readonly number[];
}

/** A row of the chat: a message or what it tells, what stands below it, and whether something parts it. */
export interface RowFact {
  readonly self: ToldFact | null;
  readonly below: readonly ToldFact[];
  readonly parts: boolean;
}

/** Whether two that follow on each other are told in one line (GROUP-28). */
function areOne(one: ToldFact, other: ToldFact): boolean {
  if (one.what !== other.what) return false;
  if (one.what === 'left') return true;
  if (one.what === 'joined') {
    const alone = [one, other].filter(({ by, users }) => users.filter((user) => user !== by).length === 0);
    return alone.length === 2 || (alone.length === 0 && one.by === other.by);
  }
  return BY_PERSON.some((what) => what === one.what) && one.by === other.by;
}

/**
 * What each row draws. All is laid out in one column first; a wall stands where a message, a day or the line
 * of new messages does, and whatever has no wall between it and the next, and is one with it, falls to that
 * one.
 */
export function drawnRows(rows: readonly RowFact[]): readonly (readonly (readonly string[])[])[] {
  const column: { readonly fact: ToldFact; readonly row: number; readonly wall: boolean }[] = [];
  rows.forEach(({ self, below, parts }, row) => {
    let wall = parts || self === null;
    for (const fact of self === null ? below : [self, ...below]) {
      column.push({ fact, row, wall });
      wall = false;
    }
    // Nothing stands below a message: it is a wall all the same.
    if (wall) column.push({ fact: { name: '', what: 'renamed', by: 0, users: [] }, row, wall });
  });
  const drawn: string[][][] = rows.map(() => []);
  let names: string[] = [];
  column.forEach(({ fact, row }, at) => {
    names.push(fact.name);
    const next = column[at + 1];
    if (next && !next.wall && areOne(fact, next.fact)) return;
    if (fact.name !== '') drawn[row]?.push(names);
    names = [];
  });
  return drawn;
}
