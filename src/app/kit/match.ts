import type { Contact } from '../../client/store/state.ts';

/** Name, real name, account and letters, whatever the case; nothing typed matches all. */
export function matchesContact(contact: Pick<Contact, 'displayName' | 'realname' | 'account' | 'namePy'>, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return true;
  return [contact.displayName, contact.realname, contact.account, contact.namePy].some((words) => words.toLowerCase().includes(wanted));
}
