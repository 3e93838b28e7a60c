import { callLine } from '../../domain/call.ts';
import type { Place, ServerEvent } from '../../domain/events.ts';
import type { ContactId, MessageId, MsgId, UserId } from '../../domain/ids.ts';
import { personContact } from '../../domain/ids.ts';
import type { LastMessage, Message } from '../../domain/message.ts';
import { withEmptyQuote } from './message-changes.ts';
import { clearedTo, mentionGone, peerReadTo, changedContact, uncounted } from './counting.ts';
import { mapped, patched, recounted } from './figures.ts';
import type { Effect, Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { emptyConversation } from './empty.ts';
import { withChange, withoutChanges } from './meanwhile.ts';
import { asRecalled, lastMessageOf } from './recalled.ts';
import { rewritten, withErased, withWindow, withoutPins } from './windows.ts';
import type { Contact, Conversation, Counting, ReactionToMe, State } from './state.ts';
import { withoutReminders } from './later.ts';
import { withoutRecall } from './pending-changes.ts';
import { withThreadNews } from './reduce-threads.ts';

type Of<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>;

/** Recall (RECALL-2, COUNT-5, COUNT-6): the bubble becomes a line, mentions go, the list follows. */
export function messageRecalled(state: State, rawEvent: Of<'messageRecalled'>, place: Place): Reduced {
  const id = rawEvent.conversation ?? holderOf(state, rawEvent.id);
  if (id === null) return { state, effects: NO_EFFECTS };
  const event = rawEvent.byName === '' ? { ...rawEvent, byName: nameIn(state, id, rawEvent.by) } : rawEvent;
  let next = changedContact(withoutRecall(withoutReminderOf(state, event.id), event.id), id, (current) => {
    const contact = withoutMarksOf(current, ({ id: of }) => of === event.id);
    const updated = recounted(contact, withoutLine(state, contact.counting, event, place));
    if (event.last) return withLast(updated, event.last);
    const isLast = event.isLast || updated.last?.id === event.id;
    return isLast && updated.last ? withLast(updated, recalledLast(updated.last, event)) : updated;
  });
  next = withThreadNews(next, id, event.thread, place);
  next = withWindow(next, id, (window) => {
    const erased = withErased(withoutChanges(window, event.id), event.id, 'recalled');
    const erasedNumber = event.msgId ?? numberOf(window, event.id);
    return unquoted(
      rewrittenEarly(erased, event.id, (message) => asRecalled(message, event)),
      erasedNumber,
    );
  });
  return { state: next, effects: withdrawn(state, id, event) };
}

/** Neither unread (COUNT-17) nor a mention of mine (COUNT-5). */
function withoutLine(
  state: State,
  counting: Counting,
  event: Of<'messageRecalled' | 'messageDeleted'>,
  place: Place,
): Counting {
  const seq = place?.seq ?? null;
  const isOther = event.author !== (state.self?.id ?? null);
  const at = event.uncounts === true && isOther ? uncounted(counting, seq, event.n) : counting;
  return mentionGone(at, seq, event.n, mentionedMe(state, event));
}

/** Also among what came while a page was on its way. */
function rewrittenEarly(
  window: Conversation,
  id: MessageId,
  change: (message: Message) => Message | null,
): Conversation {
  const next = rewritten(window, id, change);
  return next.early.some((one) => one.id === id)
    ? { ...next, early: next.early.flatMap((one) => (one.id === id ? (change(one) ?? []) : one)) }
    : next;
}

/** Removes reminders of the message (LATER-11). */
const withoutReminderOf = (state: State, removedId: MessageId): State =>
  withoutReminders(state, ({ id }) => id === removedId);

/** A plain server sends no names: uses the name in the list or the open chat (PLAIN-5). */
function nameIn(state: State, id: ContactId, person: UserId): string {
  const contactName = state.contacts.get(personContact(person))?.displayName;
  const author = state.conversations
    .get(id)
    ?.chunks.flat()
    .findLast(({ from }) => from.id === person)?.from;
  return contactName ?? author?.displayName ?? '';
}

/** For a server that does not send the new row: the row loses its content. */
const recalledLast = (
  { n, sentAtMs, from, fromName, id }: LastMessage,
  event: Of<'messageRecalled'>,
): LastMessage => ({
  n,
  sentAtMs,
  from,
  id,
  ...(fromName !== undefined && { fromName }),
  type: 'event',
  content: event.content,
  note: { note: 'recalled', by: event.by, name: event.byName, byManager: event.byManager },
});

/** A deletion for all members (RECALL-3): the bubble goes, the list shows the newest that remains. */
export function messageDeleted(state: State, event: Of<'messageDeleted'>, place: Place): Reduced {
  const id = event.conversation ?? holderOf(state, event.id);
  if (id === null) return { state, effects: NO_EFFECTS };
  let next = changedContact(withoutRecall(withoutReminderOf(state, event.id), event.id), id, (current) => {
    const contact = withoutMarksOf(current, ({ id: of }) => of === event.id);
    const updated = recounted(contact, withoutLine(state, contact.counting, event, place));
    if (event.last !== undefined) return withLast(updated, event.last);
    return updated.last?.id === event.id
      ? withLast(updated, newestBut(state.conversations.get(id), event.id))
      : updated;
  });
  next = withThreadNews(next, id, event.thread, place);
  next = withWindow(next, id, (window) => {
    const erased = withErased(withoutChanges(window, event.id), event.id, 'deleted');
    const erasedNumber = event.msgId ?? numberOf(window, event.id);
    return unquoted(
      rewrittenEarly(erased, event.id, () => null),
      erasedNumber,
    );
  });
  return { state: next, effects: withdrawn(state, id, event) };
}

/** Closes the notification of an erased message, even if it is not the newest one (PUSH-13). */
const withdrawn = (
  state: State,
  conversation: ContactId,
  event: Of<'messageRecalled' | 'messageDeleted'>,
): readonly Effect[] =>
  mentionedMe(state, event) || isUnread(state, conversation, event)
    ? [{ type: 'withdrawn', conversation, id: event.id }]
    : NO_EFFECTS;

function isUnread(
  state: State,
  conversation: ContactId,
  { n, author }: Of<'messageRecalled' | 'messageDeleted'>,
): boolean {
  const mark = state.contacts.get(conversation)?.counting.mark ?? 0;
  return author !== state.self?.id && (n === null || n > mark);
}

/** The text of a line changed, without showing it as edited. */
export function messageUpdated(
  state: State,
  event: Pick<Of<'messageUpdated'>, 'conversation' | 'id' | 'content' | 'extra'>,
): Reduced {
  const id = event.conversation ?? holderOf(state, event.id);
  if (id === null) return { state, effects: NO_EFFECTS };
  const { content, extra } = event;
  const change = { kind: 'updated', id: event.id, content, extra } as const;
  let next = withWindow(state, id, (window) => withChange(window, change));
  next = changedContact(next, id, (contact) =>
    contact.last?.id === event.id
      ? patched(contact, {
          last: patched(contact.last, {
            ...(content !== null && { content }),
            ...(contact.last.type === 'webrtc' && extra !== null && { call: callLine(extra) }),
          }),
        })
      : contact,
  );
  return { state: next, effects: NO_EFFECTS };
}

/** Everything up to `n` is cleared for all members; null = all so far. */
export function historyCleared(state: State, event: Of<'historyCleared'>, place: Place): Reduced {
  const { conversation: id } = event;
  const upTo = event.n ?? state.contacts.get(id)?.counting.count ?? 0;
  const cleaned = withoutReminders(state, ({ to, n }) => to === id && n <= upTo);
  let next = changedContact(cleaned, id, (current) => {
    const n = event.n ?? current.counting.count;
    const contact = withoutMarksOf(current, (mark) => (mark.n ?? 0) <= n);
    // Cleared messages are unread for no member, the partner included (COUNT-10).
    const counting = clearedTo(contact.counting, n, place?.seq ?? null, event.mentions);
    const cleared = recounted(contact, contact.kind === 'person' ? peerReadTo(counting, n) : counting);
    const lastN = cleared.last?.n ?? null;
    return cleared.last && (lastN === null || lastN <= n)
      ? { ...cleared, last: null, lastSentAtMs: 0 }
      : cleared;
  });
  next = withWindow(next, id, (window) => clearedWindow(window, event.n, place));
  const [was, now] = [state.contacts.get(id)?.last, next.contacts.get(id)?.last];
  // Its notification shows the newest message (PUSH-13).
  const isGone = was && was.id !== null && now?.id !== was.id;
  return {
    state: next,
    effects: isGone ? [{ type: 'withdrawn', conversation: id, id: was.id }] : NO_EFFECTS,
  };
}

function clearedWindow(window: Conversation, upTo: number | null, place: Place): Conversation {
  const n = upTo ?? Number.MAX_SAFE_INTEGER;
  const remaining = window.chunks.map((chunk) =>
    chunk.filter((message) => message.n !== null && message.n > n),
  );
  const chunks = remaining.filter((chunk) => chunk.length > 0);
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const pins = {
    seq: Math.max(place?.seq ?? 0, window.pins?.seq ?? 0),
    list: withoutPins(window, (pin) => pin.n <= n)?.list,
  };
  const { id, live, thread } = window;
  // Lines between the cleared range and the loaded ones remain, and are loaded as usual.
  const complete = window.complete || (window.chunks[0]?.[0]?.n ?? Number.MAX_SAFE_INTEGER) <= n + 1;
  const cleared = { ...emptyConversation(id), chunks, size, live, complete, pins, thread };
  // Numbers rise with the messages of a chat: everything below the first remaining message is gone, whether
  // or not it was loaded. Only a chain that begins after the cleared range certainly remains.
  const first = Math.min(...chunks.flat().map(({ msgId }) => msgId));
  return withoutQuotes(cleared, (msgId, { root = 0 }) => msgId < first && root <= n);
}

/** Removes from the list row the marks of reactions and answers whose message is gone (REACT-7). */
function withoutMarksOf(
  contact: Contact,
  isGone: (mark: Pick<ReactionToMe, 'id' | 'n'>) => boolean,
): Contact {
  const { reacted, answered } = contact;
  const cleaned = reacted !== undefined && isGone(reacted) ? { ...contact, reacted: undefined } : contact;
  return answered !== undefined && isGone(answered) ? { ...cleaned, answered: undefined } : cleaned;
}

export function mentionedMe(
  state: State,
  event: { readonly mentioned: readonly number[]; readonly author: UserId | null },
): boolean {
  const self = state.self?.id;
  if (self === undefined || event.author === self) return false;
  return event.mentioned.includes(0) || event.mentioned.includes(self);
}

export function withLast(contact: Contact, last: LastMessage | null): Contact {
  if (last === null) return patched(contact, { last: null, lastSentAtMs: 0 });
  return { ...contact, last, lastSentAtMs: last.sentAtMs };
}

/** Returns the newest message still in the window, if the server does not report the new last line. */
function newestBut(window: Conversation | undefined, id: MessageId): LastMessage | null {
  const rest = window?.chunks
    .flat()
    .filter((message) => message.id !== id)
    .at(-1);
  return rest ? lastMessageOf(rest) : null;
}

export function numberOf(window: Conversation, id: MessageId): MsgId | null {
  for (const chunk of window.chunks) for (const message of chunk) if (message.id === id) return message.msgId;
  return null;
}

/** Quotes of it lose their text as well, including those on a page being loaded (RECALL-2). */
const unquoted = (window: Conversation, msgId: MsgId | null): Conversation =>
  msgId === null ? window : withChange(window, { kind: 'unquoted', msgId });

/** Empties quotes in the chat and in early arrivals. */
function withoutQuotes(window: Conversation, isGone: (msgId: MsgId, by: Message) => boolean): Conversation {
  const without = (message: Message): Message => withEmptyQuote(message, isGone);
  const chunks = mapped(window.chunks, (chunk) => mapped(chunk, without));
  const early = mapped(window.early, without);
  return chunks === window.chunks && early === window.early ? window : { ...window, chunks, early };
}

/** Plain servers name no conversation: the window or list row that holds the message. */
export function holderOf(state: State, id: MessageId): ContactId | null {
  for (const window of state.conversations.values()) {
    if (window.chunks.some((chunk) => chunk.some((message) => message.id === id))) return window.id;
  }
  for (const contact of state.contacts) if (contact.last?.id === id) return contact.id;
  return null;
}
