import type { ContactId, MessageId } from '../../domain/ids.ts';
import type { OnItsWay, SentBeside } from '../outbox/beside.ts';

/** Forwards that are being requested, by chat (SEND-6). */
export interface Forwards extends SentBeside {
  /** Registers a forward to this chat; the result ends it. */
  begin(to: ContactId, forward: OnItsWay): () => void;
}

export function createForwards(): Forwards {
  const going = new Map<MessageId, { readonly to: ContactId; readonly forward: OnItsWay }>();
  const listeners = new Set<() => void>();
  return {
    begin: (to, forward) => {
      going.set(forward.id, { to, forward });
      return () => {
        going.delete(forward.id);
        for (const listener of listeners) listener();
      };
    },
    last: (to) => [...going.values()].findLast((one) => one.to === to)?.forward ?? null,
    isGoing: (id) => going.has(id),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
