import { toPlain } from '../../../../domain/markup.ts';
import type { Quote } from '../../../../domain/message.ts';

/**
 * The quoted words on one line. On the wire they begin with the author's name, which stands above them here.
 */
export function quoteWords({ content, realname }: Quote): string {
  const words = toPlain(content).replace(/\s+/g, ' ').trim();
  const name = `${realname}：`;
  return realname !== '' && words.startsWith(name) ? words.slice(name.length).trimStart() : words;
}
