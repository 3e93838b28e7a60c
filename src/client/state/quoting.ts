import type { ContactId } from '../../domain/ids.ts';
import { type Draft, type Message, type Quote, captionOf } from '../../domain/message.ts';
import { POLL_HEAD, isPoll } from '../../domain/poll-mark.ts';
import { unmarked } from '../../domain/rich-text.ts';
import type { Conversation, OutboxItem, State } from './state.ts';

/** Text and author are those of the quoted message now, if its window is loaded. */
export function withWords(item: OutboxItem, chunks: Conversation['chunks']): OutboxItem {
  const { message } = item;
  const { quote } = message;
  if (quote === null || quote.content !== '') return item;
  const content = quotedWords(quote, chunks);
  const realname = quotedIn(quote, chunks)?.from.realname ?? quote.realname;
  if (content === '' && realname === quote.realname) return item;
  return { ...item, message: { ...message, quote: { ...quote, content, realname } } };
}

const quotedIn = (quote: Quote, chunks: Conversation['chunks']): Message | undefined =>
  chunks.flat().findLast(({ msgId }) => msgId === quote.msgId);

/** Text of the quoted message in its window; empty if it is missing or gone. */
function quotedWords(quote: Quote, chunks: Conversation['chunks']): string {
  const original = quotedIn(quote, chunks);
  if (!original || original.recalled) return '';
  // An edited message is quoted with its present text (EDIT-2).
  return original.rev === undefined ? quote.content || wordsOf(original) : wordsOf(original);
}

/** The quote above a draft: it shows no more than the window does (STREAM-4). */
export const currentQuoteWords = (state: State, id: ContactId, quote: Quote): string =>
  quotedWords(quote, state.conversations.get(id)?.chunks ?? []);

/** The author's present name, which a deleted account has lost (DATA-9). */
export const currentQuoteAuthor = (state: State, id: ContactId, quote: Quote): string =>
  quotedIn(quote, state.conversations.get(id)?.chunks ?? [])?.from.realname ??
  state.profiles.get(quote.userId)?.realname ??
  quote.realname;

const wordsOf = ({ content, extra, file }: Message): string =>
  unmarked(captionOf(extra), extra) ||
  file?.name ||
  (isPoll(extra) ? POLL_HEAD : '') + unmarked(content, extra);

/**
 * A draft stores no quoted text: it may be recalled before the draft is sent (STREAM-4). A plain server shows
 * the quote the client sends; ours looks it up.
 */
export const storable = (draft: Draft, isPlain: boolean): Draft =>
  isPlain || draft.quote === null ? draft : { ...draft, quote: { ...draft.quote, content: '' } };

/** A waiting message does not store the quoted author either: that account may be erased (DATA-9). */
export const quotedInOutbox = (quote: Quote | null, isPlain: boolean): Quote | null =>
  isPlain || quote === null ? quote : { ...quote, content: '', realname: '' };
