import type { UserId } from '../../domain/ids.ts';
import { peopleOf } from './blocked.ts';
import { confirmed } from './pending-wishes.ts';
import type { BlockKey, State } from './state.ts';
import { withoutTypingOf } from './typing.ts';

export const blockKey = (user: UserId): BlockKey => `block ${user}`;

export function withBlocked(state: State, user: UserId, on: boolean): State {
  const now = on ? withoutTypingOf(state, user) : state;
  const next = confirmed(now, 'block', blockKey(user), (wish) => wish.on === on);
  const was = new Set(next.blocked);
  if (was.has(user) === on) return next;
  return { ...next, blocked: peopleOf(on ? [...was, user] : [...was].filter((one) => one !== user)) };
}

/** Applies the list of a `sync` answer; the same users give the same state. */
export function withBlockedList(state: State, users: readonly UserId[]): State {
  const was = new Set(state.blocked);
  const isSame = was.size === users.length && users.every((user) => was.has(user));
  return isSame ? state : { ...state, blocked: peopleOf(users) };
}
