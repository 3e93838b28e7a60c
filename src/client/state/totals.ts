import type { Contact, Totals } from './state.ts';

/** In the list at all: hidden chats count for nothing (LIST-8). */
export const listed = (contact: Contact): boolean => !contact.hidden;

/** What one contact adds to the unread total: only with last content and notifications on (LIST-3). */
export const unreadShare = (contact: Contact): number =>
  contact.last && contact.isNotice && !contact.hidden ? contact.unread : 0;

export const mentionShare = (contact: Contact): number => (contact.hidden ? 0 : contact.mentions);

/** The kept totals after one contact changed: O(1) (LIST-4). The same object when they did not. */
export function movedTotals(totals: Totals, was: Contact | undefined, now: Contact | undefined): Totals {
  const unread = (now ? unreadShare(now) : 0) - (was ? unreadShare(was) : 0);
  const mentions = (now ? mentionShare(now) : 0) - (was ? mentionShare(was) : 0);
  if (unread === 0 && mentions === 0) return totals;
  return { unread: totals.unread + unread, mentions: totals.mentions + mentions, system: totals.system };
}

/** A recount, for whole lists and for the tests. */
export function totalsOf(contacts: Iterable<Contact>, system: number): Totals {
  let [unread, mentions] = [0, 0];
  for (const contact of contacts) {
    unread += unreadShare(contact);
    mentions += mentionShare(contact);
  }
  return { unread, mentions, system };
}
