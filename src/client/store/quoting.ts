import { captionOf } from '../../domain/message.ts';
import type { Message, Quote } from '../../domain/message.ts';
import type { Conversation, OutboxItem } from './state.ts';

/** What waits to be sent keeps none of the words that it quotes: they may be taken back before it goes (STREAM-4). */
export const withoutWords = (quote: Quote | null): Quote | null =>
  quote === null || quote.content === '' ? quote : { ...quote, content: '' };

/** The words are those of the quoted message as it is now, where its window is here. */
export function withWords(item: OutboxItem, chunks: Conversation['chunks']): OutboxItem {
  const { message } = item;
  const { quote } = message;
  if (quote === null || quote.content !== '') return item;
  const found = chunks.flat().findLast((one) => one.msgId === quote.msgId);
  return found && !found.recalled
    ? { ...item, message: { ...message, quote: { ...quote, content: wordsOf(found) } } }
    : item;
}

const wordsOf = ({ content, extra, file }: Message): string => captionOf(extra) || file?.name || content;
