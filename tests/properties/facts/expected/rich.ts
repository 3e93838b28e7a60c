/**
 * The intended structure of a marked-up text: the tree comes first and is printed in every form that the
 * rules name (RICH-1, RICH-4, RICH-5, PREVIEW-1). Nothing here parses a text.
 */
export type Delimiter = '**' | '_' | '~~' | '||';

export type Meant =
  | { readonly kind: 'plain'; readonly text: string }
  /** An address within the text: a link for clients that know only elements. */
  | { readonly kind: 'address'; readonly text: string }
  | { readonly kind: 'mark'; readonly delimiter: Delimiter; readonly inside: readonly Meant[] }
  | { readonly kind: 'code'; readonly ticks: number; readonly text: string }
  | { readonly kind: 'link'; readonly to: string; readonly inside: readonly Meant[] };

export interface MeantItem {
  readonly mark: string;
  /** How far what follows its first line is set in. */
  readonly indent: number;
  readonly blocks: readonly MeantBlock[];
}

export type MeantBlock =
  | { readonly kind: 'lines'; readonly inside: readonly Meant[] }
  | { readonly kind: 'quote'; readonly empty: '>' | '> '; readonly blocks: readonly MeantBlock[] }
  | { readonly kind: 'list'; readonly items: readonly MeantItem[] }
  | {
      readonly kind: 'codeBlock';
      readonly begins: string;
      readonly ends: string;
      readonly language: string;
      readonly text: string;
    };

const TAGS = { '**': 'strong', _: 'em', '~~': 's' } as const;
const SPOILER = '▒▒▒';

/** The text as its author typed it. */
export const typedText = (blocks: readonly MeantBlock[]): string => blocks.flatMap(typedLines).join('\n');

function typedLines(block: MeantBlock): readonly string[] {
  if (block.kind === 'lines') return block.inside.map(typedMeant).join('').split('\n');
  if (block.kind === 'codeBlock')
    return [`${block.begins}${block.language}`, ...block.text.split('\n'), block.ends];
  if (block.kind === 'quote')
    return block.blocks.flatMap(typedLines).map((line) => (line === '' ? block.empty : `> ${line}`));
  return block.items.flatMap(({ mark, indent, blocks }) =>
    blocks
      .flatMap(typedLines)
      .map((line, at) => (at === 0 ? `${mark} ${line}` : `${' '.repeat(indent)}${line}`)),
  );
}

export function typedMeant(meant: Meant): string {
  const inside = 'inside' in meant ? meant.inside.map(typedMeant).join('') : '';
  if (meant.kind === 'mark') return `${meant.delimiter}${inside}${meant.delimiter}`;
  if (meant.kind === 'link') return `[${inside}](${meant.to})`;
  if (meant.kind === 'code') return '`'.repeat(meant.ticks) + meant.text + '`'.repeat(meant.ticks);
  return meant.text;
}

/** The words on their own; spoilers as they are listed, or as they are searched. */
export const wordsMeant = (blocks: readonly MeantBlock[], shown: boolean): string =>
  blocks
    .map((block) => {
      if (block.kind === 'lines') return inlineWords(block.inside, shown);
      if (block.kind === 'codeBlock') return block.text;
      if (block.kind === 'quote') return wordsMeant(block.blocks, shown);
      const items = block.items.map(({ mark, blocks: of }) => [mark, wordsMeant(of, shown)] as const);
      return items.map(([mark, words]) => `${mark.replace('-', '•')} ${words}`).join('\n');
    })
    .join('\n');

const inlineWords = (all: readonly Meant[], shown: boolean): string =>
  all
    .map((meant) => {
      if (!('inside' in meant)) return meant.text;
      if (meant.kind === 'mark' && meant.delimiter === '||' && !shown) return SPOILER;
      return inlineWords(meant.inside, shown);
    })
    .join('');

/** The text for a client that knows a few elements. */
export const elementsMeant = (blocks: readonly MeantBlock[]): string =>
  blocks.flatMap(elementLines).join('<br />');

function elementLines(block: MeantBlock): readonly string[] {
  if (block.kind === 'lines') return block.inside.map(elementsOf).join('').split('\n');
  if (block.kind === 'codeBlock') return ['```' + block.language, ...block.text.split('\n'), '```'].map(safe);
  if (block.kind === 'quote') return block.blocks.flatMap(elementLines).map((line) => `&gt; ${line}`);
  return block.items.flatMap(({ mark, blocks }) =>
    blocks.flatMap(elementLines).map((line, at) => (at === 0 ? `${mark} ${line}` : `  ${line}`)),
  );
}

function elementsOf(meant: Meant): string {
  const inside = 'inside' in meant ? meant.inside.map(elementsOf).join('') : '';
  switch (meant.kind) {
    case 'plain':
      return safe(meant.text);
    case 'address':
      return anchor(meant.text, safe(meant.text));
    case 'code':
      return `\`${safe(meant.text)}\``;
    case 'link':
      return anchor(meant.to, inside);
    case 'mark':
      if (meant.delimiter === '**' || meant.delimiter === '_')
        return `<${TAGS[meant.delimiter]}>${inside}</${TAGS[meant.delimiter]}>`;
      return meant.delimiter + inside + meant.delimiter;
  }
}

const NAMES = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
] as const;
const safe = (text: string): string =>
  NAMES.reduce((left, [character, name]) => left.split(character).join(name), text);
const anchor = (to: string, words: string): string =>
  `<a href="${safe(to).split('"').join('&quot;')}">${words}</a>`;

/** A comparable tree: adjacent texts are merged, and children follow a name. */
export type Shape = string | readonly Shape[];

export const shapeMeant = (blocks: readonly MeantBlock[]): readonly Shape[] =>
  blocks.map((block): Shape => {
    if (block.kind === 'lines') return ['lines', ...shapes(block.inside)];
    if (block.kind === 'codeBlock') return ['codeBlock', block.language, block.text];
    if (block.kind === 'quote') return ['quote', ...shapeMeant(block.blocks)];
    return ['list', ...block.items.map(({ mark, blocks: of }): Shape => ['item', mark, ...shapeMeant(of)])];
  });

const shapes = (all: readonly Meant[]): readonly Shape[] =>
  mergedShapes(
    all.map((meant): Shape => {
      if (meant.kind === 'mark')
        return [meant.delimiter === '||' ? 'spoiler' : TAGS[meant.delimiter], ...shapes(meant.inside)];
      if (meant.kind === 'link') return ['link', meant.to, ['words', ...shapes(meant.inside)]];
      return meant.kind === 'code' ? ['code', meant.text] : meant.text;
    }),
  );

/** Adjacent texts are merged; empty ones are dropped. */
export function mergedShapes(all: readonly Shape[]): readonly Shape[] {
  const matches: Shape[] = [];
  for (const one of all) {
    const last = matches.at(-1);
    if (typeof one !== 'string') matches.push(one);
    else if (typeof last === 'string') matches[matches.length - 1] = last + one;
    else if (one !== '') matches.push(one);
  }
  return matches;
}

/** Returns true if the text contains any markup. */
export const meansMore = (blocks: readonly MeantBlock[]): boolean =>
  blocks.some(
    (block) =>
      block.kind !== 'lines' || block.inside.some(({ kind }) => kind !== 'plain' && kind !== 'address'),
  );

/** Every visible address, in order: none in code, none behind a spoiler, no mail addresses. */
export const shownAddresses = (blocks: readonly MeantBlock[]): readonly string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'lines') return addressesIn(block.inside);
    if (block.kind === 'quote') return shownAddresses(block.blocks);
    return block.kind === 'list' ? block.items.flatMap((item) => shownAddresses(item.blocks)) : [];
  });

const addressesIn = (all: readonly Meant[]): readonly string[] =>
  all.flatMap((meant) => {
    if (meant.kind === 'address') return [meant.text];
    if (meant.kind === 'link') return meant.to.slice(0, 4).toLowerCase() === 'http' ? [meant.to] : [];
    return meant.kind === 'mark' && meant.delimiter !== '||' ? addressesIn(meant.inside) : [];
  });
