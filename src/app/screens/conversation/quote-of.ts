import { toMarkup } from '../../../domain/markup.ts';
import { type Message, type Quote, rootFor } from '../../../domain/message.ts';
import { POLL_HEAD, isPoll } from '../../../domain/poll.ts';
import { unmarked } from '../../../domain/rich-text.ts';
import { captionIn } from '../../shared/message-fields.ts';

/** Content of a quote: the text, or the label of the kind. */
export function quoteOf(message: Message, label: (type: Message['type']) => string): Quote {
  const hasText = message.type === 'text' || message.type === 'contact' || message.type === 'location';
  const head = isPoll(message.extra) ? POLL_HEAD : '';
  const words = head + unmarked(hasText ? message.content : captionIn(message), message.extra);
  const root = rootFor(message);
  return {
    msgId: message.msgId,
    content: hasText ? words : words || toMarkup(label(message.type)),
    userId: message.from.id,
    realname: message.from.realname || message.from.displayName,
    ...(root !== null && { root }),
  };
}
