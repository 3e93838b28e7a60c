import type { FramedEvent } from '../../domain/events.ts';
import type { ContactId, MessageId, MsgId } from '../../domain/ids.ts';
import type { LastMessage, Message } from '../../domain/message.ts';
import { expiryMs, vanishes } from '../../domain/vanish.ts';
import type { Timer } from '../../domain/vanish.ts';
import type { Contact, Conversation, State } from './state.ts';

/** A message held by this device, and its expiry, by the server's time. */
export interface Due {
  readonly to: ContactId;
  readonly id: MessageId;
  readonly msgId: MsgId | null;
  readonly n: number | null;
  readonly atMs: number;
}

/** All messages with an expiry, unordered: in windows, in threads and in list rows (VANISH-6). */
export function duesIn({ contacts, conversations }: State): readonly Due[] {
  const dues: Due[] = [];
  for (const contact of contacts) {
    const { id, timers, last } = contact;
    if (!timers?.some(({ days }) => days > 0)) continue;
    const byId = new Map<MessageId, Due>();
    for (const message of messagesOf(conversations.get(id))) add(byId, id, timers, message);
    if (last && last.id !== null) add(byId, id, timers, asHeld(last, last.id));
    dues.push(...byId.values());
  }
  return dues;
}

type Held = Pick<Message, 'id' | 'n' | 'sentAtMs' | 'type' | 'recalled'> & { readonly msgId: MsgId | null };

const asHeld = ({ n, sentAtMs, type, note }: LastMessage, id: MessageId): Held => ({
  id,
  msgId: null,
  n,
  sentAtMs,
  type,
  recalled: note?.note === 'recalled',
});

function add(to: Map<MessageId, Due>, chat: ContactId, timers: readonly Timer[], message: Held): void {
  const atMs = vanishes(message) ? expiryMs(timers, message) : null;
  if (atMs === null || to.has(message.id)) return;
  to.set(message.id, { to: chat, id: message.id, msgId: message.msgId, n: message.n, atMs });
}

const messagesOf = (window: Conversation | undefined): readonly Message[] =>
  window === undefined
    ? []
    : [
        ...window.chunks.flat(),
        ...window.early,
        ...messagesOf(window.thread?.first),
        ...messagesOf(window.thread?.answers),
      ];

/**
 * Built like a server's deletion but without a place, so that the message can still arrive again (RECALL-3).
 */
export function erasing(state: State, { to, id, msgId, n }: Due): FramedEvent {
  const rest = isShown(state.conversations.get(to), id)
    ? undefined
    : withoutWords(state.contacts.get(to), id);
  const event = {
    type: 'messageDeleted',
    conversation: to,
    id,
    msgId,
    n,
    last: rest,
    mentioned: [],
    author: null,
  } as const;
  return { event, place: null, atSec: 0 };
}

/** Something else that the list can show then. */
const isShown = (window: Conversation | undefined, but: MessageId): boolean =>
  window?.live === true && window.chunks.some((chunk) => chunk.some(({ id }) => id !== but));

/** The message before it is unknown here: its row keeps its place without text. */
function withoutWords(contact: Contact | undefined, removedId: MessageId): LastMessage | undefined {
  const last = contact?.last;
  if (!last || last.id !== removedId) return undefined;
  const { n, sentAtMs } = last;
  return { n, sentAtMs, type: 'event', content: '', note: null, from: null, id: null };
}
