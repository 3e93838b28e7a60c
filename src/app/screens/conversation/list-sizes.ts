import type { CacheSnapshot, VirtualizerHandle } from 'virtua';
import type { ContactId, ThreadKey } from '../../../domain/ids.ts';
import { windowLimits as limits } from '../../../client/state/limits.ts';
import { appearanceNow } from '../../platform/looks.ts';
import type { TimelineRow } from './timeline.ts';

/** The list of a chat, or of a thread. */
export type ListKey = ContactId | ThreadKey;

/** Height of most rows, for the first guess. */
export const ROW_PX = 44;

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
 * Keys of the rows that will most likely be in view in a chat seen before: from one of them down, or up to
 * the end. Uses their earlier heights, in a view like that of the previous list.
 */
export function likelyInView(
  id: ListKey,
  rows: readonly TimelineRow[],
  from: number | null,
): ReadonlySet<string> {
  const measured = new Set<string>();
  const heights = cache.get(id)?.heights;
  if (heights === undefined) return measured;
  const start = from ?? rows.length;
  let px = 0;
  const take = (row: TimelineRow): void => {
    measured.add(row.key);
    px += heights.get(row.key) ?? ROW_PX;
  };
  for (const row of rows.slice(start)) if (px < viewPx) take(row);
  for (const row of rows.slice(0, start).toReversed()) if (px < viewPx) take(row);
  return measured;
}
