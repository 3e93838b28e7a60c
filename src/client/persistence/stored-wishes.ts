import type { RecordsPort } from '../../ports/storage.ts';
import type { Wish } from '../state/local-event.ts';
import { META } from './meta.ts';

/**
 * Pending changes are stored beside the snapshot, each in a separate record, for every tab of a browser
 * (SEND-12).
 */
export const WISH_PREFIX = 'wish ';
/** The record in which earlier builds kept all of them. */
export const WISH_LIST = 'wishes';

/** `order` rises with each press: after a restart, pending changes are sent in that order. */
export interface StoredWish {
  readonly order: number;
  readonly wish: Wish;
}

/**
 * Sorted by press, keyed by record name. An entry from an earlier build's list has a name without the prefix,
 * which no record uses.
 */
export type StoredWishes = ReadonlyMap<string, StoredWish>;

export const wishName = ({ register, conversation }: Wish): string => `${register} ${conversation}`;

/** A pending change stored in both ways is read twice: its own record is last, so it wins. */
export async function readWishes(records: RecordsPort, user: string): Promise<StoredWishes> {
  const rows = await records.readAll(user, META.store);
  const list = rows.get(WISH_LIST);
  const listed = (Array.isArray(list) ? (list as readonly Wish[]) : []).map(
    (wish) => [wishName(wish), { order: 0, wish }] as const,
  );
  const own = [...rows].filter(([name]) => name.startsWith(WISH_PREFIX)) as [string, StoredWish][];
  return new Map([...listed, ...own.toSorted(([, a], [, b]) => a.order - b.order)]);
}
