/** Pieces of a typed text; addresses among them become links. */
export interface TypedPiece {
  readonly text: string;
  readonly leads: boolean;
  /** Target of the link, if it differs from the text. */
  readonly to?: string;
}

/** The parts on screen: text between two addresses is one part. */
export function shownParts(
  pieces: readonly TypedPiece[],
): readonly { readonly text: string; readonly href: string | null }[] {
  const parts: { text: string; href: string | null }[] = [];
  let words = '';
  for (const { text, leads, to } of [...pieces, { text: '', leads: true }]) {
    if (leads && words !== '') parts.push({ text: words, href: null });
    words = leads ? '' : words + text;
    if (leads && text !== '') parts.push({ text, href: to ?? text });
  }
  return parts;
}

/** A fragment of another client, and what its words are. */
export interface MarkupPiece {
  readonly html: string;
  readonly words: string;
}

const piece = (html: string, words: string): MarkupPiece => ({ html, words });

/** Elements go, but for line ends and the names of pictures; entities are characters, once. */
export const MARKUP_PIECES: readonly MarkupPiece[] = [
  piece('a', 'a'),
  piece('你好', '你好'),
  piece(' > ', ' > '),
  piece('&amp;', '&'),
  piece('&AMP;', '&'),
  piece('&lt;b&gt;', '<b>'),
  piece('&quot;&#39;&apos;', "\"''"),
  piece('&nbsp;', '\u00a0'),
  piece('&amp;lt;', '&lt;'),
  piece('&#65;&#x42;&#X43;', 'ABC'),
  piece('&#128512;', '😀'),
  piece('&#1;&#x1;', '\u0001\u0001'),
  piece('&#0;&#x0;', '&#0;&#x0;'),
  piece('&#1114111;', '\u{10ffff}'),
  piece('&#x10FFFF;', '\u{10ffff}'),
  piece('&#1114112;&#x110000;', '&#1114112;&#x110000;'),
  piece('&#12345678;', '&#12345678;'),
  piece('&bogus; &amp &;', '&bogus; &amp &;'),
  piece('<br>', '\n'),
  piece('<br/>', '\n'),
  piece('<BR />', '\n'),
  piece('<p>', ''),
  piece('</p>', '\n'),
  piece('</h3>', '\n'),
  piece('<h3>', ''),
  piece('<brx>', ''),
  piece('</px>', ''),
  piece('<b>', ''),
  piece('</b>', ''),
  piece('<a href="https://pages.test">', ''),
  piece('<img src="x" alt="a picture">', 'a picture'),
  piece('<IMG ALT="&lt;">', '<'),
  piece('<img alt="">', ''),
  piece('<img src="x">', ''),
  piece('<imgs alt="no">', ''),
  piece('<p alt="no">', ''),
];

/** Trailing line breaks do not belong to the text. */
export function wordsOfPieces(pieces: readonly MarkupPiece[]): string {
  const lines = pieces
    .map(({ words }) => words)
    .join('')
    .split('\n');
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

const SAFE: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['\r\n', '<br>'],
  ['\r', '<br>'],
  ['\n', '<br>'],
];

/** Text as sent: nothing in it is an element but line breaks. */
export const sentMarkup = (text: string): string =>
  SAFE.reduce((left, [character, stands]) => left.split(character).join(stands), text);

/** Maximum elements of a message, and their maximum nesting (WIRE-17). */
export const MOST = { elements: 400, depth: 16 };

/** Returns true if a text has too many elements: this many side by side, each nested this deep. */
export const isTooMuch = (elements: number, depth: number): boolean =>
  elements * Math.max(1, depth) > MOST.elements || depth > MOST.depth;

/** Characters as people count them. */
export const characters = (text: string): number => Array.from(text).length;
