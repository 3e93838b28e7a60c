import type { MsgId } from '../../domain/ids.ts';
import type { LinkPreview } from '../../domain/link-preview.ts';
import type { Message, MessagePin } from '../../domain/message.ts';
import { namedAs } from '../../domain/mention-names.ts';
import { NO_TALLY } from '../../domain/poll.ts';
import { asEdited, quotedAs } from './edits.ts';
import { patched } from './figures.ts';
import type {
  EditedLine,
  MessageChange,
  PolledLine,
  ReactedLine,
  ReadLines,
  RepliedLine,
  UpdatedLine,
} from './message-change.ts';

/**
 * Applies a change to a message; returns the same object if the change does not concern it, or it was
 * recalled.
 */
export function asChanged(message: Message, change: MessageChange): Message {
  if (change.kind === 'unquoted') return withEmptyQuote(message, (msgId) => msgId === change.msgId);
  if (change.kind === 'read') return asRead(message, change);
  if (change.kind === 'role')
    return message.from.id === change.user ? patched(message, { role: change.role }) : message;
  if (change.kind === 'replied') return asReplied(message, change);
  const isIt = message.id === change.id && !message.recalled;
  if (change.kind === 'edited')
    return withQuote(isIt ? asEdited(message, change.words, change.at) : message, change);
  if (!isIt) return message;
  switch (change.kind) {
    case 'reacted':
      return asReacted(message, change);
    case 'polled':
      return asPolled(message, change);
    case 'linked':
      return asLinked(message, change.link);
    case 'updated':
      return asUpdated(message, change);
  }
}

/** A pin shows the new text of its message: text not available here is requested (PINS-7). */
export const asPinned = (pin: MessagePin, change: MessageChange): MessagePin =>
  change.kind === 'edited' && change.id === pin.id && change.words.rev > pin.rev
    ? { ...pin, rev: change.words.rev }
    : pin;

/** The same message where it quotes another one. */
export function withQuote(message: Message, { msgId, words }: Pick<EditedLine, 'msgId' | 'words'>): Message {
  const { quote } = message;
  if (quote === null || quote.content === '' || quote.msgId !== msgId) return message;
  const named = words.mentions && namedAs(words.mentions);
  return { ...message, quote: { ...quote, content: quotedAs(quote.realname, words), named } };
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
  const known = message.reactions ?? { at: 0, counts: [], mine: [], mineAt: 0 };
  const next = {
    ...known,
    ...(at >= known.at && { at, counts }),
    ...(mine !== null && at >= known.mineAt && { mine, mineAt: at }),
  };
  return { ...message, reactions: next };
}

/** A change older than the known state is ignored; a closed poll stays closed. */
function asPolled(message: Message, { at, counts, voters, closed, mine }: PolledLine): Message {
  const known = message.poll ?? NO_TALLY;
  const poll = {
    ...known,
    ...(at >= known.at && { at, counts, voters }),
    closed: closed || known.closed,
    ...(mine !== null && at >= known.mineAt && { mine, mineAt: at }),
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

const asUpdated = (message: Message, { content, extra }: UpdatedLine): Message =>
  patched(message, { ...(content !== null && { content }), ...(extra !== null && { extra }) });

/** A change older than the known state is ignored. */
const asReplied = (message: Message, { n, at, count }: RepliedLine): Message =>
  message.n !== n || message.recalled || (message.replies?.at ?? 0) > at
    ? message
    : { ...message, replies: { at, count } };

function asRead(message: Message, change: ReadLines): Message {
  const isIt = 'ids' in change ? change.ids.includes(message.id) : message.msgId <= change.upTo;
  return isIt && message.from.id === change.by ? patched(message, { isRead: true }) : message;
}
