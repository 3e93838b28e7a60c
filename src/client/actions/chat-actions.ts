import type { Actions } from '../interface/client.ts';
import { storable } from '../state/quoting.ts';
import type { UserScope } from '../session/user-scope.ts';
import type { PendingChange } from '../state/local-event.ts';
import { selfOf, type ActionParts } from './parts.ts';

/** The part of an open chat that needs no server; calls to the server load later (`message-actions.ts`). */
type ChatActions = Pick<
  Actions,
  | 'openChat'
  | 'loadOlder'
  | 'loadNewer'
  | 'loadNewest'
  | 'loadUntil'
  | 'markRead'
  | 'retry'
  | 'discard'
  | 'recallLater'
  | 'keepMessage'
  | 'draft'
  | 'saveDraft'
  | 'getLostDraft'
  | 'dropLostDraft'
  | 'typing'
>;

export function chatActions(parts: ActionParts): ChatActions {
  const { store, plain, chat, drafts, ports, scope, opened, clientReports } = parts;
  const withScope = async (task: (open: UserScope) => void): Promise<void> => {
    const open = scope() ?? (await opened());
    if (open !== null) task(open);
  };
  return {
    openChat: (id) => chat.show(id),
    loadOlder: (id) => chat.older(id),
    loadNewer: (id) => chat.newer(id),
    loadNewest: (id) => chat.newest(id),
    loadUntil: (id, message) => chat.until(id, message),
    markRead: (id, n) => chat.read(id, n),

    retry: (id) => void withScope(({ outbox }) => outbox.retry(id)),
    discard: (id) =>
      void withScope(({ outbox, pendingChanges }) => {
        // Removes dependent changes first: without it they would be free to be sent.
        const { pending } = store.get();
        for (const register of ['edit', 'messagePin', 'vote'] as const) {
          const value = pending[register].get(id);
          if (value) pendingChanges.drop({ register, conversation: id, value } as PendingChange);
        }
        for (const [key, value] of pending.react)
          if (value.id === id) pendingChanges.drop({ register: 'react', conversation: key, value });
        outbox.discard(id);
      }),

    recallLater: (id, waitMs) => {
      const value = ports.clock.nowMs() + waitMs;
      void withScope(({ pendingChanges }) =>
        pendingChanges.want({ register: 'recall', conversation: id, value }),
      );
    },
    keepMessage: (id) => {
      const value = store.get().pending.recall.get(id);
      if (value !== undefined)
        void withScope(({ pendingChanges }) =>
          pendingChanges.drop({ register: 'recall', conversation: id, value }),
        );
    },

    typing: (id, act) => clientReports.typed(id, act),
    draft: (id) => drafts.get(id),
    getLostDraft: (id) => drafts.getLost(id),
    dropLostDraft: (id) => drafts.setLost(id, null),
    saveDraft: (id, input) => {
      const draft = storable(input, plain.is());
      const user = store.get().self?.id;
      if (selfOf(parts) !== null && parts.session.isCurrent()) {
        drafts.set(id, draft);
        void withScope(({ pendingChanges }) => pendingChanges.typed(id));
      } else if (user !== undefined)
        // Marks the draft for sending after the next login; the server may hold an earlier one (DRAFT-1).
        drafts.setKept(user, id, { ...draft, mark: { op: ports.ids.uuid(), kept: true } });
    },
  };
}
