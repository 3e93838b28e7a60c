import sanitizeHtml from 'sanitize-html';
import { textLimits as limits } from '../../../domain/limits.ts';
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_TAGS,
  NOTICE_TAG,
  isHeavyMarkup,
  toPlain,
} from '../../../domain/markup.ts';
import { lengthOf } from '../../../domain/validation.ts';
import { Refusal } from '../../kernel/refusal.ts';

/**
 * Escaped text and line ends only, as our own clients write it: nothing to clean, and kept to the letter.
 * Whole runs of letters at once.
 */
const PLAIN = /^[^<>&]*(?:(?:&(?:amp|lt|gt|quot|#39);|<br>)[^<>&]*)*$/;

const MARK = /^[a-z][\w-]{0,39}$/i;

const OPTIONS: sanitizeHtml.IOptions = {
  // The heading is the server's own mark of a notice: nobody else's words look like one.
  allowedTags: ALLOWED_TAGS.filter((tag) => tag !== NOTICE_TAG),
  allowedAttributes: { a: [...ALLOWED_ATTRIBUTES.a], img: [...ALLOWED_ATTRIBUTES.img] },
  // Other clients mark a mention by a class; ours drops it when it shows the words.
  allowedClasses: { a: [MARK], span: [MARK] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  parser: { lowerCaseTags: true },
};

/**
 * Message text on write: cleaned to the allow-list (WIRE-9), not empty, not too long without its tags
 * (SEND-10).
 */
export function cleanText(content: string): string | Refusal {
  if (isHeavyMarkup(content)) return new Refusal('markupHeavy');
  const clean = PLAIN.test(content) ? content : sanitizeHtml(content, OPTIONS);
  const words = toPlain(clean);
  if (words.trim() === '' && !/<img\b/i.test(clean)) return new Refusal('emptyMessage');
  if (lengthOf(words) > limits.messageMax)
    return new Refusal('messageLong', { facts: { max: limits.messageMax } });
  return clean;
}

/** Words of the server's own making, passed on by a person: without what makes them a notice. */
export const withoutHeads = (content: string): string =>
  content.replaceAll(/<(\/?)h3>/g, (_, end: string) => (end ? '<br>' : ''));

/** What cleaning this will cost, in characters; nothing for what our own clients write (LIMIT-9). */
export const cleaningCost = (content: unknown): number =>
  typeof content === 'string' && !PLAIN.test(content) ? content.length : 0;
