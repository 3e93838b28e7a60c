import { isHidden } from '../../domain/counting.ts';
import type { ContactId } from '../../domain/ids.ts';
import { listed } from './totals.ts';
import type { Contact, Pending, State, Totals } from './state.ts';
import { movedTotals } from './totals.ts';

/**
 * A contact as it is shown: the confirmed facts under this person's own wishes (STORE-6). The very
 * object from the index when no wish is about it.
 */
export function withWishes(contact: Contact, pending: Pending): Contact {
  const { id } = contact;
  const top = pending.top.get(id);
  const notice = pending.notice.get(id);
  const hide = pending.hide.get(id);
  const read = pending.read.get(id);
  const mentionsRead = pending.mentionsRead.get(id);
  if (
    top === undefined &&
    notice === undefined &&
    hide === undefined &&
    read === undefined &&
    mentionsRead === undefined
  )
    return contact;
  const at = contact.counting;
  const hiddenTo = Math.max(at.hiddenTo, hide ?? 0);
  return {
    ...contact,
    isTop: top ?? contact.isTop,
    isNotice: notice ?? contact.isNotice,
    hidden: isHidden({ count: at.count, hiddenTo }),
    unread: read === undefined ? contact.unread : unreadAfter(contact, read),
    mentions: mentionsRead === undefined ? contact.mentions : mentionsAfter(contact, mentionsRead),
  };
}

/** Unread above ordinal `n`; my own messages above it are known one by one. */
function unreadAfter(contact: Contact, n: number): number {
  const at = contact.counting;
  if (n <= at.mark) return contact.unread;
  const own = at.ownSince.reduce((sum, one) => sum + (one.n > n ? 1 : 0), 0);
  return Math.min(contact.unread, Math.max(0, at.count - n - own));
}

function mentionsAfter(contact: Contact, n: number): number {
  const at = contact.counting;
  if (n <= at.mentionMark) return contact.mentions;
  const newer = at.mentionSince.reduce((sum, one) => sum + (one.n > n ? one.by : 0), 0);
  return Math.min(contact.mentions, Math.max(0, newer));
}

/** Contacts that a wish is about. */
export function wished({ top, notice, hide, read, mentionsRead }: Pending): ReadonlySet<ContactId> {
  const ids = new Set<ContactId>();
  for (const register of [top, notice, hide, read, mentionsRead]) {
    for (const id of register.keys()) ids.add(id);
  }
  return ids;
}

/** Totals as shown: O(number of wishes). */
export function shownTotals(state: State): Totals {
  let totals = state.totals;
  for (const id of wished(state.pending)) {
    const contact = state.contacts.get(id);
    if (contact) totals = movedTotals(totals, contact, withWishes(contact, state.pending));
  }
  return totals;
}

/** In the chat list: something was said there (or it is pinned) and it is not hidden. */
export const inList = (contact: Contact): boolean =>
  listed(contact) && (contact.last !== null || contact.isTop);
