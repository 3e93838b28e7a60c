import { toPlain } from '../../../../domain/markup.ts';
import type { TFunction } from 'i18next';
import type { Quote } from '../../../../domain/message.ts';
import { POLL_HEAD } from '../../../../domain/poll.ts';
import { pollText } from '../../../shared/preview-text.ts';

/**
 * The quoted text on one line. On the wire it begins with the author's name, which is shown above it here,
 * and a poll begins with its label, translated here.
 */
export function quoteWords(t: TFunction, { content, realname }: Quote): string {
  const words = toPlain(content).replace(/\s+/g, ' ').trim();
  const name = `${realname}：`;
  const rest = realname !== '' && words.startsWith(name) ? words.slice(name.length).trimStart() : words;
  return rest.startsWith(POLL_HEAD) ? pollText(t, rest.slice(POLL_HEAD.length)) : rest;
}
