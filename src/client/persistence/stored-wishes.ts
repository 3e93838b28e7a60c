import type { RecordsPort } from '../../ports/storage.ts';
import type { Wish } from '../state/local-event.ts';
import { META } from './meta.ts';

/** Wishes lie beside the snapshot, each in a record of its own, for every tab of a browser (SEND-12). */
export const WISH_PREFIX = 'wish ';
/** Where earlier builds kept all of them. */
export const WISH_LIST = 'wishes';

/** `order` rises with each press: what is told after a restart is told in that order. */
export interface StoredWish {
  readonly order: number;
  readonly wish: Wish;
}

/**
 * In the order of pressing, by the name of the record. A wish of the list of an earlier build has a name
 * without the prefix: no record is called so.
 */
export type StoredWishes = ReadonlyMap<string, StoredWish>;

export const wishName = ({ register, conversation }: Wish): string => `${register} ${conversation}`;

/** A wish that lies there in both ways is read twice: its own record comes last, so it counts. */
export async function readWishes(records: RecordsPort, user: string): Promise<StoredWishes> {
  const found = await records.readAll(user, META.store);
  const list = found.get(WISH_LIST);
  const listed = (Array.isArray(list) ? (list as readonly Wish[]) : []).map(
    (wish) => [wishName(wish), { order: 0, wish }] as const,
  );
  const own = [...found].filter(([name]) => name.startsWith(WISH_PREFIX)) as [string, StoredWish][];
  return new Map([...listed, ...own.toSorted(([, a], [, b]) => a.order - b.order)]);
}
