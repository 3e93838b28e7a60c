import { toPlain } from '../../../../domain/markup.ts';
import type { Message } from '../../../../domain/message.ts';
import { pollOf } from '../../../../domain/poll.ts';

/** Copied text of a message; for a poll with its numbered options. */
export function copiedWords({ content, extra }: Pick<Message, 'content' | 'extra'>): string {
  const options = pollOf(extra)?.options ?? [];
  return [toPlain(content), ...options.map((one, at) => `${at + 1}. ${one}`)].join('\n');
}
