import type { Wish } from '../state/local-event.ts';
import { wishesOf } from '../state/snapshot-changes.ts';
import type { Pending } from '../state/state.ts';
import { META } from './meta.ts';
import { LIST, nameOf, PREFIX, type StoredWish } from './stored-wishes.ts';

/** Another one with each press that is written. */
export const STAMP = { store: META.store, key: 'wishes-stamp' } as const;

export const wishesIn = (pending: Pending): ReadonlyMap<string, Wish> =>
  new Map(wishesOf(pending).map((wish) => [`${PREFIX}${nameOf(wish)}`, wish]));

export const isSameWish = (a: StoredWish | undefined, b: Wish | undefined): boolean =>
  JSON.stringify(a?.wish) === JSON.stringify(b);

/** The records of these; those of a list go at once, when each has a record of its own. */
export const recordsOf = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map((name) => (name.startsWith(PREFIX) ? name : LIST))),
];
