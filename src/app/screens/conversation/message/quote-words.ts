import { toPlain } from '../../../../domain/markup.ts';
import type { TFunction } from 'i18next';
import type { Quote } from '../../../../domain/message.ts';
import { POLL_HEAD } from '../../../../domain/poll-head.ts';
import { pollText } from '../../../shared/poll-text.ts';

/**
 * The quoted words on one line. On the wire they begin with the author's name, which stands above them here,
 * and those of a poll with what it is, said here in the viewer's language.
 */
export function quoteWords(t: TFunction, { content, realname }: Quote): string {
  const words = toPlain(content).replace(/\s+/g, ' ').trim();
  const name = `${realname}：`;
  const said = realname !== '' && words.startsWith(name) ? words.slice(name.length).trimStart() : words;
  return said.startsWith(POLL_HEAD) ? pollText(t, said.slice(POLL_HEAD.length)) : said;
}
