import type { ContactId, MessageId } from '../../domain/ids.ts';
import type { Message, MessagePin } from '../../domain/message.ts';
import { withKey } from './figures.ts';
import { windowLimits as limits } from './limits.ts';
import { asRecalled } from './recalled.ts';
import type { Conversation, State } from './state.ts';

/**
 * Windows of open conversations (STORE-8): chunks of at most 64 messages, oldest first, so that an
 * append copies one chunk. Order is that of the server's numbers; an id is in a window once.
 */
type Chunks = Conversation['chunks'];

const before = (a: Message, b: Message): boolean =>
  a.n !== null && b.n !== null ? a.n < b.n : a.msgId < b.msgId;

/** A new message at the end; the same window when it is already there. */
export function appended(window: Conversation, message: Message): Conversation {
  if (window.erased.get(message.id) === 'deleted') return window;
  const visible = window.erased.get(message.id) === 'recalled' ? asRecalled(message, null) : message;
  const last = window.chunks.at(-1);
  const newest = last?.at(-1);
  if (!last || !newest) return { ...window, chunks: [[visible]], size: 1 };
  if (!before(newest, visible)) return merged(window, [visible]);
  const chunks =
    last.length < limits.chunkMax
      ? [...window.chunks.slice(0, -1), [...last, visible]]
      : [...window.chunks, [visible]];
  return trimmedOldest({ ...window, chunks, size: window.size + 1 });
}

/** Merges a page: known messages stay unchanged, the others are inserted in place. */
export function merged(window: Conversation, page: readonly Message[]): Conversation {
  const ids = new Set<MessageId>();
  for (const chunk of window.chunks) for (const message of chunk) ids.add(message.id);
  const fresh: Message[] = [];
  for (const message of page) {
    const erased = window.erased.get(message.id);
    if (ids.has(message.id) || erased === 'deleted') continue;
    ids.add(message.id);
    fresh.push(erased === 'recalled' ? asRecalled(message, null) : message);
  }
  if (fresh.length === 0) return window;
  const oldest = window.chunks[0]?.[0];
  const newestFresh = fresh.at(-1);
  const isOrdered = fresh.every((one, i) => i === 0 || !before(one, fresh[i - 1] as Message));
  if (isOrdered && oldest && newestFresh && before(newestFresh, oldest)) {
    return { ...window, chunks: [...chunked(fresh), ...window.chunks], size: window.size + fresh.length };
  }
  const all = [...window.chunks.flat(), ...fresh];
  all.sort((a, b) => (before(a, b) ? -1 : before(b, a) ? 1 : 0));
  return { ...window, chunks: chunked(all), size: all.length };
}

/**
 * Returns true if the window holds the read position after `after`, with the line above it; null: the newest
 * message (UI-94).
 */
export function hasPlace(window: Conversation, after: number | null): boolean {
  if (after === null || window.size === 0) return window.live;
  const oldest = window.chunks[0]?.[0]?.n ?? null;
  const newest = window.chunks.at(-1)?.at(-1)?.n ?? null;
  if (oldest === null || newest === null) return window.live;
  return (window.complete || oldest <= Math.max(after, 1)) && (window.live || newest > after);
}

export function chunked(messages: readonly Message[]): Chunks {
  const chunks: Message[][] = [];
  for (let i = 0; i < messages.length; i += limits.chunkMax)
    chunks.push(messages.slice(i, i + limits.chunkMax));
  return chunks;
}

/** Keeps the newest: used when something was added at the end. */
export function trimmedOldest(window: Conversation, max: number = limits.messagesMax): Conversation {
  let { chunks, size } = window;
  while (size > max) {
    size -= chunks[0]?.length ?? size;
    chunks = chunks.slice(1);
  }
  return chunks === window.chunks ? window : { ...window, chunks, size, complete: false };
}

/** Keeps the oldest: used when older pages were added; the window then no longer reaches the newest. */
export function trimmedNewest(window: Conversation, max: number = limits.messagesMax): Conversation {
  let { chunks, size } = window;
  while (size > max) {
    size -= chunks.at(-1)?.length ?? size;
    chunks = chunks.slice(0, -1);
  }
  return chunks === window.chunks ? window : { ...window, chunks, size, live: false };
}

/**
 * Changes one message in place; `change` answers null to take it out. The same window when it is not here.
 */
export function rewritten(
  window: Conversation,
  id: MessageId,
  change: (message: Message) => Message | null,
): Conversation {
  // Searches from the newest: recalled messages are mostly recent.
  for (let c = window.chunks.length - 1; c >= 0; c--) {
    const chunk = window.chunks[c] ?? [];
    const at = chunk.findIndex((message) => message.id === id);
    const current = chunk[at];
    if (!current) continue;
    const next = change(current);
    if (next === current) return window;
    const remaining = next
      ? chunk.map((message, i) => (i === at ? next : message))
      : chunk.filter((_, i) => i !== at);
    const chunks = remaining.length
      ? window.chunks.map((one, i) => (i === c ? remaining : one))
      : window.chunks.filter((_, i) => i !== c);
    return { ...window, chunks, size: window.size - (next ? 0 : 1) };
  }
  return window;
}

/** Removes the pins of messages that are gone. */
export const withoutPins = (
  { pins }: Conversation,
  isGone: (pin: MessagePin) => boolean,
): Conversation['pins'] => pins?.list && { ...pins, list: pins.list.filter((one) => !isGone(one)) };

/** Remembers an erased message for pages requested earlier, and removes its pin. */
export function withErased(window: Conversation, id: MessageId, how: 'recalled' | 'deleted'): Conversation {
  if (window.erased.get(id) === how) return window;
  const erased = new Map(window.erased);
  erased.delete(id);
  erased.set(id, how);
  for (const old of erased.keys()) {
    if (erased.size <= limits.erasedMax) break;
    erased.delete(old);
  }
  return { ...window, erased, pins: withoutPins(window, (pin) => pin.id === id) ?? window.pins };
}

/** Applies each change of a conversation to its open thread as well. */
export function inThread(window: Conversation, change: (one: Conversation) => Conversation): Conversation {
  const { thread } = window;
  if (thread === undefined) return window;
  const [first, answers] = [change(thread.first), change(thread.answers)];
  return first === thread.first && answers === thread.answers
    ? window
    : { ...window, thread: { ...thread, first, answers } };
}

export function withWindow(
  state: State,
  id: ContactId,
  change: (window: Conversation) => Conversation,
): State {
  const window = state.conversations.get(id);
  if (!window) return state;
  const next = inThread(change(window), change);
  return next === window ? state : { ...state, conversations: withKey(state.conversations, id, next) };
}
