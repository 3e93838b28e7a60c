import type { ServerEvent } from '../../domain/events.ts';
import { blockedBy } from './blocked.ts';
import { changedContact } from './counting.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { patched } from './figures.ts';
import { withChange } from './meanwhile.ts';
import { withoutReactions } from './pending-changes.ts';
import { holderOf } from './reduce-erasure.ts';
import { withWindow } from './windows.ts';
import { silenceAt } from './preferences.ts';
import { withPendingChanges } from './selectors.ts';
import { isHeard } from './totals.ts';
import type { Contact, State } from './state.ts';

type ReactedEvent = Extract<ServerEvent, { type: 'messageReacted' }>;

/** Applies the present reactions of a message; neither unread counts nor the list order change (REACT-4). */
export function messageReacted(state: State, event: ReactedEvent): Reduced {
  const { id: message, chosen, at, counts } = event;
  const id = event.conversation ?? holderOf(state, message);
  if (id === null) return { state, effects: NO_EFFECTS };
  const mine = chosen.find(([user]) => user === state.self?.id)?.[1] ?? null;
  const change = { kind: 'reacted', id: message, at, counts, mine } as const;
  let next = withWindow(state, id, (window) => withChange(window, change));
  if (mine !== null)
    next = withoutReactions(next, (press) => press.id === message && mine.includes(press.emoji) === press.on);
  return event.author === null || event.author !== state.self?.id
    ? { state: next, effects: NO_EFFECTS }
    : notifyReaction(next, id, event);
}

/** Notifies the author in the list, and as for a message if that conversation may notify (REACT-10). */
function notifyReaction(
  state: State,
  id: Contact['id'],
  { id: message, n, added, chosen }: ReactedEvent,
): Reduced {
  const isHeardOf = added !== null && added.user !== state.self?.id && !blockedBy(state).has(added.user);
  const isNew = isHeardOf && state.open !== id;
  const next = changedContact(state, id, (contact) => {
    if (isNew) return patched(contact, { reacted: { id: message, n, ...added } });
    const { reacted } = contact;
    const now = reacted?.id === message ? chosen.find(([user]) => user === reacted.user)?.[1] : undefined;
    return now === undefined || now.includes(reacted?.emoji ?? '') ? contact : withoutMark(contact);
  });
  const contact = next.contacts.get(id);
  const isNotified =
    isNew && contact && isHeard(withPendingChanges(contact, next.pending)) && silenceAt(next) === null;
  if (!isNotified) return { state: next, effects: NO_EFFECTS };
  const from = contact.kind === 'group' ? added.name : contact.displayName;
  const preview = { kind: 'reaction', emoji: added.emoji } as const;
  return { state: next, effects: [{ type: 'arrived', conversation: id, from, preview }] };
}

const withoutMark = (contact: Contact): Contact =>
  contact.reacted === undefined ? contact : { ...contact, reacted: undefined };

/** Removes the marks that a list row shows until the chat is opened. */
export const withoutMarks = (contact: Contact): Contact =>
  contact.reacted === undefined && contact.answered === undefined
    ? contact
    : { ...contact, reacted: undefined, answered: undefined };
