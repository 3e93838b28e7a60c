import type { RecordsPort } from '../../ports/storage.ts';
import type { Wish } from '../state/local-event.ts';
import { META } from './meta.ts';

/** Wishes lie beside the snapshot, each in a record of its own, for every tab of a browser (SEND-12). */
export const PREFIX = 'wish ';
/** Where builds of before kept all of them. */
export const LIST = 'wishes';

/** `order` rises with each press: what is told after a restart is told in that order. */
export interface StoredWish {
  readonly order: number;
  readonly wish: Wish;
}

/** In the order of pressing, by the name of the record; of a list by a name that no record has. */
export type StoredWishes = ReadonlyMap<string, StoredWish>;

export const nameOf = ({ register, conversation }: Wish): string => `${register} ${conversation}`;

/** Of what lies there in both ways the record of its own comes last. */
export async function readWishes(records: RecordsPort, user: string): Promise<StoredWishes> {
  const found = await records.readAll(user, META.store);
  const list = found.get(LIST);
  const listed = (Array.isArray(list) ? (list as readonly Wish[]) : []).map(
    (wish) => [nameOf(wish), { order: 0, wish }] as const,
  );
  const own = [...found].filter(([name]) => name.startsWith(PREFIX)) as [string, StoredWish][];
  return new Map([...listed, ...own.toSorted(([, a], [, b]) => a.order - b.order)]);
}
