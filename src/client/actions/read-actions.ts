import { type ContactId, mentionKey } from '../../domain/ids.ts';
import { fail } from '../../domain/result.ts';
import type { Actions } from '../interface/client.ts';
import { mentionsWaitingMax } from '../state/limits.ts';
import type { PendingChange } from '../state/local-event.ts';
import { rows } from '../state/selectors.ts';
import type { State } from '../state/state.ts';
import { DONE, NOBODY_SIGNED_IN } from '../connection/answers.ts';
import { listedCount, type ActionParts } from './parts.ts';

type ReadActions = Pick<
  Actions,
  'markAllRead' | 'markUnread' | 'archiveChat' | 'readMentions' | 'readMention'
>;

/** Actions on whole chats; their code loads with the first press. */
export function readActions({ ports, store, scope, opened }: ActionParts): ReadActions {
  const want = async (pendingChanges: readonly PendingChange[]) => {
    const open = scope() ?? (await opened());
    if (open === null) return NOBODY_SIGNED_IN;
    for (const change of pendingChanges) open.pendingChanges.want(change);
    return DONE;
  };
  const mentionsRead = (id: ContactId): PendingChange => ({
    register: 'mentionsRead',
    conversation: id,
    value: listedCount(store, id),
  });
  return {
    /** Everything is read at one word (LIST-13). */
    markAllRead: async () => {
      const open = scope() ?? (await opened());
      open?.pendingChanges.wantAll(unreadChanges(store.get()));
      return open === null ? NOBODY_SIGNED_IN : DONE;
    },
    markUnread: (id, mark) => want([{ register: 'unread', conversation: id, value: mark }]),
    archiveChat: (id, on) =>
      want([
        // An unread mention would keep the chat in the list (ARCHIVED-3).
        ...(on && (store.get().contacts.get(id)?.mentions ?? 0) > 0 ? [mentionsRead(id)] : []),
        { register: 'archive', conversation: id, value: on },
      ]),
    readMentions: (id) => want([mentionsRead(id)]),
    readMention: async (id, n) => {
      const conversation = mentionKey(id, n);
      const { mentionRead } = store.get().pending;
      if (mentionRead.has(conversation)) return DONE;
      if (mentionRead.size >= mentionsWaitingMax) return fail({ kind: 'transport', why: 'setup' });
      return want([{ register: 'mentionRead', conversation, value: { op: ports.ids.uuid(), to: id, n } }]);
    },
  };
}

/** Marks as read every chat that is unread, marked unread or mentions the user, muted or not. */
const unreadChanges = (state: State): readonly PendingChange[] =>
  rows(state).flatMap(({ id, unread, mentions, marked, counting: { count } }): readonly PendingChange[] => [
    ...(marked ? [{ register: 'unread', conversation: id, value: false } as const] : []),
    ...(unread > 0 ? [{ register: 'read', conversation: id, value: count } as const] : []),
    ...(mentions > 0 ? [{ register: 'mentionsRead', conversation: id, value: count } as const] : []),
  ]);
