import type { UserId } from '../../domain/ids.ts';
import { blockedBy, peopleOf } from './blocked.ts';
import type { State } from './state.ts';

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
