import { contactId, messageId, msgId, userId } from '../../src/domain/ids.ts';
import type { Message, Outgoing } from '../../src/domain/message.ts';
import type { OutboxItem } from '../../src/client/state/state.ts';

/** 2026-03-02 08:00 UTC, a Monday. */
export const MORNING = Date.UTC(2026, 2, 2, 8);

/** A text message of person 2, number `n`, `n` seconds after eight. */
export function message(n: number, change: Partial<Message> = {}): Message {
  return {
    id: messageId(`m${n}`),
    msgId: msgId(n),
    n,
    type: 'text',
    content: `text ${n}`,
    sentAtMs: MORNING + n * 1_000,
    from: { id: userId(2), displayName: 'Two', realname: 'Two', avatar: '' },
    role: 3,
    at: [],
    quote: null,
    note: null,
    extra: null,
    recalled: false,
    isRead: false,
    file: null,
    ...change,
  };
}

export const by = (id: number, name = `Person ${id}`): Message['from'] => ({
  id: userId(id),
  displayName: name,
  realname: name,
  avatar: '',
});

export function waiting(
  id: string,
  change: Partial<OutboxItem> = {},
  content: Partial<Outgoing> = {},
): OutboxItem {
  return {
    message: {
      id: messageId(id),
      to: contactId(2),
      type: 'text',
      content: id,
      at: [],
      quote: null,
      extra: null,
      createdAtMs: MORNING + 60_000,
      ...content,
    },
    status: 'sending',
    reason: null,
    ...change,
  };
}
