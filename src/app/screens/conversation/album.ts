import { chatLimits } from '../../../domain/limits.ts';
import type { MenuPlace } from '../../kit/menu.tsx';
import { captionIn } from '../../shared/message-fields.ts';
import { bubbleBodyOf, type TimelineRow } from './timeline.ts';

/**
 * Combines pictures that a user sent together into one row (UI-69): the first one's, with all of them in
 * `album`. One with a caption starts a row.
 */
export function gathered(rows: readonly TimelineRow[]): readonly TimelineRow[] {
  if (!rows.some(isPicture)) return rows;
  const grouped: TimelineRow[] = [];
  let album: TimelineRow[] = [];
  const close = () => {
    const [first] = album;
    const last = album.at(-1);
    if (first !== undefined && last !== undefined)
      grouped.push(
        album.length === 1
          ? first
          : { ...first, last: last.last, timed: last.timed, pinned: last.pinned, album },
      );
    album = [];
  };
  for (const row of rows) {
    const before = album.at(-1);
    if (before !== undefined && !follows(before, row, album.length)) close();
    if (isPicture(row)) album.push(row);
    else grouped.push(row);
  }
  close();
  return grouped;
}

/** A failed picture has its own row, because it shows an error. */
const isPicture = (row: TimelineRow): boolean =>
  row.kind === 'bubble' &&
  bubbleBodyOf(row)?.type === 'image' &&
  bubbleBodyOf(row)?.quote === null &&
  row.upload?.state !== 'failed' &&
  row.waiting?.status !== 'failed';

function hasWords(row: TimelineRow): boolean {
  const body = bubbleBodyOf(row);
  return body !== null && captionIn(body) !== '';
}

const follows = (before: TimelineRow, row: TimelineRow, count: number): boolean =>
  isPicture(row) &&
  !hasWords(row) &&
  !row.first &&
  !row.startsDay &&
  !row.startsUnread &&
  count < chatLimits.albumMax &&
  row.sentAtMs - before.sentAtMs < chatLimits.albumGapMs;

/** Every message of a row: its own, or those of its album. */
export const partsOf = (row: TimelineRow): readonly TimelineRow[] => row.album ?? [row];

/** The picture of an album at a press; the newest if the press was on none. */
export function partAt(row: TimelineRow, at: MenuPlace): TimelineRow {
  if (row.album === null) return row;
  const element = at instanceof Element ? at : document.elementFromPoint(at.x, at.y);
  const key = element?.closest('[data-tile]')?.getAttribute('data-tile');
  return row.album.find((one) => one.key === key) ?? row.album.at(-1) ?? row;
}

/** Ordinal of the newest message of a row; 0 when none has one. */
export const newestIn = (row: TimelineRow): number =>
  partsOf(row).findLast((one) => (one.message?.n ?? 0) > 0)?.message?.n ?? 0;
