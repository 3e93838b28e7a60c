import type { UserId } from '../../domain/ids.ts';
import { peopleOf } from './blocked.ts';
import { type Effect, NO_EFFECTS, type Reduced } from './effects.ts';
import { markedStale } from './reduce-profiles.ts';
import { confirmed } from './pending-changes.ts';
import type { BlockKey, State } from './state.ts';
import { withoutTypingOf } from './typing.ts';

export const blockKey = (user: UserId): BlockKey => `block ${user}`;

function withBlocked(state: State, user: UserId, on: boolean): State {
  const now = on ? withoutTypingOf(state, user) : state;
  const next = confirmed(now, 'block', blockKey(user), (change) => change.on === on);
  const was = new Set(next.blocked);
  if (was.has(user) === on) return next;
  return { ...next, blocked: peopleOf(on ? [...was, user] : [...was].filter((one) => one !== user)) };
}

/**
 * Applies the change. Groups count no reactions of a blocked user (BLOCK-17): windows of groups are loaded
 * again.
 */
export function blockSet(
  state: State,
  { user, on }: { readonly user: UserId; readonly on: boolean },
): Reduced {
  const next = withBlocked(state, user, on);
  if (next.blocked === state.blocked) return { state: next, effects: NO_EFFECTS };
  let now = next;
  const effects: Effect[] = [];
  for (const id of next.conversations.keys()) {
    const { kind, stream = null } = next.contacts.get(id) ?? {};
    if (kind !== 'group' || stream === null) continue;
    now = markedStale(now, id);
    effects.push({ type: 'requestResync', stream });
  }
  return { state: now, effects };
}

/** Applies the list of a `sync` answer; the same users give the same state. */
export function withBlockedList(state: State, users: readonly UserId[]): State {
  const was = new Set(state.blocked);
  const isSame = was.size === users.length && users.every((user) => was.has(user));
  return isSame ? state : { ...state, blocked: peopleOf(users) };
}
