import type { UserId } from '../../domain/ids.ts';
import { memo } from './memo.ts';
import type { State } from './state.ts';

const NOBODY: ReadonlySet<UserId> = new Set();
type BlockState = Pick<State, 'blocked' | 'pending'>;

/** Returns the same set for the same users. */
const withWishes = memo(
  (was: ReadonlySet<UserId>, wishes: State['pending']['block']): ReadonlySet<UserId> => {
    const withPending = new Set(was);
    for (const { user, on } of wishes.values()) withPending[on ? 'add' : 'delete'](user);
    return withPending;
  },
);

/** Users the viewer has blocked, as shown: pending changes override confirmed ones (BLOCK-7, BLOCK-14). */
export const blockedBy = ({ blocked = NOBODY, pending }: BlockState): ReadonlySet<UserId> =>
  withWishes(blocked, pending.block);

/** The form in the state, where an empty set is undefined. */
export const peopleOf = (users: Iterable<UserId> = []): State['blocked'] => {
  const people = new Set(users);
  return people.size > 0 ? people : undefined;
};
