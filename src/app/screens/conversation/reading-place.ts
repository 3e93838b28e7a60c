import { partsOf } from './album.ts';
import type { TimelineRow } from './timeline.ts';

/**
 * The reader's position in the list, as far as new and older messages change it. Pure, for its tests (UI-14).
 */
export interface ReadingPlace {
  readonly rows: readonly TimelineRow[];
  /** The last row is the newest message; otherwise rows below are fetched ones. */
  readonly live: boolean;
  /** The start of the list has just changed: the virtual list keeps its distance to the end. */
  readonly shift: boolean;
  readonly atEnd: boolean;
  /** Keys of the messages that arrived below a reader who is not at the end. */
  readonly arrived: ReadonlySet<string>;
  /** How many of them exist: messages as in the unread count, so an album counts each of its pictures. */
  readonly below: number;
  /** Keys that arrived with the last change while the list was open: they rise once. */
  readonly fresh: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
export const READING_START: ReadingPlace = {
  rows: [],
  live: true,
  shift: false,
  atEnd: true,
  arrived: NONE,
  below: 0,
  fresh: NONE,
};

/** Applies new rows. Sending in this chat moves to the end; a reader further up stays. */
export function advance(
  place: ReadingPlace,
  rows: readonly TimelineRow[],
  openAt: number | null,
  live = true,
): ReadingPlace {
  if (place.rows.length === 0) return { ...READING_START, rows, live, atEnd: openAt === null && live };
  const added = appended(place.rows, rows);
  const atEnd = place.atEnd || added.some((row) => row.own && !isAnswer(row));
  const isNews = place.live && added.length > 0;
  return {
    rows,
    live,
    shift: startChanged(place.rows, rows),
    atEnd,
    ...(atEnd
      ? NOTHING_BELOW
      : stillBelow(rows, isNews ? [...place.arrived, ...keysOf(added)] : place.arrived)),
    fresh: isNews ? new Set(keysOf(added)) : place.fresh,
  };
}

/**
 * A reply may come from the thread beside the chat, whose reader keeps their place here. For a reply from
 * this chat its box scrolls to the end.
 */
const isAnswer = ({ message, waiting, upload }: TimelineRow): boolean =>
  (message?.root ?? waiting?.message.quote?.root ?? upload?.root) !== undefined;

const NOTHING_BELOW = { arrived: NONE, below: 0 } as const;
const keysOf = (rows: readonly TimelineRow[]): readonly string[] => rows.map(({ key }) => key);

/** True if the unread count includes it (COUNT-1): messages of others and system lines of the group. */
const isCounted = ({ message, own, leaving }: TimelineRow): boolean =>
  message !== null && !message.recalled && !own && !leaving;

/** Recalled and deleted messages no longer count. */
function stillBelow(
  rows: readonly TimelineRow[],
  arrived: Iterable<string>,
): Pick<ReadingPlace, 'arrived' | 'below'> {
  const keys = new Set(arrived);
  if (keys.size === 0) return NOTHING_BELOW;
  const countedRows = rows.flatMap(partsOf).filter((row) => keys.has(row.key) && isCounted(row));
  return { arrived: new Set(keysOf(countedRows)), below: countedRows.length };
}

/**
 * The list was scrolled. Only moving up leaves the end: while new rows are measured the end is for a
 * moment further away than it will be.
 */
export function afterLook(place: ReadingPlace, near: boolean, up: boolean): ReadingPlace {
  const atEnd = near || (place.atEnd && !up);
  const { arrived, below } = atEnd ? NOTHING_BELOW : place;
  return atEnd === place.atEnd && below === place.below ? place : { ...place, atEnd, arrived, below };
}

/** Messages up to the newest that the reader has not seen: unread ones, or those since (UI-174). */
export const countBelow = (
  { atEnd, below }: Pick<ReadingPlace, 'atEnd' | 'below'>,
  live: boolean,
  unread: number,
): number => (live ? Math.max(below, atEnd ? 0 : unread) : unread);

/** Rows were added to or taken from the start. */
function startChanged(old: readonly TimelineRow[], now: readonly TimelineRow[]): boolean {
  const [was, is] = [old[0]?.key, now[0]?.key];
  if (was === undefined || is === undefined || was === is) return false;
  // An older page may add pictures in front of an album, which changes its first one.
  return (
    now.some((row) => partsOf(row).some((one) => one.key === was)) ||
    old.some((row) => partsOf(row).some((one) => one.key === is))
  );
}

/** Messages after the one that was last; none when the list was replaced or only its start changed. */
function appended(before: readonly TimelineRow[], now: readonly TimelineRow[]): readonly TimelineRow[] {
  const last = before.flatMap(partsOf).at(-1)?.key;
  const parts = now.flatMap(partsOf);
  const from = last === undefined ? -1 : parts.findLastIndex(({ key }) => key === last);
  return from === -1 ? [] : parts.slice(from + 1);
}
