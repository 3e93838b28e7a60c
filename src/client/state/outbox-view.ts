import type { ContactId, MessageId } from '../../domain/ids.ts';
import type { Message, Outgoing, Person } from '../../domain/message.ts';
import { withKey } from './figures.ts';
import type { OutboxItem, State } from './state.ts';
import { GROUP_ROLE } from '../../domain/contact.ts';

/** The outbox as the state shows it; the machines own when an item is sent. */
export function withOutboxItem(state: State, item: OutboxItem): State {
  const { to, id } = item.message;
  const items = state.outbox.get(to) ?? [];
  const at = items.findIndex((one) => one.message.id === id);
  if (
    at >= 0 &&
    items[at]?.status === item.status &&
    items[at]?.reason === item.reason &&
    items[at]?.message === item.message
  )
    return state;
  const next = at < 0 ? [...items, item] : items.map((one, i) => (i === at ? item : one));
  return { ...state, outbox: withKey(state.outbox, to, next) };
}

export function withoutOutboxItem(state: State, conversation: ContactId, id: MessageId): State {
  const items = state.outbox.get(conversation);
  const next = items?.filter((one) => one.message.id !== id);
  if (!items || !next || next.length === items.length) return state;
  return { ...state, outbox: withKey(state.outbox, conversation, next.length ? next : undefined) };
}

export function withoutOutboxId(state: State, id: MessageId): State {
  for (const conversation of state.outbox.keys()) {
    const next = withoutOutboxItem(state, conversation, id);
    if (next !== state) return next;
  }
  return state;
}

export function withOutbox(state: State, items: readonly OutboxItem[]): State {
  const outbox = new Map<ContactId, OutboxItem[]>();
  for (const item of items) {
    const list = outbox.get(item.message.to);
    if (list) list.push(item);
    else outbox.set(item.message.to, [item]);
  }
  return { ...state, outbox };
}

/** An unsent message in the shape of a sent one, so that one bubble shows both. */
export function outgoingAsMessage(state: State, outgoing: Outgoing): Message {
  const self = state.self;
  const from: Person = self
    ? { id: self.id, displayName: self.realname, realname: self.realname, avatar: self.avatar }
    : { id: 0 as Person['id'], displayName: '', realname: '', avatar: '' };
  return {
    id: outgoing.id,
    msgId: 0 as Message['msgId'],
    n: null,
    type: outgoing.type,
    content: outgoing.content,
    sentAtMs: outgoing.createdAtMs,
    from,
    role: GROUP_ROLE.member,
    at: outgoing.at,
    quote: outgoing.quote,
    note: null,
    extra: outgoing.extra,
    recalled: false,
    isRead: false,
    file: null,
  };
}
