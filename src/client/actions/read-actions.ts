import type { Actions } from '../interface/client.ts';
import type { Wish } from '../state/local-event.ts';
import { rows } from '../state/selectors.ts';
import type { State } from '../state/state.ts';
import { DONE, NOBODY_SIGNED_IN } from '../connection/answers.ts';
import type { ActionParts } from './parts.ts';

/** Everything is read at one word (LIST-13). */
export const readActions = ({ store, scope, opened }: ActionParts): Pick<Actions, 'markAllRead'> => ({
  markAllRead: async () => {
    const open = scope() ?? (await opened());
    open?.wishes.wantAll(unreadWishes(store.get()));
    return open === null ? NOBODY_SIGNED_IN : DONE;
  },
});

/** What is unread or mentions me, read to its end, muted or not. */
const unreadWishes = (state: State): readonly Wish[] =>
  rows(state).flatMap(({ id, unread, mentions, counting: { count } }): readonly Wish[] => [
    ...(unread > 0 ? [{ register: 'read', conversation: id, value: count } as const] : []),
    ...(mentions > 0 ? [{ register: 'mentionsRead', conversation: id, value: count } as const] : []),
  ]);
