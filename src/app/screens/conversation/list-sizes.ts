import type { CacheSnapshot, VirtualizerHandle } from 'virtua';
import type { ContactId, ThreadKey } from '../../../domain/ids.ts';
import { windowLimits as limits } from '../../../client/state/limits.ts';
import { appearanceNow } from '../../platform/looks.ts';
import type { TimelineRow } from './timeline.ts';

/** The list of a chat, or of a thread. */
export type ListKey = ContactId | ThreadKey;

/** Height of most rows, for the first guess. */
export const ROW_PX = 44;

/** Height of a row on average: with the guess above, too many rows would be drawn before the first paint. */
const LIKELY_PX = 60;

/** The number of rows in a tall view. */
const LAST_ROWS = 40;

interface Sizes {
  readonly count: number;
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly cache: CacheSnapshot;
  /** Heights of the last rows, by key. */
  readonly heights: ReadonlyMap<string, number>;
  readonly appearance: string;
}

const cache = new Map<ListKey, Sizes>();

/** Height of the list that was shown last. */
let viewPx = 0;

/** Forgets all heights, as a page that was just loaded. */
export const forgetSizes = (): void => cache.clear();

/** Remembers the heights of rows: a chat that is opened again appears at once, without a second layout. */
export function keepSizes(id: ListKey, rows: readonly TimelineRow[], list: VirtualizerHandle): void {
  const from = Math.max(0, rows.length - LAST_ROWS);
  cache.delete(id);
  cache.set(id, {
    count: rows.length,
    first: rows[0]?.key,
    last: rows.at(-1)?.key,
    cache: list.cache,
    heights: new Map(rows.slice(from).map(({ key }, i) => [key, list.getItemSize(from + i)])),
    appearance: appearanceNow(),
  });
  viewPx = list.viewportSize;
  for (const oldest of cache.keys()) {
    if (cache.size <= limits.conversationsMax) return;
    cache.delete(oldest);
  }
}

/** Heights for rows with the same start and display settings (THEME-7); changed rows are measured again. */
export function sizesOf(id: ListKey, rows: readonly TimelineRow[]): CacheSnapshot | undefined {
  const sizes = cache.get(id);
  return sizes &&
    sizes.appearance === appearanceNow() &&
    sizes.first === rows[0]?.key &&
    sizes.last === rows[sizes.count - 1]?.key
    ? sizes.cache
    : undefined;
}

/**
 * Keys of the rows that will most likely be in view: from one of them down, or up to the end. Uses the heights
 * and the view of the previous list. Drawn in the first step, they are measured before they are painted, and
 * the chat does not move (UI-72).
 */
export function likelyInView(
  id: ListKey,
  rows: readonly TimelineRow[],
  from: number | null,
): ReadonlySet<string> {
  const heights = cache.get(id)?.heights;
  const likely = new Set<string>();
  const start = from ?? rows.length;
  let leftPx = viewPx === 0 ? window.innerHeight : viewPx;
  const take = (row: TimelineRow): void => {
    if (leftPx > 0) likely.add(row.key);
    leftPx -= heights?.get(row.key) ?? LIKELY_PX;
  };
  rows.slice(start).forEach(take);
  rows.slice(0, start).toReversed().forEach(take);
  return likely;
}
