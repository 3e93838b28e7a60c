import { toPlain } from '../../../../domain/markup.ts';
import type { Message } from '../../../../domain/message.ts';
import { pollOf } from '../../../../domain/poll.ts';

/** What is copied of a text: of a poll its options, too, by their numbers. */
export function copiedWords({ content, extra }: Pick<Message, 'content' | 'extra'>): string {
  const options = pollOf(extra)?.options ?? [];
  return [toPlain(content), ...options.map((one, at) => `${at + 1}. ${one}`)].join('\n');
}
