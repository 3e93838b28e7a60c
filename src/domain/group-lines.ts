import { type FieldLine, GROUP_FIELDS } from './group-fields.ts';
import type { UserId } from './ids.ts';
import type { EventNote } from './message.ts';

/** A user in a system line, with the name that they chose. */
export interface NamedPerson {
  readonly id: UserId;
  readonly name: string;
}

const MEMBER_CHANGES = ['left', 'removed', 'manager', 'noManager', 'owner', 'silenced', 'heard'] as const;
const FIELD_LINES = Object.values(GROUP_FIELDS).flatMap((row) => ('line' in row ? [row.line] : []));
/** Kinds of lines: an action on members, or a changed field. */
export type GroupChangeKind = (typeof MEMBER_CHANGES)[number] | FieldLine;
export const GROUP_CHANGES: readonly GroupChangeKind[] = [...MEMBER_CHANGES, ...FIELD_LINES];

/**
 * A change of a group (GROUP-27). `seq`: its place in the group's stream; `afterN`: the newest message then,
 * below which it is shown; `who`: the affected user, if any; `value`: the new value of a field.
 */
export interface GroupLine {
  readonly seq: number;
  readonly afterN: number;
  readonly atMs: number;
  readonly what: GroupChangeKind;
  readonly by: NamedPerson;
  readonly who: NamedPerson | null;
  readonly value: string;
}

/** One group change on the screen: a line, or the message that announces new members. */
export type ChatEntry =
  | { readonly kind: 'line'; readonly line: GroupLine }
  | { readonly kind: 'joined'; readonly key: string; readonly note: Extract<EventNote, { note: 'joined' }> };

/** Changes that are never combined with others, because each has a different text. */
type Single = 'owner' | FieldLine;
const SINGLE: ReadonlySet<GroupChangeKind> = new Set<Single>(['owner', ...FIELD_LINES]);
export const isGathered = (what: GroupChangeKind): what is Exclude<GroupChangeKind, Single> =>
  !SINGLE.has(what);

/**
 * Key under which consecutive lines are combined: the same change by the same actor. Changes that members
 * make themselves (leaving, joining) combine for all actors. Null: shown alone.
 */
export function gatheredBy(entry: ChatEntry): string | null {
  if (entry.kind === 'joined') {
    const { by, users } = entry.note;
    return users.every((user) => user === by) ? 'came' : `joined ${by}`;
  }
  const { what, by } = entry.line;
  if (what === 'left') return what;
  return isGathered(what) ? `${what} ${by.id}` : null;
}

/** A row of the timeline for combining lines: the change that it is itself, and the changes below it. */
export interface LineRow {
  readonly self: ChatEntry | null;
  readonly below: readonly GroupLine[];
  /** A separator is above it (a day, the "new messages" line), so lines are not combined across it. */
  readonly parts: boolean;
}

/**
 * The entries at each row, in order. Consecutive lines that combine are one entry, drawn at the row of the
 * last one. No change is omitted or moves among the messages.
 */
export function gatherEvents(rows: readonly LineRow[]): readonly (readonly (readonly ChatEntry[])[])[] {
  const entryGroups: (readonly ChatEntry[])[][] = rows.map(() => []);
  let open: {
    readonly at: number;
    readonly by: string | null;
    readonly entries: readonly ChatEntry[];
  } | null = null;
  const close = () => {
    if (open !== null) entryGroups[open.at]?.push(open.entries);
    open = null;
  };
  const add = (at: number, entry: ChatEntry) => {
    const by = gatheredBy(entry);
    const before = open !== null && by !== null && open.by === by ? open.entries : null;
    if (before === null) close();
    open = { at, by, entries: [...(before ?? []), entry] };
  };
  rows.forEach(({ self, below, parts }, at) => {
    if (self === null || parts) close();
    if (self !== null) add(at, self);
    for (const line of below) add(at, { kind: 'line', line });
  });
  close();
  return entryGroups;
}
