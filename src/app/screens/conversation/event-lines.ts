import { type GroupLine, gatherEvents, type ChatEntry } from '../../../domain/group-lines.ts';
import { newestIn } from './album.ts';
import type { TimelineRow } from './timeline.ts';

/**
 * Adds group changes to the rows, combined (GROUP-28): lines below the message that was the newest then, or
 * if that is gone, the previous one. None if the rows do not reach that place. Rows without changes stay the
 * same objects; hidden lines are not added (GROUP-30).
 */
export function withEvents(
  rows: readonly TimelineRow[],
  lines: readonly GroupLine[],
  { live, isHidden }: { readonly live: boolean; readonly isHidden: boolean },
): readonly TimelineRow[] {
  if (lines.length === 0 && !rows.some((row) => selfOf(row) !== null)) return rows;
  if (isHidden) return rows.map((row) => (selfOf(row) === null ? row : { ...row, lines: [] }));
  const below = linesBelow(rows, lines, live);
  const items = gatherEvents(
    rows.map((row, at) => ({
      self: selfOf(row),
      below: below.get(at) ?? [],
      parts: row.startsDay || row.startsUnread || rows[at - 1]?.pinned !== undefined,
    })),
  );
  return rows.map((row, at) => {
    const entries = items[at] ?? [];
    return entries.length === 0 && selfOf(row) === null ? row : { ...row, lines: entries };
  });
}

function selfOf({ kind, leaving, message }: TimelineRow): ChatEntry | null {
  if (kind !== 'event' || leaving || message?.note?.note !== 'joined') return null;
  return { kind: 'joined', key: message.id, note: message.note };
}

function linesBelow(
  rows: readonly TimelineRow[],
  lines: readonly GroupLine[],
  live: boolean,
): ReadonlyMap<number, GroupLine[]> {
  const byPlace = new Map<number, GroupLine[]>();
  const places = rows.flatMap((row, at) => (newestIn(row) > 0 ? [{ n: newestIn(row), at }] : []));
  for (const line of lines) {
    const place = places.findLast(({ n }) => n <= line.afterN);
    if (place && (live || place.n === line.afterN || place !== places.at(-1)))
      byPlace.set(place.at, [...(byPlace.get(place.at) ?? []), line]);
  }
  return byPlace;
}

/** Checks for equal changes. */
export const areSameEvents = (a: TimelineRow['lines'], b: TimelineRow['lines']): boolean =>
  a === b || (a?.length === b?.length && (a ?? []).every((one, i) => sameThings(one, b?.[i])));

const sameThings = (a: readonly ChatEntry[], b: readonly ChatEntry[] | undefined): boolean =>
  a.length === b?.length && a.every((one, i) => partOf(one) === partOf(b[i]));

const partOf = (entry: ChatEntry | undefined): unknown => (entry?.kind === 'line' ? entry.line : entry?.note);
