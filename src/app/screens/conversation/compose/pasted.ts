import { isWebAddress } from '../../../../domain/links.ts';
import { hasMarks } from '../../../../domain/rich-text.ts';

/** A page is pasted as plain text: taking it apart would hold up whoever types. */
const CHARACTERS_MAX = 100_000;
const DEPTH_MAX = 40;

/** Formatted text of another program with our marks; null where it has none of them (RICH-8). */
export function markedOf(html: string): string | null {
  if (html === '' || html.length > CHARACTERS_MAX) return null;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const text = wordsIn(body, DEPTH_MAX)
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return hasMarks(text) ? text : null;
}

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
const LINES: ReadonlySet<string> = new Set(
  'p div section article h1 h2 h3 h4 h5 h6 tr ul ol blockquote pre header footer figure'.split(' '),
);
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'title', 'meta', 'noscript', 'template']);

function wordsOf(node: Node, depth: number): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/\s+/g, ' ');
  if (!(node instanceof HTMLElement) || depth === 0) return '';
  const tag = node.localName;
  if (SILENT.has(tag)) return '';
  if (tag === 'br') return '\n';
  if (tag === 'pre') return `\n\`\`\`\n${(node.textContent ?? '').replace(/\n+$/, '')}\n\`\`\`\n`;
  const words = wordsIn(node, depth - 1);
  if (tag === 'a') return linked(words, node.getAttribute('href') ?? '');
  if (tag === 'li') return `\n${markOf(node)} ${words.trim().replace(/\n+/g, '\n  ')}`;
  if (tag === 'blockquote')
    return `\n${words
      .trim()
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n')}\n`;
  const marked = around(words, isLight(node) ? '' : (AROUND[tag] ?? ''));
  return LINES.has(tag) ? `\n${marked}\n` : marked;
}

/** Some programs wrap everything in bold that is none. */
const isLight = ({ style }: HTMLElement): boolean =>
  style.fontWeight === 'normal' || style.fontWeight === '400';

/** Signs stand beside words, and their blanks outside. */
function around(words: string, sign: string): string {
  const inside = words.trim();
  if (sign === '' || inside === '' || inside.includes('\n\n') || inside.includes(sign)) return words;
  return words.replace(inside, () => `${sign}${inside}${sign}`);
}

function linked(words: string, href: string): string {
  const inside = words.trim();
  if (inside === '' || !isWebAddress(href) || /[[\]\n]|https?:|www\./i.test(inside)) return words;
  return words.replace(inside, () => `[${inside}](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`);
}

function markOf(item: HTMLElement): string {
  const list = item.parentElement;
  if (list?.localName !== 'ol') return '-';
  return `${[...list.children].filter(({ localName }) => localName === 'li').indexOf(item) + 1}.`;
}
