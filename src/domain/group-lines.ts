import type { UserId } from './ids.ts';
import type { EventNote } from './message.ts';

/** Somebody in a line, under the name that they have given themselves. */
export interface NamedPerson {
  readonly id: UserId;
  readonly name: string;
}

export const GROUP_DEEDS = [
  'left',
  'removed',
  'manager',
  'noManager',
  'owner',
  'silenced',
  'heard',
  'renamed',
  'slow',
  'speaking',
] as const;
export type GroupDeed = (typeof GROUP_DEEDS)[number];

/**
 * Something that was done to a group (GROUP-27). `seq`: its place in the group's stream; `afterN`: the newest
 * message then, below which it stands; `who`: to whom, where it was somebody; `value`: the new name, for how
 * many seconds, or who speaks.
 */
export interface GroupLine {
  readonly seq: number;
  readonly afterN: number;
  readonly atMs: number;
  readonly what: GroupDeed;
  readonly by: NamedPerson;
  readonly who: NamedPerson | null;
  readonly value: string;
}

/** One thing that is told of a group: a line, or the message that tells who came in. */
export type Told =
  | { readonly kind: 'line'; readonly line: GroupLine }
  | { readonly kind: 'joined'; readonly key: string; readonly note: Extract<EventNote, { note: 'joined' }> };

/** Of these each says something of its own: they are gathered with nothing. */
type Single = 'owner' | 'renamed' | 'slow' | 'speaking';
export const isGathered = (what: GroupDeed): what is Exclude<GroupDeed, Single> =>
  what !== 'owner' && what !== 'renamed' && what !== 'slow' && what !== 'speaking';

/**
 * Which of them stand in one line where they follow on each other: the same by the same person, and what each
 * does alone (leaving, coming by oneself) whoever it was. Null: it stands alone.
 */
export function gatheredBy(told: Told): string | null {
  if (told.kind === 'joined') {
    const { by, users } = told.note;
    return users.every((user) => user === by) ? 'came' : `joined ${by}`;
  }
  const { what, by } = told.line;
  if (what === 'left') return what;
  return isGathered(what) ? `${what} ${by.id}` : null;
}

/** A row of the timeline, as far as gathering goes: what it tells itself, and what stands below it. */
export interface ToldRow {
  readonly self: Told | null;
  readonly below: readonly GroupLine[];
  /** Something stands above it (a day, the line of what is new): nothing is gathered over that. */
  readonly parts: boolean;
}

/**
 * What is drawn at each row, in the order of the rows: what follows on each other and is gathered is one
 * entry, drawn at the row of its last. Nothing is left out, and nothing changes its place among messages.
 */
export function gatherTold(rows: readonly ToldRow[]): readonly (readonly (readonly Told[])[])[] {
  const drawn: (readonly Told[])[][] = rows.map(() => []);
  let open: { readonly at: number; readonly by: string | null; readonly told: readonly Told[] } | null = null;
  const close = () => {
    if (open !== null) drawn[open.at]?.push(open.told);
    open = null;
  };
  const add = (at: number, told: Told) => {
    const by = gatheredBy(told);
    const before = open !== null && by !== null && open.by === by ? open.told : null;
    if (before === null) close();
    open = { at, by, told: [...(before ?? []), told] };
  };
  rows.forEach(({ self, below, parts }, at) => {
    if (self === null || parts) close();
    if (self !== null) add(at, self);
    for (const line of below) add(at, { kind: 'line', line });
  });
  close();
  return drawn;
}
