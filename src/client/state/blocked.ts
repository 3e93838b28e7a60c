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

export function withBlocked(state: State, user: UserId, on: boolean): State {
  const was = blockedBy(state);
  if (was.has(user) === on) return state;
  return { ...state, blocked: peopleOf(on ? [...was, user] : [...was].filter((one) => one !== user)) };
}

/** As a `sync` answer says it; the same people are the same state. */
export function withBlockedList(state: State, users: readonly UserId[]): State {
  const was = blockedBy(state);
  const isSame = was.size === users.length && users.every((user) => was.has(user));
  return isSame ? state : { ...state, blocked: peopleOf(users) };
}
