import type { SelfFacts, ServerEvent } from '../../domain/events.ts';
import type { ContactId } from '../../domain/ids.ts';
import type { PendingChange } from '../state/local-event.ts';
import type { State } from '../state/state.ts';
import type { ClientStore } from '../state/store.ts';

/**
 * The server may support only the base protocol (docs/protocol.md, "Plain servers"): no streams, no `sync`,
 * no positions. Its `init` shows that, and all code that differs then asks here.
 */
export interface PlainServer {
  is(): boolean;
  /**
   * Events that a plain server does not send, or not to the acting user: applied once the call was answered
   * (PLAIN-4).
   */
  report(event: ServerEvent): void;
  /** A pin, a mute, a hidden chat or a read mark was taken. */
  took(change: PendingChange): void;
}

export function createPlainServer(store: Pick<ClientStore, 'get' | 'framed' | 'dispatch'>): PlainServer {
  const is = () => store.get().sync.plain;
  const report = (event: ServerEvent) => {
    if (is()) store.framed({ event, place: null, atSec: 0 }, 'live');
  };
  return {
    is,
    report,
    took: (change) => {
      if (!is()) return;
      const event = eventOf(change, store.get());
      if (event === null) return;
      report(event);
      store.dispatch({ type: 'pendingCleared', ...change });
    },
  };
}

/** Without numbers the count at the moment of the change serves as the position. Null: a frame follows. */
function eventOf(change: PendingChange, { contacts }: State): ServerEvent | null {
  // Each list restarts the count: an earlier pending change covers all present messages.
  const upTo = (id: ContactId, n: number) => Math.min(n, contacts.get(id)?.counting.count ?? n);
  switch (change.register) {
    case 'top':
      return { type: 'topSet', conversation: change.conversation, isTop: change.value };
    case 'notice':
      return { type: 'noticeSet', conversation: change.conversation, isNotice: change.value === true };
    case 'hide':
      return {
        type: 'chatHidden',
        conversation: change.conversation,
        n: upTo(change.conversation, change.value),
      };
    case 'read': {
      const mark = upTo(change.conversation, change.value);
      return { type: 'readMarkSet', conversation: change.conversation, mark, own: 0, seq: mark, count: mark };
    }
    case 'mentionsRead': {
      const mark = upTo(change.conversation, change.value);
      return {
        type: 'mentionMarkSet',
        conversation: change.conversation,
        mark,
        mentions: 0,
        seq: mark,
        count: mark,
      };
    }
    case 'archive':
    case 'unread':
    case 'recall':
    case 'edit':
    case 'messagePin':
    case 'react':
    case 'vote':
    case 'keep':
    case 'follow':
    case 'block':
    case 'card':
    case 'mentionRead':
      return null;
  }
}

/**
 * Sender and time, which the contract requires in a message. Our server sets both (SEND-9); a plain server
 * passes on what it receives.
 */
export const asSender = (self: SelfFacts | null, sentAtMs: number): Readonly<Record<string, unknown>> => ({
  ...(self === null
    ? {}
    : {
        from_user: self.id,
        fromUser: {
          id: self.id,
          user_id: self.id,
          account: self.account,
          realname: self.realname,
          displayName: self.realname,
          avatar: self.avatar,
        },
      }),
  sendTime: sentAtMs,
  status: 'going',
});
