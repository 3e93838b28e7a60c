import type { ContactId } from '../../domain/ids.ts';
import { withPendingChanges } from './selectors.ts';
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
  const view = withPendingChanges(contact, pending);
  if (view !== contact) views.set(contact, { pending, view });
  return view;
}
