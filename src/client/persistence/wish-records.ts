import type { Wish } from '../state/local-event.ts';
import { wishesOf } from '../state/snapshot-changes.ts';
import type { Pending } from '../state/state.ts';
import { META } from './meta.ts';
import { type StoredWish, WISH_LIST, WISH_PREFIX, wishName } from './stored-wishes.ts';

// Writing loads with the late code; the part needed by the first page load is in `stored-wishes.ts` (UI-113).

/** A new value with each write: a removal requires the value it has read. */
export const STAMP = { store: META.store, key: 'wishes-stamp' } as const;

export const wishesIn = (pending: Pending): ReadonlyMap<string, Wish> =>
  new Map(wishesOf(pending).map((wish) => [`${WISH_PREFIX}${wishName(wish)}`, wish]));

export const isSameWish = (stored: StoredWish | undefined, wish: Wish | undefined): boolean =>
  JSON.stringify(stored?.wish) === JSON.stringify(wish);

/**
 * The records of these names. An earlier build's list counts as one: each change in it has its own record by
 * then.
 */
export const recordsOf = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map((name) => (name.startsWith(WISH_PREFIX) ? name : WISH_LIST))),
];
