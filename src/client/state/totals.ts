import { isArchived } from '../../domain/contact.ts';
import type { Contact, Totals } from './state.ts';

/** The chat is in the archive instead of the list (ARCHIVED-1). */
export const isInArchive = ({ archivedTo, mentions, counting }: Contact): boolean =>
  isArchived({ count: counting.count, mentions, archivedTo });

/** Returns true if all messages may notify: neither muted nor archived (EFFECT-1, ARCHIVED-6). */
export const isHeard = (contact: Contact): boolean => contact.isNotice && !isInArchive(contact);

/** Mentions of me and answers to me may, though not everything does (ALERT-2). */
export const canHearMentions = ({ isNotice, quiet }: Contact): boolean =>
  isNotice || quiet?.startsWith('m') === true;

/** Returns true if the chat may be listed; hidden chats count nowhere (LIST-8). */
export const listed = (contact: Contact): boolean => !contact.hidden;

/**
 * Share of one contact in the unread total: only with last content and notifications on, and not archived
 * (LIST-3, ARCHIVED-5).
 */
export const unreadShare = (contact: Contact): number =>
  contact.last && isHeard(contact) && !contact.hidden ? contact.unread : 0;

export const mentionShare = (contact: Contact): number => (contact.hidden ? 0 : contact.mentions);

/** The kept totals after one contact changed: O(1) (LIST-4). The same object when they did not. */
export function totalsAfter(totals: Totals, was: Contact | undefined, now: Contact | undefined): Totals {
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
