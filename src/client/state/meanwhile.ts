import type { MessageId } from '../../domain/ids.ts';
import type { Message, MessagePin } from '../../domain/message.ts';
import { asChanged, asPinned } from './changed-message.ts';
import { patched } from './figures.ts';
import { windowLimits as limits } from './window-limits.ts';
import { mapped } from './mapped.ts';
import type { MessageChange } from './message-change.ts';
import type { Conversation } from './state.ts';
import { rewritten } from './windows.ts';

/** Whether a page or a list is on its way that may have been read before what is told now. */
const isAwaiting = ({ loading, aside, pinsAsked }: Conversation): boolean =>
  aside === true || pinsAsked === true || (loading !== 'no' && loading !== 'failed');

/**
 * A change where its message stands, is quoted or pinned, also in what came early; kept for a page or a list
 * that is on its way (STORE-18).
 */
export function withChange(window: Conversation, change: MessageChange): Conversation {
  const now = (message: Message): Message => asChanged(message, change);
  // Only words are quoted: nothing else is looked for beyond its own message.
  const chunks =
    'id' in change && change.kind !== 'edited'
      ? rewritten(window, change.id, now).chunks
      : mapped(window.chunks, (chunk) => mapped(chunk, now));
  const early = mapped(window.early, now);
  const { pins } = window;
  const list = pins?.list && mapped(pins.list, (pin) => asPinned(pin, change));
  const next = patched(window, { chunks, early, pins: pins && patched(pins, { list }) });
  if (!isAwaiting(window)) return next;
  const before = (window.meanwhile ?? []).filter((one) => !isOld(one, change));
  return { ...next, meanwhile: [...before, change].slice(-limits.meanwhileMax) };
}

/** Of former words and cards nothing is kept (EDIT-2, PREVIEW-8); of roles the newest counts. */
const isOld = (before: MessageChange, now: MessageChange): boolean =>
  (now.kind === 'role' && before.kind === 'role' && before.user === now.user) ||
  ((now.kind === 'edited' || now.kind === 'linked') && before.kind === now.kind && before.id === now.id);

/** Messages of a page under all that was told of them since it was asked for. */
export const asToldSince = (
  { meanwhile = [] }: Conversation,
  messages: readonly Message[],
): readonly Message[] => mapped(messages, (message) => meanwhile.reduce(asChanged, message));

/** The same of what is pinned. */
export const pinsToldSince = (
  { meanwhile = [] }: Conversation,
  list: readonly MessagePin[],
): readonly MessagePin[] => list.map((pin) => meanwhile.reduce(asPinned, pin));

/** Once nothing is on its way any more whoever asks later is told by the server. */
export const whileAwaited = (window: Conversation): Conversation =>
  window.meanwhile === undefined || isAwaiting(window) ? window : { ...window, meanwhile: undefined };

/** Nothing is kept of a message that is gone, as it was before that. */
export function withoutChanges(window: Conversation, id: MessageId): Conversation {
  const left = window.meanwhile?.filter((change) => !('id' in change && change.id === id));
  return left?.length === window.meanwhile?.length ? window : { ...window, meanwhile: left };
}
