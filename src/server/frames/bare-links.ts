import { linkParts } from '../../domain/linkify.ts';
import { toMarkup, toPlain } from '../../domain/markup.ts';

const SIGN = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]+);|[^]/giu;

/** Bare links of a message's words as anchors, for clients that show the markup as it is (protocol 2.1); never inside of one. */
export function linked(content: string): string {
  if (/<(?:img|a)\b/i.test(content)) return content;
  return content
    .split(/(<[^<>]*>)/)
    .map((part) => (part.startsWith('<') ? part : withAnchors(part)))
    .join('');
}

/** Finds addresses in the words, and keeps every character escaped as it was. */
function withAnchors(markup: string): string {
  if (!/[.:@]/.test(markup)) return markup;
  const characters = markup.match(SIGN) ?? [];
  const words = characters.map((sign) => (sign.length > 1 && sign.startsWith('&') ? toPlain(sign) : sign));
  const parts = linkParts(words.join(''));
  if (parts.every(({ href }) => href === null)) return markup;
  let at = 0;
  const rendered = parts.map(({ text, href }) => {
    let escaped = '';
    for (let length = 0; length < text.length; at += 1) {
      escaped += characters[at] ?? '';
      length += words[at]?.length ?? text.length;
    }
    return href === null ? escaped : anchor(href, escaped);
  });
  return rendered.join('') + characters.slice(at).join('');
}

const anchor = (href: string, words: string): string =>
  `<a href="${toMarkup(href)}" target="_blank" rel="noopener noreferrer">${words}</a>`;
