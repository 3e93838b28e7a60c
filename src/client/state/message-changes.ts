import type { Role } from '../../domain/contact.ts';
import type { MessageId, MsgId, UserId } from '../../domain/ids.ts';
import type { LinkPreview } from '../../domain/link-preview.ts';
import { toNamedUsers } from '../../domain/mention-names.ts';
import type { EditedWords, Message, MessagePin, ReactionCount, Replies } from '../../domain/message.ts';
import { NO_TALLY } from '../../domain/poll.ts';
import type { PollTally } from '../../domain/poll.ts';
import { asEdited, quotedAs } from './edits.ts';
import { patched } from './figures.ts';

/** A change of a message that stays: to its line, or to quotes of it. */
export type MessageChange =
  | EditedLine
  | ReactedLine
  | PolledLine
  | LinkedLine
  | RepliedLine
  | UpdatedLine
  | ReadLines
  | RoleLines
  /** Recalled or deleted, as quotes name it: no quote has its words (RECALL-2). */
  | { readonly kind: 'unquoted'; readonly msgId: MsgId };

export interface EditedLine {
  readonly kind: 'edited';
  readonly id: MessageId;
  /** The id by which quotes refer to it. */
  readonly msgId: MsgId | null;
  readonly words: EditedWords;
  readonly at: readonly number[];
}

/** `mine` null: the viewer's own reactions did not change. */
export interface ReactedLine {
  readonly kind: 'reacted';
  readonly id: MessageId;
  readonly at: number;
  readonly counts: readonly ReactionCount[];
  readonly mine: readonly string[] | null;
}

/** `mine` null: the viewer's own vote did not change. */
export interface PolledLine extends Pick<PollTally, 'at' | 'counts' | 'voters' | 'closed'> {
  readonly kind: 'polled';
  readonly id: MessageId;
  readonly mine: readonly number[] | null;
}

/** `link` null: the card was removed. */
export interface LinkedLine {
  readonly kind: 'linked';
  readonly id: MessageId;
  readonly link: LinkPreview | null;
}

/** How many answers there are, by the ordinal of the first message of a thread. */
export interface RepliedLine extends Replies {
  readonly kind: 'replied';
  readonly n: number;
}

/** The end of a call, or what a plain server changes; null: that stays. */
export interface UpdatedLine {
  readonly kind: 'updated';
  readonly id: MessageId;
  readonly content: string | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** All messages of a member in a group show their present role (GROUP-33). */
export interface RoleLines {
  readonly kind: 'role';
  readonly user: UserId;
  readonly role: Role;
}

/** Messages of `by` that the other side has read: these, or all up to this number. */
export type ReadLines = { readonly kind: 'read'; readonly by: UserId } & (
  | { readonly ids: readonly MessageId[] }
  | { readonly upTo: MsgId }
);

interface Kind<Change> {
  /** The message after the change; the same object where the change does not concern it. */
  readonly apply: (message: Message, change: Change) => Message;
  /** An earlier change of this kind has no effect beside the present one, and is not kept. */
  readonly replaces?: (before: Change, now: Change) => boolean;
}

type Of<K extends MessageChange['kind']> = Extract<MessageChange, { readonly kind: K }>;

const sameMessage = (before: { readonly id: MessageId }, now: { readonly id: MessageId }): boolean =>
  before.id === now.id;

/** A change of one message, unless it was recalled. */
const ofOne =
  <Change extends { readonly id: MessageId }>(apply: (message: Message, change: Change) => Message) =>
  (message: Message, change: Change): Message =>
    message.id === change.id && !message.recalled ? apply(message, change) : message;

/** How each kind of change applies to a message. */
const MESSAGE_CHANGES: { readonly [K in MessageChange['kind']]: Kind<Of<K>> } = {
  edited: {
    apply: (message, change) =>
      withQuote(ofOne<EditedLine>((one, { words, at }) => asEdited(one, words, at))(message, change), change),
    // Former text is not kept (EDIT-2).
    replaces: sameMessage,
  },
  reacted: { apply: ofOne(asReacted) },
  polled: { apply: ofOne(asPolled) },
  // Former cards are not kept (PREVIEW-8).
  linked: { apply: ofOne((message, { link }) => asLinked(message, link)), replaces: sameMessage },
  updated: { apply: ofOne(asUpdated) },
  replied: { apply: asReplied },
  read: { apply: asRead },
  role: {
    apply: (message, { user, role }) => (message.from.id === user ? patched(message, { role }) : message),
    replaces: (before, now) => before.user === now.user,
  },
  unquoted: { apply: (message, change) => withEmptyQuote(message, (msgId) => msgId === change.msgId) },
};

/**
 * Applies a change to a message; returns the same object if the change does not concern it, or it was
 * recalled.
 */
export const asChanged = (message: Message, change: MessageChange): Message =>
  (MESSAGE_CHANGES[change.kind] as Kind<MessageChange>).apply(message, change);

/** Returns true if `before` has no effect beside `now`. */
export const isReplaced = (before: MessageChange, now: MessageChange): boolean =>
  before.kind === now.kind &&
  (MESSAGE_CHANGES[now.kind] as Kind<MessageChange>).replaces?.(before, now) === true;

/** A pin shows the new text of its message: text not available here is requested (PINS-7). */
export const asPinned = (pin: MessagePin, change: MessageChange): MessagePin =>
  change.kind === 'edited' && change.id === pin.id && change.words.rev > pin.rev
    ? { ...pin, rev: change.words.rev }
    : pin;

/** The same message where it quotes another one. */
export function withQuote(message: Message, { msgId, words }: Pick<EditedLine, 'msgId' | 'words'>): Message {
  const { quote } = message;
  if (quote === null || quote.content === '' || quote.msgId !== msgId) return message;
  const mentions = words.mentions && toNamedUsers(words.mentions);
  return { ...message, quote: { ...quote, content: quotedAs(quote.realname, words), named: mentions } };
}

/** Empties the quoted text if the quoted message is gone. */
export function withEmptyQuote(message: Message, isGone: (msgId: MsgId, by: Message) => boolean): Message {
  const { quote } = message;
  return quote !== null && quote.content !== '' && isGone(quote.msgId, message)
    ? { ...message, quote: { ...quote, content: '' } }
    : message;
}

/** A change older than the known state is ignored. */
function asReacted(message: Message, { at, counts, mine }: ReactedLine): Message {
  const before = message.reactions ?? { at: 0, counts: [], mine: [], mineAt: 0 };
  const next = {
    ...before,
    ...(at >= before.at && { at, counts }),
    ...(mine !== null && at >= before.mineAt && { mine, mineAt: at }),
  };
  return { ...message, reactions: next };
}

/** A change older than the known state is ignored; a closed poll stays closed. */
function asPolled(message: Message, { at, counts, voters, closed, mine }: PolledLine): Message {
  const before = message.poll ?? NO_TALLY;
  const poll = {
    ...before,
    ...(at >= before.at && { at, counts, voters }),
    closed: closed || before.closed,
    ...(mine !== null && at >= before.mineAt && { mine, mineAt: at }),
  };
  return { ...message, poll };
}

/** Sets or removes the card. */
export function asLinked(message: Message, link: LinkPreview | null): Message {
  if (link !== null) return { ...message, link };
  if (message.link === undefined) return message;
  const { link: _gone, ...rest } = message;
  return rest;
}

function asUpdated(message: Message, { content, extra }: UpdatedLine): Message {
  return patched(message, { ...(content !== null && { content }), ...(extra !== null && { extra }) });
}

/** A change older than the known state is ignored. */
function asReplied(message: Message, { n, at, count }: RepliedLine): Message {
  return message.n !== n || message.recalled || (message.replies?.at ?? 0) > at
    ? message
    : { ...message, replies: { at, count } };
}

function asRead(message: Message, change: ReadLines): Message {
  const isIt = 'ids' in change ? change.ids.includes(message.id) : message.msgId <= change.upTo;
  return isIt && message.from.id === change.by ? patched(message, { isRead: true }) : message;
}
