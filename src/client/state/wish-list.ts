import type { Wish } from './local-event.ts';
import type {
  Pending,
  PendingEdit,
  PendingFollow,
  PendingPin,
  PendingReaction,
  PendingVote,
  State,
} from './state.ts';

/** These and no others; a later one about the same counts. */
export function withWishList(state: State, wishes: readonly Wish[]): State {
  const pending: Record<
    keyof Pending,
    Map<string, boolean | number | PendingEdit | PendingFollow | PendingPin | PendingReaction | PendingVote>
  > = {
    top: new Map(),
    notice: new Map(),
    hide: new Map(),
    read: new Map(),
    mentionsRead: new Map(),
    recall: new Map(),
    edit: new Map(),
    messagePin: new Map(),
    react: new Map(),
    vote: new Map(),
    follow: new Map(),
  };
  for (const { register, conversation, value } of wishes) pending[register].set(conversation, value);
  return { ...state, pending: pending as unknown as Pending };
}
