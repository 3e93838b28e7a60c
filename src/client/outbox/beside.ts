import type { ContactId, MessageId } from '../../domain/ids.ts';
import type { Outgoing } from '../../domain/message.ts';
import type { StoredItem } from './records.ts';

/** A message on its way to a chat, in the outbox or beside it. */
export interface OnItsWay {
  readonly id: MessageId;
  readonly createdAtMs: number;
  /** The message or file that it follows, if any. */
  readonly after?: MessageId | null;
}

/** Files and forwards: they travel beside the outbox, and later messages of their chat wait (SEND-6). */
export interface SentBeside {
  /** The newest one to this chat that is still on its way; null: none. */
  last(to: ContactId): OnItsWay | null;
  /** False once it arrived, failed or was cancelled. True until an upload of another tab is looked up. */
  isGoing(id: MessageId): boolean;
  /** Runs when one ends or begins again. The result ends listening. */
  subscribe(listener: () => void): () => void;
}

/** The newest of several, each on its way to the same chat; null: none. */
export const newest = (...all: readonly (OnItsWay | null)[]): OnItsWay | null =>
  all.reduce((last, one) => {
    if (last === null || one === null) return last ?? one;
    // The clock may have been set between both.
    const isEarlier = last.after === one.id || (one.after !== last.id && one.createdAtMs < last.createdAtMs);
    return isEarlier ? last : one;
  }, null);

/** The file or forward that a new message follows, as stored with it. */
export function afterOf(beside: SentBeside, { to }: Outgoing): Pick<StoredItem, 'after'> {
  const last = beside.last(to);
  return last === null ? {} : { after: last.id };
}

/** An item that was tried once no longer waits, because its order is decided. */
export const mustWait = (beside: SentBeside, { after, tried }: StoredItem): boolean =>
  after !== undefined && (tried ?? null) === null && beside.isGoing(after);
