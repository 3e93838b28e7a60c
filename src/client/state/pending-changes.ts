import type { Alert } from '../../domain/alert.ts';
import type { ContactId, MessageId } from '../../domain/ids.ts';
import { withKey } from './figures.ts';
import type { PendingChange } from './local-event.ts';
import type {
  Pending,
  PendingBlock,
  PendingCard,
  PendingEdit,
  PendingFollow,
  PendingKept,
  PendingMention,
  PendingPin,
  PendingReaction,
  PendingVote,
  State,
} from './state.ts';

/** Changes the server has not confirmed yet: the last pending change per key (SEND-12, STORE-6). */
type Value =
  | Alert
  | number
  | PendingBlock
  | PendingCard
  | PendingEdit
  | PendingFollow
  | PendingKept
  | PendingMention
  | PendingPin
  | PendingReaction
  | PendingVote;
/** Registers of pending changes to messages; their values contain the message's conversation. */
const OF_MESSAGES = ['edit', 'messagePin', 'vote', 'card'] as const;
type Register = ReadonlyMap<string, Value>;

const registerOf = (state: State, { register }: PendingChange): Register => state.pending[register];

const withRegister = (state: State, register: keyof Pending, values: Register): State =>
  values === state.pending[register]
    ? state
    : { ...state, pending: { ...state.pending, [register]: values } };

export const withPendingChange = (state: State, change: PendingChange): State =>
  // A draft keeps one name while typing continues.
  isSame(registerOf(state, change).get(change.conversation), change.value)
    ? state
    : withRegister(
        state,
        change.register,
        withKey<string, Value>(state.pending[change.register], change.conversation, change.value),
      );

/** Removes a pending change, but not a newer one for the same key. */
export const withoutPendingChange = (state: State, change: PendingChange): State =>
  isSame(registerOf(state, change).get(change.conversation), change.value)
    ? withRegister(
        state,
        change.register,
        withKey<string, Value>(state.pending[change.register], change.conversation, undefined),
      )
    : state;

const isSame = (a: Value | undefined, b: Value): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && a.op === b.op);

/** The server confirmed something: the pending change ends if that satisfies it. */
export function confirmed<K extends keyof Pending>(
  state: State,
  register: K,
  conversation: Extract<PendingChange, { register: K }>['conversation'],
  satisfied: (change: Extract<PendingChange, { register: K }>['value']) => boolean,
): State {
  const change = (state.pending[register] as Register).get(conversation);
  if (change === undefined || !satisfied(change as never)) return state;
  return withRegister(
    state,
    register,
    withKey<string, Value>(state.pending[register], conversation, undefined),
  );
}

/** A removed conversation drops its pending changes, but not its drafts (DRAFT-1). */
export function withoutPendingOf(state: State, conversation: ContactId): State {
  let next = state;
  for (const register of Object.keys(state.pending) as (keyof Pending)[]) {
    next = withRegister(
      next,
      register,
      withKey<string, Value>(next.pending[register], conversation, undefined),
    );
  }
  for (const register of OF_MESSAGES)
    for (const [id, { to }] of state.pending[register])
      if (to === conversation) next = confirmed(next, register, id, () => true);
  for (const [key, { to }] of state.pending.follow)
    if (to === conversation) next = confirmed(next, 'follow', key, () => true);
  next = withoutMentions(next, conversation);
  return withoutReactions(next, ({ to }) => to === conversation);
}

/** All that were read one by one in a conversation, or those up to an ordinal. */
export function withoutMentions(state: State, conversation: ContactId, upTo = Infinity): State {
  let next = state;
  for (const [key, { to, n }] of state.pending.mentionRead)
    if (to === conversation && n <= upTo) next = confirmed(next, 'mentionRead', key, () => true);
  return next;
}

/** The message was recalled, or is gone: no pending change of it remains. */
export const withoutRecall = (state: State, id: MessageId): State =>
  withoutReactions(
    (['recall', ...OF_MESSAGES] as const).reduce(
      (next, register) => confirmed(next, register, id, () => true),
      state,
    ),
    (change) => change.id === id,
  );

/** Removes pending reactions that match. */
export function withoutReactions(state: State, are: (change: PendingReaction) => boolean): State {
  const { react } = state.pending;
  const remaining = [...react].filter(([, change]) => !are(change));
  return remaining.length === react.size ? state : withRegister(state, 'react', new Map(remaining));
}
