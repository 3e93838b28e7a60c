import { DEFAULT_GROUP_SETTING } from '../../domain/group-fields.ts';
import type { ContactId } from '../../domain/ids.ts';
import type { Standing } from '../../domain/permissions.ts';
import { withWishes } from './selectors.ts';
import type { Contact, Pending, State } from './state.ts';

/** One contact as shown, or undefined when the list does not hold it. */
export function contactView(state: State, id: ContactId): Contact | undefined {
  const contact = state.contacts.get(id);
  return contact && viewOf(contact, state.pending);
}

const views = new WeakMap<Contact, { readonly pending: Pending; readonly view: Contact }>();

/** Keeps the view of a contact, so that a row that did not change is the same object. */
function viewOf(contact: Contact, pending: Pending): Contact {
  const cached = views.get(contact);
  if (cached?.pending === pending) return cached.view;
  const view = withWishes(contact, pending);
  if (view !== contact) views.set(contact, { pending, view });
  return view;
}

/**
 * The viewer's role in a conversation, for `refuses` of the permission table; null for one-to-one and unknown
 * ones.
 */
export function standingIn(state: State, id: ContactId): Standing | null {
  const contact = state.contacts.get(id);
  if (contact?.group)
    return {
      role: contact.group.role,
      setting: contact.group.setting,
      mutedUntilSec: contact.group.mutedUntilSec,
    };
  if (id.startsWith('group-')) return { role: null, setting: DEFAULT_GROUP_SETTING, mutedUntilSec: 0 };
  return null;
}
