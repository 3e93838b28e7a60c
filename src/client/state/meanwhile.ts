import type { MessageId } from '../../domain/ids.ts';
import type { Message, MessagePin } from '../../domain/message.ts';
import { mapped, patched } from './figures.ts';
import { windowLimits as limits } from './limits.ts';
import { asChanged, asPinned, isReplaced, type MessageChange } from './message-changes.ts';
import type { Conversation } from './state.ts';
import { rewritten } from './windows.ts';

/** Returns true if a requested page or list may have been read before the present change. */
const isAwaiting = ({ loading, aside, pinsAsked }: Conversation): boolean =>
  aside === true || pinsAsked === true || (loading !== 'no' && loading !== 'failed');

/**
 * Applies a change to its message, to quotes and pins of it, and to early arrivals; records it for a page or
 * list still being loaded (STORE-18).
 */
export function withChange(window: Conversation, change: MessageChange): Conversation {
  const now = (message: Message): Message => asChanged(message, change);
  // Only text is quoted: other changes affect their own message alone.
  const chunks =
    'id' in change && change.kind !== 'edited'
      ? rewritten(window, change.id, now).chunks
      : mapped(window.chunks, (chunk) => mapped(chunk, now));
  const early = mapped(window.early, now);
  const { pins } = window;
  const list = pins?.list && mapped(pins.list, (pin) => asPinned(pin, change));
  const next = patched(window, { chunks, early, pins: pins && patched(pins, { list }) });
  if (!isAwaiting(window)) return next;
  const before = (window.meanwhile ?? []).filter((one) => !isReplaced(one, change));
  return { ...next, meanwhile: [...before, change].slice(-limits.meanwhileMax) };
}

/** Applies all changes received since the page was requested. */
export const withChangesSince = (
  { meanwhile = [] }: Conversation,
  messages: readonly Message[],
): readonly Message[] => mapped(messages, (message) => meanwhile.reduce(asChanged, message));

/** The same of what is pinned. */
export const pinsWithChangesSince = (
  { meanwhile = [] }: Conversation,
  list: readonly MessagePin[],
): readonly MessagePin[] => list.map((pin) => meanwhile.reduce(asPinned, pin));

/** Drops the recorded changes once no page is being loaded: later requests get them from the server. */
export const whileAwaited = (window: Conversation): Conversation =>
  window.meanwhile === undefined || isAwaiting(window) ? window : { ...window, meanwhile: undefined };

/** Drops all recorded changes of an erased message. */
export function withoutChanges(window: Conversation, id: MessageId): Conversation {
  const left = window.meanwhile?.filter((change) => !('id' in change && change.id === id));
  return left?.length === window.meanwhile?.length ? window : { ...window, meanwhile: left };
}
