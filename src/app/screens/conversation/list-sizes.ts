import type { CacheSnapshot } from 'virtua';
import type { ContactId, ThreadKey } from '../../../domain/ids.ts';
import { windowLimits as limits } from '../../../client/state/limits.ts';
import { looksNow } from '../../platform/looks.ts';
import type { TimelineRow } from './timeline.ts';

/** The list of a chat, or of a thread. */
export type ListKey = ContactId | ThreadKey;

interface Sizes {
  readonly count: number;
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly cache: CacheSnapshot;
  readonly looks: string;
}

const kept = new Map<ListKey, Sizes>();

/**
 * Remembers how high the rows were: a chat that is opened again stands there at once, and nothing is laid out
 * twice.
 */
export function keepSizes(id: ListKey, rows: readonly TimelineRow[], cache: CacheSnapshot): void {
  kept.delete(id);
  kept.set(id, { count: rows.length, first: rows[0]?.key, last: rows.at(-1)?.key, cache, looks: looksNow() });
  for (const oldest of kept.keys()) {
    if (kept.size <= limits.conversationsMax) return;
    kept.delete(oldest);
  }
}

/** For rows that begin and look as those did (THEME-7); what has changed since is measured again. */
export function sizesOf(id: ListKey, rows: readonly TimelineRow[]): CacheSnapshot | undefined {
  const sizes = kept.get(id);
  return sizes &&
    sizes.looks === looksNow() &&
    sizes.first === rows[0]?.key &&
    sizes.last === rows[sizes.count - 1]?.key
    ? sizes.cache
    : undefined;
}
