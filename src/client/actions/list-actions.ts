import { fail } from '../../domain/result.ts';
import type { Actions } from '../interface/client.ts';
import { DONE, NOBODY_SIGNED_IN } from '../connection/answers.ts';
import { listedCount, type ActionParts } from './parts.ts';

type ListActions = Pick<
  Actions,
  'refreshContacts' | 'setTop' | 'setNotice' | 'hideChat' | 'reconnect' | 'ensureContact'
>;

/**
 * Pins, mutes and hidden chats are pending changes: shown at once, sent once a server is reachable (SEND-12).
 */
export function listActions({ catchUp, store, link, scope, opened }: ActionParts): ListActions {
  const want = async (wish: Parameters<NonNullable<ReturnType<typeof scope>>['wishes']['want']>[0]) => {
    const open = scope() ?? (await opened());
    if (open === null) return NOBODY_SIGNED_IN;
    open.wishes.want(wish);
    return DONE;
  };
  return {
    refreshContacts: async () =>
      (await catchUp.contacts(false)) ? DONE : fail({ kind: 'transport', why: 'broken' }),
    setTop: (id, on) => want({ register: 'top', conversation: id, value: on }),
    setNotice: (id, alert) => want({ register: 'notice', conversation: id, value: alert }),
    hideChat: (id) => want({ register: 'hide', conversation: id, value: listedCount(store, id) }),
    reconnect: () => link.retry(),
    ensureContact: async (id) => (store.get().contacts.has(id) ? DONE : catchUp.contact(id)),
  };
}
