import { type ContactId, parseTarget, type UserId, userId } from '../../domain/ids.ts';
import { memo } from './memo.ts';
import type { State } from './state.ts';

const NOBODY: ReadonlySet<UserId> = new Set();
type BlockState = Pick<State, 'blocked' | 'pending'>;

/** Returns the same set for the same users. */
const withPendingChanges = memo(
  (was: ReadonlySet<UserId>, pendingChanges: State['pending']['block']): ReadonlySet<UserId> => {
    const withPending = new Set(was);
    for (const { user, on } of pendingChanges.values()) withPending[on ? 'add' : 'delete'](user);
    return withPending;
  },
);

/** Users the viewer has blocked, as shown: pending changes override confirmed ones (BLOCK-7, BLOCK-14). */
export const blockedBy = ({ blocked = NOBODY, pending }: BlockState): ReadonlySet<UserId> =>
  withPendingChanges(blocked, pending.block);

/**
 * The one rule for every place that shows messages: in a group, those of a user the viewer has blocked are
 * folded or left out (BLOCK-17). Chats of two keep their history (BLOCK-1).
 */
export const isFoldedBy = (blocked: ReadonlySet<UserId>, chat: ContactId | null, author: number): boolean =>
  author > 0 && blocked.has(userId(author)) && chat !== null && parseTarget(chat)?.kind === 'group';

/** The same in a state. */
export const isFolded = (state: BlockState, chat: ContactId | null, author: number): boolean =>
  isFoldedBy(blockedBy(state), chat, author);

/** The form in the state, where an empty set is undefined. */
export const peopleOf = (users: Iterable<UserId> = []): State['blocked'] => {
  const people = new Set(users);
  return people.size > 0 ? people : undefined;
};
