import { totals } from '../../client/state/selectors.ts';
import { unreadShare } from '../../client/state/totals.ts';
import { type ContactId, personContact } from '../../domain/ids.ts';
import { useStore } from './client-context.ts';
import { useCall } from './use-call.ts';

/**
 * The chat whose newest message is the call that rings here. The user did not miss that call yet, so it
 * does not count as unread (CALLUI-22).
 */
export function useRinging(): ContactId | null {
  const call = useCall();
  return useStore((state) => {
    if (call?.stage !== 'ringing') return null;
    const contact = state.contacts.get(personContact(call.peer));
    return contact?.last?.id === call.id && contact.unread > 0 ? contact.id : null;
  });
}

/** The total of unread messages, without the call that rings here. */
export function useUnread(): number {
  const ringing = useRinging();
  return useStore((state) => {
    const contact = ringing === null ? undefined : state.contacts.get(ringing);
    return totals(state).unread - (contact !== undefined && unreadShare(contact) > 0 ? 1 : 0);
  });
}

/** The unread messages of one chat, without the call that rings here. */
export function useUnreadOf(chat: ContactId): number {
  const ringing = useRinging();
  return useStore((state) => (state.contacts.get(chat)?.unread ?? 0) - (ringing === chat ? 1 : 0));
}
