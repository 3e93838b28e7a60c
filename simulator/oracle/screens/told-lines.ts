import type { GroupDeed } from '../../../src/domain/group-lines.ts';

/** Kinds that are merged per actor: one line covers several. */
const BY_PERSON: readonly GroupDeed[] = ['removed', 'manager', 'noManager', 'silenced', 'heard'];

/** A reported event in short form: its kind, its actor, and the users added. */
export interface ToldFact {
  readonly name: string;
  readonly what: GroupDeed | 'joined';
  readonly by: number;
  /** The users who joined. */
  readonly users: readonly number[];
}

/** A row of the chat: a message or an event, the events below it, and whether it separates them. */
export interface RowFact {
  readonly self: ToldFact | null;
  readonly below: readonly ToldFact[];
  readonly parts: boolean;
}

/** Returns true if two adjacent events are shown in one line (GROUP-28). */
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
 * The lines each row draws. Everything is laid out in one column first; a wall stands for a message, a day or
 * the line of new messages. An event without a wall before the next one, and of the same kind, moves to that
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
    // A message without events below is still a wall.
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
