import type { ServerEvent } from '../../domain/events.ts';
import type { Message } from '../../domain/message.ts';
import { changedContact } from './contact-change.ts';
import type { Input } from './effects.ts';
import type { LocalEvent } from './local-event.ts';
import { asRecalled } from './recalled.ts';
import type { State } from './state.ts';
import { rewritten } from './windows.ts';

type Erasure = Extract<ServerEvent, { type: 'messageRecalled' | 'messageDeleted' }>;

/** The words of one message taken out of what the log keeps; the number and the place of it stay. */
const erased = (message: Message, id: Erasure['id']): Message =>
  message.id === id && !message.recalled ? { ...asRecalled(message, null), at: message.at, note: null } : message;

export function eraseInputs<T extends { readonly input: Input }>(entries: readonly T[], erasure: Erasure): T[] {
  return entries.map((entry) => {
    const input = eraseInput(entry.input, erasure);
    return input === entry.input ? entry : { ...entry, input };
  });
}

function eraseInput(input: Input, { id }: Erasure): Input {
  if (input.kind === 'local') {
    const event = eraseLocal(input.event, id);
    return event === input.event ? input : { ...input, event };
  }
  const { event } = input.framed;
  if (event.type !== 'messagePosted') return input;
  const message = erased(event.message, id);
  return message === event.message ? input : { ...input, framed: { ...input.framed, event: { ...event, message } } };
}

function eraseLocal(event: LocalEvent, id: Erasure['id']): LocalEvent {
  switch (event.type) {
    case 'pageLoaded':
      return event.messages.some((one) => one.id === id) ? { ...event, messages: event.messages.map((one) => erased(one, id)) } : event;
    case 'outboxPut':
      return event.item.message.id === id ? { ...event, item: { ...event.item, message: { ...event.item.message, content: '', quote: null, extra: null } } } : event;
    case 'contactsLoaded':
      return event.contacts.some((one) => one.last?.id === id)
        ? { ...event, contacts: event.contacts.map((one) => (one.last?.id === id ? { ...one, last: { ...one.last, content: '' } } : one)) }
        : event;
    default:
      return event;
  }
}

/** The same for a kept state. */
export function eraseIn(state: State, { id, conversation }: Erasure): State {
  let next = state;
  for (const window of state.conversations.values()) {
    const kept = window.early.some((message) => message.id === id) ? { ...window, early: window.early.filter((message) => message.id !== id) } : window;
    const changed = rewritten(kept, id, (message) => erased(message, id));
    if (changed !== window) next = { ...next, conversations: new Map(next.conversations).set(window.id, changed) };
  }
  if (conversation === null) return next;
  return changedContact(next, conversation, (contact) =>
    contact.last?.id === id ? { ...contact, last: { ...contact.last, content: '' } } : contact,
  );
}
