import type { ServerEvent } from '../../domain/events.ts';
import type { ContactId } from '../../domain/ids.ts';
import { typingLimits as limits } from '../../domain/limits.ts';
import { withKey } from './figures.ts';
import type { State } from './state.ts';

type TypingHeard = Extract<ServerEvent, { type: 'typingHeard' }>;

/** A typing signal arrived; it is a new value each time, so that its timeout restarts (TYPING-3). */
export function withTyping(state: State, event: TypingHeard): State {
  const { conversation, user, name, what } = event;
  if (what === 'stop') return withoutTyping(state, conversation, user);
  if (user === state.self?.id || !state.contacts.has(conversation)) return state;
  const all: NonNullable<State['typing']> = state.typing ?? new Map();
  const others = (all.get(conversation) ?? []).filter((one) => one.user !== user);
  if (others.length === 0 && all.size >= limits.visibleMax && !all.has(conversation)) return state;
  const here = [...others, { user, name, what }].slice(-limits.peopleMax);
  return { ...state, typing: withKey(all, conversation, here) };
}

/** The user finished, was silent for too long, or their message arrived. */
export function withoutTyping(state: State, conversation: ContactId, user: number): State {
  const here = state.typing?.get(conversation);
  if (state.typing === undefined || !here?.some((one) => one.user === user)) return state;
  const left = here.filter((one) => one.user !== user);
  const typing = withKey(state.typing, conversation, left.length === 0 ? undefined : left);
  return { ...state, typing: typing.size === 0 ? undefined : typing };
}

/** Ends all signs of a user. */
export function withoutTypingOf(state: State, user: number): State {
  const chats = [...(state.typing?.keys() ?? [])];
  return chats.reduce((now, conversation) => withoutTyping(now, conversation, user), state);
}

/** The chat is gone. */
export const withoutTypingIn = (state: State, conversation: ContactId): State =>
  (state.typing?.get(conversation) ?? []).reduce(
    (now, { user }) => withoutTyping(now, conversation, user),
    state,
  );
