import { textLimits as limits } from './first-limits.ts';
import { withoutEnd } from './text-end.ts';

/**
 * Message text is an HTML fragment on the wire (WIRE-9). Our own client writes only escaped text and `<br>`;
 * fragments of other clients are cleaned on the server and again before they are shown.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Elements and attributes that a message may carry, on write and on show. */
export const ALLOWED_TAGS = ['a', 'b', 'br', 'em', 'h3', 'i', 'img', 'p', 'span', 'strong', 'u'] as const;
export const ALLOWED_ATTRIBUTES = { a: ['href'], img: ['src', 'alt'] } as const;

/**
 * Precedes a group's announcement in the chat, for clients that do not read its codes. Our client shows it in
 * the viewer's language (GROUP-10).
 */
export const NOTICE_TAG = 'h3';
export const NOTICE_HEAD = '<h3>群公告</h3>';

export const toMarkup = (plain: string): string =>
  plain.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character).replace(/\r\n?|\n/g, '<br>');

/**
 * The text of a fragment: without tags, with line breaks, entities decoded once. It does not make HTML safe.
 * No pattern looks further than the next character of its end, so the time grows linearly (WIRE-23).
 */
export function toPlain(html: string): string {
  const words = html
    .replace(/<[^<>]*>/g, wordsOfTag)
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
      (whole, dec?: string, hex?: string, name?: string) => {
        const code = dec ? Number(dec) : hex ? Number.parseInt(hex, 16) : null;
        if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
        return ENTITIES[(name ?? '').toLowerCase()] ?? whole;
      },
    );
  return withoutEnd(words, '\n');
}

function wordsOfTag(tag: string): string {
  if (/^<br\s*\/?>$|^<\/(?:p|h3)>$/i.test(tag)) return '\n';
  return /^<img\b/i.test(tag) ? (/\balt="([^"]*)"/i.exec(tag)?.[1] ?? '') : '';
}

/**
 * Checks whether a fragment has more elements, or deeper ones, than a real message (WIRE-17). It only scans
 * characters, because any parser would already do the expensive work. An element without an end tag counts as
 * open to the end. Line breaks do not count: the limit of characters covers them, and plain text is full of
 * them.
 */
export function isHeavyMarkup(html: string): boolean {
  if (!html.includes('<')) return false;
  let [openCount, ended, depth] = [0, 0, 0];
  for (const [, closing, name = ''] of html.matchAll(/<(\/?)([a-z!?][^\s/>]*)/gi)) {
    const tag = name.toLowerCase();
    if (tag === 'br') continue;
    if (closing) [ended, depth] = [ended + 1, Math.max(0, depth - 1)];
    else [openCount, depth] = [openCount + 1, tag === 'img' ? depth : depth + 1];
    if (Math.max(openCount, ended) > limits.elementsMax || depth > limits.elementDepthMax) return true;
  }
  return false;
}
