import type { ContactId } from '../../domain/ids.ts';
import { withKey } from './figures.ts';
import type { Conversation, State } from './state.ts';

/** Applies each change of a conversation to its open thread as well. */
export function inThread(window: Conversation, change: (one: Conversation) => Conversation): Conversation {
  const { thread } = window;
  if (thread === undefined) return window;
  const [first, answers] = [change(thread.first), change(thread.answers)];
  return first === thread.first && answers === thread.answers
    ? window
    : { ...window, thread: { ...thread, first, answers } };
}

export function withWindow(
  state: State,
  id: ContactId,
  change: (window: Conversation) => Conversation,
): State {
  const window = state.conversations.get(id);
  if (!window) return state;
  const next = inThread(change(window), change);
  return next === window ? state : { ...state, conversations: withKey(state.conversations, id, next) };
}
