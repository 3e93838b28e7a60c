import type { UserId } from '../../domain/ids.ts';
import type { State } from './state.ts';

const NOBODY: ReadonlySet<UserId> = new Set();

/** Whom I have blocked (BLOCK-7). */
export const blockedBy = (state: Pick<State, 'blocked'>): ReadonlySet<UserId> => state.blocked ?? NOBODY;

/** As it stands in the state, where nobody is nothing. */
export const peopleOf = (users: Iterable<UserId> = []): State['blocked'] => {
  const people = new Set(users);
  return people.size > 0 ? people : undefined;
};
