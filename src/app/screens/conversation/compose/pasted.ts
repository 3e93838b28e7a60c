import { isWebAddress } from '../../../../domain/links.ts';
import { hasMarks } from '../../../../domain/rich-text.ts';

/** Larger content is pasted as plain text, because converting it would block typing. */
const CHARACTERS_MAX = 100_000;
const DEPTH_MAX = 40;

/**
 * Formatted text of another program with our formatting characters; null if it has no formatting (RICH-8).
 */
export function markedOf(html: string): string | null {
  if (html === '' || html.length > CHARACTERS_MAX) return null;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // Formatting characters in plain text are not formatting. Text of a code editor stays as it is, or it would
  // lose its indentation.
  if (isCode(body) || !containsForm(body, DEPTH_MAX)) return null;
  const text = cleanText(wordsIn(body, DEPTH_MAX));
  const isReplaced = [...body.querySelectorAll('a')].some(hasShortened);
  return hasMarks(text) || isReplaced ? text : null;
}

/** Searches no deeper than the conversion reads. */
const containsForm = (parent: Element, depth: number): boolean =>
  depth > 0 &&
  [...parent.children].some(
    (child) => child instanceof HTMLElement && (hasForm(child) || containsForm(child, depth - 1)),
  );

const hasForm = (element: HTMLElement): boolean =>
  signOf(element) !== '' || ['a', 'li', 'blockquote', 'pre'].includes(element.localName);

const isCode = ({ children }: HTMLElement): boolean =>
  [...children].some(
    (child) =>
      child instanceof HTMLElement && child.localName === 'div' && child.style.whiteSpace.startsWith('pre'),
  );

/** Marks a line's start or end, and a paragraph's: two adjacent paragraph marks become a blank line. */
const LINE = '\u0001';
const PARAGRAPH = '\u0002';

const cleanText = (words: string): string =>
  words
    // oxlint-disable-next-line no-control-regex -- LINE and PARAGRAPH
    .replace(/[^\S\n]*(?:[\u0001\u0002][^\S\n]*)+/g, (blanks) =>
      blanks.split(PARAGRAPH).length > 2 ? '\n\n' : '\n',
    )
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const wordsIn = (parent: Node, depth: number): string =>
  [...parent.childNodes].map((node) => wordsOf(node, depth)).join('');

const AROUND: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  h1: '**',
  h2: '**',
  h3: '**',
  h4: '**',
  i: '_',
  em: '_',
  s: '~~',
  del: '~~',
  strike: '~~',
  code: '`',
};
const LINES: ReadonlySet<string> = new Set('div section article tr header footer figure'.split(' '));
const PARAGRAPHS: ReadonlySet<string> = new Set('p h1 h2 h3 h4 h5 h6 ul ol'.split(' '));
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'title', 'meta', 'noscript', 'template']);

function wordsOf(node: Node, depth: number): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/\s+/g, ' ');
  if (!(node instanceof HTMLElement) || depth === 0) return '';
  const tag = node.localName;
  if (SILENT.has(tag)) return '';
  if (tag === 'br') return '\n';
  if (tag === 'input') return boxOf(node);
  if (tag === 'pre')
    return fenced(
      codeIn(node, depth)
        .replaceAll('\u00a0', ' ')
        .replace(/^\n|\n+$/g, ''),
    );
  const words = wordsIn(node, depth - 1);
  if (tag === 'a') return linked(words, node.getAttribute('href') ?? '');
  if (tag === 'li') return `\n${markOf(node)} ${cleanText(words).replace(/\n+/g, '\n  ')}`;
  if (tag === 'blockquote')
    return `${LINE}${cleanText(words)
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n')}${LINE}`;
  // Cells stay apart, as in the plain text of a spreadsheet.
  if (tag === 'td' || tag === 'th')
    return `${around(cleanText(words), signOf(node))}${node.nextElementSibling === null ? '' : '\t'}`;
  const marked = around(words, signOf(node));
  if (PARAGRAPHS.has(tag) && !isClose(node)) return `${PARAGRAPH}${marked}${PARAGRAPH}`;
  return LINES.has(tag) || PARAGRAPHS.has(tag) ? `${LINE}${marked}${LINE}` : marked;
}

/** Longer than any run of backticks in the code. */
function fenced(code: string): string {
  const ticks = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([ticksIn]) => ticksIn.length)) + 1;
  const fence = '`'.repeat(ticks);
  return `${LINE}${fence}\n${code}\n${fence}${LINE}`;
}

const BLOCKS: ReadonlySet<string> = new Set([...LINES, ...PARAGRAPHS, 'li', 'table', 'tbody', 'blockquote']);

/** Code with its lines: editors end them by an element, or put each line into one (RICH-12). */
function codeIn(parent: Node, depth: number): string {
  if (depth === 0) return '';
  let code = '';
  let isNewLine = false;
  for (const node of parent.childNodes) {
    const tag = node instanceof HTMLElement ? node.localName : '';
    const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : codeIn(node, depth - 1);
    const isBlock = BLOCKS.has(tag);
    // A line break of the source directly behind an element that ends its line.
    const words = tag === 'br' ? '\n' : isNewLine && !isBlock ? text.replace(/^\n/, '') : text;
    if (SILENT.has(tag) || (words === '' && !isBlock)) continue;
    if ((isBlock && code !== '' && !code.endsWith('\n')) || isNewLine) code += '\n';
    code += isBlock ? words.replace(/\n$/, '') : words;
    if ((tag === 'td' || tag === 'th') && node.nextSibling !== null) code += '\t';
    isNewLine = isBlock;
  }
  return code;
}

/** Paragraphs without space between them are lines: word processors make each line a paragraph. */
const isClose = ({ style, className }: HTMLElement): boolean =>
  className.startsWith('Mso') || [style.marginTop, style.marginBottom].every((side) => /^0(?!\.)/.test(side));

/** Some programs wrap everything in bold elements that are not bold, others use only styles. */
function signOf({
  localName,
  style: { fontWeight, fontStyle, textDecorationLine, textDecoration },
}: HTMLElement): string {
  if (fontWeight === 'normal' || fontWeight === '400')
    return localName === 'b' ? '' : (STYLED[fontStyle] ?? '');
  const sign = AROUND[localName] ?? '';
  if (sign !== '' || localName !== 'span') return sign;
  if (fontWeight === 'bold' || Number(fontWeight) >= 600) return '**';
  if (`${textDecorationLine} ${textDecoration}`.includes('line-through')) return '~~';
  return STYLED[fontStyle] ?? '';
}
const STYLED: Readonly<Record<string, string>> = { italic: '_' };

/** Formatting characters touch the text, so surrounding spaces move outside. */
function around(words: string, sign: string): string {
  const inside = words.trim();
  if (sign === '' || inside === '' || inside.includes('\n\n') || inside.includes(sign)) return words;
  return words.replace(inside, () => `${sign}${inside}${sign}`);
}

function linked(words: string, href: string): string {
  const inside = words.trim();
  if (inside === '' || !isWebAddress(href) || /[[\]\n]/.test(inside)) return words;
  if (!/https?:|www\./i.test(inside)) return words.replace(inside, () => `[${inside}](${escapedHref(href)})`);
  // Words that are an address cannot name another one: the target replaces words that shorten it.
  return isShortened(inside, href) ? words.replace(inside, () => href) : words;
}

const escapedHref = (href: string): string => href.replaceAll('(', '%28').replaceAll(')', '%29');

const hasShortened = (link: HTMLAnchorElement): boolean => {
  const href = link.getAttribute('href') ?? '';
  return isWebAddress(href) && isShortened((link.textContent ?? '').trim(), href);
};

const bare = (address: string): string => address.replace(/^https?:\/\//i, '').replace(/^www\./i, '');

/** Checks whether this is the beginning of the address, or it without its middle, marked by dots. */
function isShortened(words: string, href: string): boolean {
  const [begin = '', ...rest] = bare(words).split(/…|\.{3}/);
  const end = rest.join('');
  return rest.length === 1 && begin !== '' && bare(href).startsWith(begin) && bare(href).endsWith(end);
}

function markOf(item: HTMLElement): string {
  const list = item.parentElement;
  if (list?.localName !== 'ol') return '-';
  const place = [...list.children].filter(({ localName }) => localName === 'li').indexOf(item);
  return `${wholeOf(item, 'value') ?? (wholeOf(list, 'start') ?? 1) + place}.`;
}

function boxOf(input: HTMLElement): string {
  if (input.getAttribute('type') !== 'checkbox') return '';
  const blank = /^\s/.test(input.nextSibling?.textContent ?? '') ? '' : ' ';
  return `${input.hasAttribute('checked') ? '☑' : '☐'}${blank}`;
}

function wholeOf(element: Element, attribute: string): number | null {
  const value = element.getAttribute(attribute) ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}
