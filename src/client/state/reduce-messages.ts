import type { Place, ServerEvent } from '../../domain/events.ts';
import type { ContactId, MessageId, UserId } from '../../domain/ids.ts';
import { ADMIN_NOTICE, FAVOURITES, parseTarget, threadKey, userId } from '../../domain/ids.ts';
import { windowLimits as limits } from './limits.ts';
import { callLine } from '../../domain/call.ts';
import { isToMe } from '../../domain/alert.ts';
import { hasWord } from '../../domain/alert-words.ts';
import { toPlain } from '../../domain/markup.ts';
import { unmarked } from '../../domain/rich-text.ts';
import { withPicture } from '../../domain/album.ts';
import { captionOf } from '../../domain/message.ts';
import type { LastMessage, Message } from '../../domain/message.ts';
import { blockedBy } from './blocked.ts';
import { countPosted, withContact } from './counting.ts';
import { figuresOf, recounted, contactOf, patched, withKey } from './figures.ts';
import type { Posted } from './counting.ts';
import type { Effect, Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { alertWords } from './kept-shown.ts';
import { silenceAt } from './preferences.ts';
import { minimalContact, NO_COUNTING } from './empty.ts';
import { outgoingAsMessage, withoutOutboxItem } from './outbox-view.ts';
import { withPendingChanges } from './selectors.ts';
import { canHearMentions, isHeard } from './totals.ts';
import { conversationOf } from './positions.ts';
import { previewOf } from './preview.ts';
import { lastMessageOf } from './recalled.ts';
import { withAnswer, withAnswered, withThreadNews } from './reduce-threads.ts';
import type { Contact, Conversation, Counting, State } from './state.ts';
import { withoutTyping } from './typing.ts';
import { appended } from './windows.ts';

type PostedEvent = Extract<ServerEvent, { type: 'messagePosted' }>;
type VoidEvent = Extract<ServerEvent, { type: 'messageVoid' }>;

/** An incoming message (LIST-9): list row, counters, window, outbox, and its notification. */
export function messagePosted(state: State, event: PostedEvent, place: Place): Reduced {
  const id = conversationOf(state, place, event.to, event.toUser);
  const message = place ? event.message : asSent(state, id, event.message);
  const recent = place ? state : withRecentId(state, id, message.id);
  if (!recent) return { state, effects: NO_EFFECTS };
  const mine = message.from.id === state.self?.id;
  const was = recent.contacts.get(id);
  const base = was ?? unknownContact(id, event, place);
  const counting = countPosted(base.counting, countMessage(state, message, mine, place));
  const contact = withPosted(base, message, counting, place, event.notice);
  let next = withoutTyping(withContact(recent, contact, was), id, message.from.id);
  next = withThreadNews(withWindowMessage(next, id, message), id, event.thread, place);
  if (mine) return settleItem(withAnswered(next, id, event.thread), id, message.id);
  if (event.thread?.follows !== true) return { state: next, effects: arrival(next, contact, message) };
  return followThread(next, contact, message, event.thread.root);
}

/**
 * A plain server returns only the fields it was sent, so a message waiting in the outbox is recognised as the
 * user's by its id (PLAIN-2).
 */
function asSent(state: State, id: ContactId, message: Message): Message {
  const sent = state.outbox.get(id)?.find((item) => item.message.id === message.id);
  if (sent === undefined) return message;
  const own = outgoingAsMessage(state, sent.message);
  return {
    ...message,
    from: message.from.id === own.from.id && message.from.displayName !== '' ? message.from : own.from,
    sentAtMs: message.sentAtMs || own.sentAtMs,
  };
}

/** Fields that few contacts have. */
type RareField = 'reacted' | 'answered' | 'archivedTo' | 'marked' | 'stale' | 'extras' | 'groupCall';

/**
 * The contact after a message. Every field by name: this is what every message costs, and a spread
 * costs four times as much.
 */
function withPosted(
  base: Contact,
  message: Message,
  counting: Counting,
  place: Place,
  notice: string | undefined,
): Contact {
  const { unread, mentions, hidden } = figuresOf(base, counting);
  const next = {
    id: base.id,
    kind: base.kind,
    stream: base.stream ?? place?.stream ?? null,
    displayName: base.displayName,
    realname: base.realname,
    account: base.account,
    avatar: base.avatar,
    namePy: base.namePy,
    index: base.index,
    isTop: base.isTop,
    isNotice: base.isNotice,
    quiet: base.quiet,
    isOnline: base.isOnline,
    last: inAlbum(base.last, lastMessageOf(message)),
    lastSentAtMs: message.sentAtMs,
    unread,
    mentions,
    hidden,
    group: notice === undefined ? base.group : withNotice(base.group, notice),
    counting,
    timers: base.timers,
  } satisfies Record<Exclude<keyof Contact, RareField>, unknown>;
  const { reacted, answered, archivedTo, marked, stale, extras, groupCall } = base;
  if ((reacted ?? answered ?? archivedTo ?? marked ?? stale ?? extras ?? groupCall ?? null) === null)
    return next;
  const rare = { reacted, answered, archivedTo, marked, stale, extras, groupCall };
  return { ...next, ...(rare satisfies Record<RareField, unknown>) };
}

const toAlbumPart = (one: LastMessage) => ({
  from: one.from,
  sentAtMs: one.sentAtMs,
  album: { count: one.album ?? 1, words: one.caption ?? '' },
});

/** A picture after others of the same sender is shown with them as an album (LIST-6). */
function inAlbum(before: LastMessage | null, last: LastMessage): LastMessage {
  if (last.type !== 'image' || before?.type !== 'image') return last;
  const { count, words } = withPicture(toAlbumPart(before), toAlbumPart(last));
  return count > 1 ? { ...last, album: count, ...(words !== '' && { caption: words }) } : last;
}

/** The message is deleted: its number is taken, without content (STREAM-12). */
export function messageVoid(state: State, event: VoidEvent, place: Place): Reduced {
  const mine = event.from === state.self?.id;
  const was = state.contacts.get(event.conversation);
  const at: Posted = { seq: place?.seq ?? null, n: event.n, mine, mention: mine ? null : 0 };
  const { notice } = event;
  const updated =
    was &&
    recounted(
      notice === undefined ? was : { ...was, group: withNotice(was.group, notice) },
      countPosted(was.counting, at),
    );
  const next = updated && place ? withContact(state, updated, was) : state;
  return mine ? settleItem(next, event.conversation, event.id) : { state: next, effects: NO_EFFECTS };
}

function countMessage(state: State, message: Message, mine: boolean, place: Place): Posted {
  const seq = place?.seq ?? null;
  if (mine) return { seq, n: message.n, mine, mention: null };
  // The next event about the message reports its original mentions.
  if (message.recalled || message.rev !== undefined) return { seq, n: message.n, mine, mention: 0 };
  const self = state.self?.id;
  const mentioned = message.at.includes(0) || (self !== undefined && message.at.includes(self));
  return { seq, n: message.n, mine, mention: mentioned ? 1 : null };
}

/** A message that announces the group's notice contains its present text. */
const withNotice = (group: Contact['group'], notice: string): Contact['group'] =>
  group && patched(group, { notice });

/**
 * LIST-9: built from the facts in the message, otherwise a minimal one. Nothing before this message counts.
 */
function unknownContact(id: ContactId, event: PostedEvent, place: Place): Contact {
  // On a plain server the copy of the user's own message describes the user, not the other side.
  const base =
    event.contact?.id === id
      ? contactOf(event.contact)
      : withSenderName(minimalContact(id, kindOf(id)), event.message);
  const n = event.message.n;
  if (n === null) return { ...base, counting: NO_COUNTING, unread: 0, mentions: 0 };
  const seq = (place?.seq ?? 1) - 1;
  const counting = {
    ...NO_COUNTING,
    seq,
    count: n - 1,
    mark: n - 1,
    ownSeq: seq,
    mentionMark: n - 1,
    mentionSeq: seq,
  };
  return { ...base, counting, unread: 0, mentions: 0, hidden: false };
}

const withSenderName = (contact: Contact, message: Message): Contact =>
  contact.kind === 'person' && contact.id === String(message.from.id)
    ? {
        ...contact,
        displayName: message.from.displayName,
        realname: message.from.realname,
        avatar: message.from.avatar,
      }
    : contact;

function kindOf(id: ContactId): Contact['kind'] {
  if (id === FAVOURITES) return 'favourites';
  if (id === ADMIN_NOTICE) return 'notice';
  return parseTarget(id)?.kind === 'group' ? 'group' : 'person';
}

/** Takes note of an id without a place; null when it was there already (STORE-9), also by a page. */
function withRecentId(state: State, id: ContactId, message: MessageId): State | null {
  const ids = state.recentIds.get(id) ?? [];
  if (
    ids.includes(message) ||
    state.conversations
      .get(id)
      ?.chunks.at(-1)
      ?.some((one) => one.id === message)
  )
    return null;
  const next = [...ids, message].slice(-limits.recentIdsMax);
  return { ...state, recentIds: withKey(state.recentIds, id, next) };
}

function withWindowMessage(state: State, id: ContactId, message: Message): State {
  const window = state.conversations.get(id);
  if (!window) return state;
  const next = withNewest(withAnswer(window, message), message);
  return next === window ? state : { ...state, conversations: withKey(state.conversations, id, next) };
}

function withNewest(window: Conversation, message: Message): Conversation {
  if (window.live) return appended(window, message);
  const mayMiss = window.loading !== 'no' && window.loading !== 'older' && window.loading !== 'failed';
  return mayMiss ? { ...window, early: [...window.early, message] } : window;
}

function settleItem(state: State, conversation: ContactId, id: MessageId): Reduced {
  const next = withoutOutboxItem(state, conversation, id);
  return next === state
    ? { state, effects: NO_EFFECTS }
    : { state: next, effects: [{ type: 'settled', id, conversation }] };
}

/** A followed thread notifies even if the group is muted, and is then marked in the list (THREAD-7). */
function followThread(state: State, contact: Contact, message: Message, root: number): Reduced {
  const { id } = contact;
  const isWanted = state.pending.follow.get(threadKey(id, root))?.on !== false;
  const isMuted = !isHeard(withPendingChanges(contact, state.pending));
  if (!isMuted || !isWanted || message.recalled || isByBlocked(state, message))
    return { state, effects: arrival(state, contact, message) };
  const isSeen = state.open === id || state.conversations.get(id)?.thread?.root === root;
  const marked = { ...contact, answered: { id: message.id, n: message.n, root } };
  const next = isSeen ? state : withContact(state, marked, contact);
  // In quiet hours, a mention or reply may still alert (ALERT-5).
  if (silenceAt(state, message.sentAtMs) !== null)
    return { state: next, effects: arrival(state, contact, message) };
  const sound: Effect = { type: 'sound', conversation: id };
  return {
    state: next,
    effects: isSeen ? [sound] : [sound, { ...arrivedFrom(marked, message), follows: true }],
  };
}

const isToMine = ({ self }: State, { at, quote }: Message): boolean =>
  self !== null && isToMe({ at, answers: quote?.userId ?? null }, self.id);

/** Group messages of a user the viewer has blocked do not notify (BLOCK-11). */
const isByBlocked = (state: State, { from }: Message): boolean => blockedBy(state).has(userId(from.id));
/** Returns true if it contains a keyword of the user (ALERT-4). */
const isOfMyWords = (state: State, { type, content, extra }: Message): boolean =>
  hasWord(toPlain(unmarked(type === 'text' ? content : captionOf(extra), extra)), alertWords(state));

const arrivedFrom = (contact: Contact, message: Message): Extract<Effect, { type: 'arrived' }> => ({
  type: 'arrived',
  conversation: contact.id,
  from: contact.kind === 'group' ? message.from.displayName : contact.displayName,
  preview: previewOf(contact.last),
  // Further messages may arrive before it is shown: each alerts (PUSH-19).
  id: message.id,
});

/** An edit newly mentions the user: notifies once, like a message that mentions them (EDIT-4, ALERT-2). */
export function mentionAdded(
  state: State,
  contact: Contact,
  {
    id,
    author,
    words,
    from,
  }: {
    readonly id: MessageId;
    readonly author: UserId | null;
    readonly words: string;
    readonly from: string;
  },
): readonly Effect[] {
  const isHidden = author === null || blockedBy(state).has(author);
  if (isHidden || !canHearMentions(withPendingChanges(contact, state.pending))) return NO_EFFECTS;
  if (silenceAt(state) === 'all') return NO_EFFECTS;
  const sound: Effect = { type: 'sound', conversation: contact.id };
  if (state.open === contact.id) return [sound];
  const preview = previewOf({ type: 'text', content: words, note: null });
  return [sound, { type: 'arrived', conversation: contact.id, from, preview, toMe: true, id }];
}

/**
 * EFFECT-1, ALERT-2: a sound and a notification for messages of others that may notify; without numbers the
 * open chat is read.
 */
function arrival(state: State, contact: Contact, message: Message): readonly Effect[] {
  const effects: Effect[] = [];
  const withPending = withPendingChanges(contact, state.pending);
  const toMe = canHearMentions(withPending) && (isToMine(state, message) || isOfMyWords(state, message));
  // They talk in the other call (CALL-9).
  const isMerged = message.type === 'webrtc' && callLine(message.extra).merged === true;
  // A message sent in quiet hours does not notify afterwards, either (ALERT-5).
  const silence = silenceAt(state, message.sentAtMs);
  const isAudible = silence === null ? isHeard(withPending) || toMe : silence === 'butToMe' && toMe;
  if (isAudible && !isMerged && !message.recalled && !isByBlocked(state, message)) {
    effects.push({ type: 'sound', conversation: contact.id });
    if (state.open !== contact.id) effects.push({ ...arrivedFrom(contact, message), ...(toMe && { toMe }) });
  }
  // Without numbers the view cannot report how far it was read (COUNT-2).
  if (state.open === contact.id && message.n === null)
    effects.push({ type: 'markRead', conversation: contact.id });
  return effects.length === 0 ? NO_EFFECTS : effects;
}
