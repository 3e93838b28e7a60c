import type { Wish } from '../state/local-event.ts';
import { wishesOf } from '../state/snapshot-changes.ts';
import type { Pending } from '../state/state.ts';
import { META } from './meta.ts';
import { type StoredWish, WISH_LIST, WISH_PREFIX, wishName } from './stored-wishes.ts';

// Writing comes with the late code; what the first page load needs is in `stored-wishes.ts` (UI-113).

/** A new value with each write: a removal asks for the value that it has read. */
export const STAMP = { store: META.store, key: 'wishes-stamp' } as const;

export const wishesIn = (pending: Pending): ReadonlyMap<string, Wish> =>
  new Map(wishesOf(pending).map((wish) => [`${WISH_PREFIX}${wishName(wish)}`, wish]));

export const isSameWish = (stored: StoredWish | undefined, wish: Wish | undefined): boolean =>
  JSON.stringify(stored?.wish) === JSON.stringify(wish);

/** The records of these names. The list of an earlier build is one: each wish of it has its own by then. */
export const recordsOf = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map((name) => (name.startsWith(WISH_PREFIX) ? name : WISH_LIST))),
];
