import { richLimits as limits } from './first-limits.ts';
import { NOTICE_HEAD, toMarkup, toPlain } from './markup.ts';
import { type MentionName, mentionsIn, renamed, tokenRanges } from './mention-names.ts';
import { type Budget, parseInline } from './rich-inline.ts';

/**
 * Text as a tree: its author's formatting (RICH-1), or the elements of another client (WIRE-9). One renderer
 * draws both.
 */
export type RichNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'lineEnd' }
  | { readonly kind: 'element'; readonly tag: RichTag; readonly children: readonly RichNode[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly RichNode[] }
  | { readonly kind: 'picture'; readonly src: string; readonly alt: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'spoiler'; readonly children: readonly RichNode[] }
  | RichBlock;

/** A block that occupies whole lines. */
export type RichBlock =
  | { readonly kind: 'lines'; readonly children: readonly RichNode[] }
  | { readonly kind: 'quote'; readonly blocks: readonly RichBlock[] }
  | { readonly kind: 'list'; readonly items: readonly RichItem[] }
  | { readonly kind: 'codeBlock'; readonly language: string; readonly text: string };

export interface RichItem {
  /** The typed marker: `-`, or `3.` */
  readonly mark: string;
  readonly blocks: readonly RichBlock[];
}

export type RichTag = 'b' | 'em' | 'i' | 'p' | 's' | 'span' | 'strong' | 'u';

/** Value of `format` for formatted text; without it the text is plain. */
export const RICH = 'md';
export type RichMark = { readonly format?: typeof RICH };

type Extra = Readonly<Record<string, unknown>> | null | undefined;

export const isRich = (extra: { readonly format?: unknown } | null | undefined): boolean =>
  extra?.format === RICH;

/** `extends` with the property, or without it; null if empty. */
export function withFormat(extra: Extra, rich: boolean): Readonly<Record<string, unknown>> | null {
  if (isRich(extra) === rich) return extra ?? null;
  if (rich) return { ...extra, format: RICH };
  const { format: _, ...rest } = extra ?? {};
  return Object.keys(rest).length === 0 ? null : rest;
}

/** Text properties in `extends` of a message: its formatting, and its mentions (MENTION-5). */
export type WordMarks = RichMark & { readonly mentions?: readonly MentionName[] };

export function wordMarksIn(extra: Extra): WordMarks {
  const mentions = mentionsIn(extra);
  return { ...(isRich(extra) && { format: RICH }), ...(mentions.length > 0 && { mentions }) };
}

/** Replaces the text properties in `extends`; an empty result is null. */
export function withWordMarks(
  extra: Extra,
  { format, mentions }: WordMarks,
): Readonly<Record<string, unknown>> | null {
  const { mentions: _, ...rest } = withFormat(extra, format === RICH) ?? {};
  if (mentions !== undefined && mentions.length > 0) return { ...rest, mentions };
  return Object.keys(rest).length === 0 ? null : rest;
}

/** Properties sent with the text of a draft; a user whose name is not in the text is not mentioned. */
export function wordMarksOf({
  text,
  at,
  asPlain,
}: {
  readonly text: string;
  readonly at: readonly MentionName[];
  readonly asPlain?: boolean | undefined;
}): WordMarks {
  const tokens = new Set(
    tokenRanges(text, at).map(({ id, from, to }) => `${id} ${text.slice(from + 1, to)}`),
  );
  const mentions = at
    .filter(({ id, name }) => tokens.delete(`${id} ${name}`))
    .map(({ id, name }) => ({ id, name }));
  return { ...formatOf(text, asPlain), ...(mentions.length > 0 && { mentions }) };
}

/** Parses text as it was typed. It never fails: incomplete constructs stay plain text. */
export const parseRich = (text: string): readonly RichBlock[] =>
  parseBlocks(text.split('\n'), limits.depthMax, { left: limits.constructsMax });

/** Checks whether the text has any formatting; only then it is sent with the property. */
export const hasMarks = (text: string): boolean =>
  parseRich(text).some(
    (block) => block.kind !== 'lines' || block.children.some(({ kind }) => kind !== 'text'),
  );

/** Property sent with a text whose formatting characters are formatting (RICH-7). */
export const formatOf = (text: string, asPlain = false): RichMark =>
  asPlain || !hasMarks(text) ? {} : { format: RICH };

const LINE_END: RichNode = { kind: 'text', text: '\n' };
const FENCE = /^(`{3,})([\w+#.-]{0,20})\s*$/;
const ITEM = /^(-|(?:0|[1-9]\d{0,8})\.) (?=\S)/;
/** Start of a continuation line of a list item; editors indent by two blanks, four, or a tab. */
const INDENT = /^(?: {2,}| ?\t)[ \t]*(?=\S)/;
const TAB_WIDTH = 4;

function parseBlocks(lines: readonly string[], depth: number, budget: Budget): readonly RichBlock[] {
  const blocks: RichBlock[] = [];
  const close = fenceEnds(lines);
  let from = 0;
  const plainTo = (to: number): void => {
    if (to <= from) return;
    const [last, children] = [blocks.at(-1), parseInline(lines.slice(from, to).join('\n'), budget)];
    if (last?.kind !== 'lines') blocks.push({ kind: 'lines', children });
    else blocks[blocks.length - 1] = { kind: 'lines', children: [...last.children, LINE_END, ...children] };
  };
  // Deeper than that everything is lines.
  const end = depth > 0 ? lines.length : 0;
  for (let at = 0; at < end && budget.left > 0; at += 1) {
    const block = codeAt(lines, at, close) ?? quoteAt(lines, at) ?? itemsAt(lines, at);
    if (block === null) continue;
    plainTo(at);
    if (budget.left === 0) {
      from = at;
      break;
    }
    budget.left -= 1;
    blocks.push(blockOf(block, depth - 1, budget));
    from = block.next;
    at = block.next - 1;
  }
  plainTo(lines.length);
  return blocks;
}

type BlockRead = { readonly next: number } & (
  | { readonly kind: 'codeBlock'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly lines: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly { mark: string; lines: readonly string[] }[] }
);

function blockOf(block: BlockRead, depth: number, budget: Budget): RichBlock {
  switch (block.kind) {
    case 'codeBlock':
      return { kind: 'codeBlock', language: block.language, text: block.text };
    case 'quote':
      return { kind: 'quote', blocks: parseBlocks(block.lines, depth, budget) };
    case 'list':
      return {
        kind: 'list',
        items: block.items.map(({ mark, lines }) => ({ mark, blocks: parseBlocks(lines, depth, budget) })),
      };
  }
}

/** Finds the next line with at least this many backticks; each line is read a few times at most. */
function fenceEnds(lines: readonly string[]): (ticks: number, after: number) => number {
  let missing = Number.POSITIVE_INFINITY;
  return (ticks, after) => {
    if (ticks >= missing) return -1;
    for (let at = after + 1; at < lines.length; at += 1) if (isFenceEnd(lines[at] ?? '', ticks)) return at;
    missing = ticks;
    return -1;
  };
}

/** Length of the fence that opens code in this line, or 0. */
const ticksOf = (line: string): number => FENCE.exec(line)?.[1]?.length ?? 0;

const isFenceEnd = (line: string, ticks: number): boolean =>
  line.startsWith('```') && /^`+$/.test(line.trimEnd()) && line.trimEnd().length >= ticks;

function codeAt(lines: readonly string[], at: number, close: ReturnType<typeof fenceEnds>): BlockRead | null {
  const [, ticks = '', language = ''] = FENCE.exec(lines[at] ?? '') ?? [];
  const end = ticks === '' ? -1 : close(ticks.length, at);
  if (end <= at + 1) return null;
  return { kind: 'codeBlock', language, text: lines.slice(at + 1, end).join('\n'), next: end + 1 };
}

function quoteAt(lines: readonly string[], at: number): BlockRead | null {
  if (!/^> +\S/.test(lines[at] ?? '')) return null;
  const next = endOf(lines, at, (line) => line === '>' || line.startsWith('> '));
  return { kind: 'quote', lines: lines.slice(at, next).map((line) => line.slice(2)), next };
}

/** List items of one kind; lines indented below an item belong to it. */
function itemsAt(lines: readonly string[], first: number): BlockRead | null {
  const isOrdered = ITEM.exec(lines[first] ?? '')?.[1] !== '-';
  const items: { mark: string; lines: string[]; depth: number; nested: boolean; ticks: number }[] = [];
  const next = endOf(lines, first, (line) => {
    const mark = ITEM.exec(line)?.[1];
    if (mark !== undefined) {
      if ((mark !== '-') !== isOrdered) return false;
      const words = line.slice(mark.length + 1);
      const [nested, ticks] = [ITEM.test(words), ticksOf(words)];
      items.push({ mark, lines: [words], depth: mark.length + 1, nested, ticks });
      return true;
    }
    const item = items.at(-1);
    const indent = INDENT.exec(line)?.[0] ?? '';
    if (!item || indent === '') return false;
    const words = line.slice(indent.length);
    // The first item below, outside code, sets the indentation of the following ones.
    if (item.ticks > 0) item.ticks = isFenceEnd(words, item.ticks) ? 0 : item.ticks;
    else if (item.nested || !ITEM.test(words)) item.ticks = ticksOf(words);
    else [item.nested, item.depth] = [true, widthOf(indent)];
    item.lines.push(outdented(line, indent, item.depth));
    return true;
  });
  return next === first ? null : { kind: 'list', items, next };
}

const widthOf = (indent: string): number =>
  [...indent].reduce((width, sign) => width + (sign === '\t' ? TAB_WIDTH : 1), 0);

/** Removes this much indentation; a tab that reaches further is removed whole. */
function outdented(line: string, indent: string, depth: number): string {
  let [at, width] = [0, 0];
  for (; at < indent.length && width < depth; at += 1) width += indent[at] === '\t' ? TAB_WIDTH : 1;
  return line.slice(at);
}

function endOf(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let next = from;
  while (next < lines.length && belongs(lines[next] ?? '')) next += 1;
  return next;
}

/** Replaces a spoiler until the user reveals it (RICH-4). */
export const HIDDEN = '▒▒▒';

/** The text without formatting, for one line or for a search; spoilers are hidden by default. */
export const wordsOf = (text: string, withSpoilers = false, mentions: readonly MentionName[] = []): string =>
  blockWords(parseRich(text), { spoilers: withSpoilers, mentions });

interface WordOptions {
  readonly spoilers: boolean;
  /** Mentions whose current names replace the written ones. */
  readonly mentions: readonly MentionName[];
}

const blockWords = (blocks: readonly RichBlock[], options: WordOptions): string =>
  blocks.map((block) => nodeWords(block, options)).join('\n');

function nodeWords(node: RichNode, options: WordOptions): string {
  switch (node.kind) {
    case 'text':
      return renamed(node.text, options.mentions);
    case 'code':
    case 'codeBlock':
      return node.text;
    case 'lineEnd':
      return '\n';
    case 'picture':
      return node.alt;
    case 'quote':
      return blockWords(node.blocks, options);
    case 'list':
      return node.items
        .map(({ mark, blocks }) => `${mark === '-' ? '•' : mark} ${blockWords(blocks, options)}`)
        .join('\n');
    case 'spoiler':
      return options.spoilers ? childWords(node.children, options) : HIDDEN;
    case 'lines':
    case 'element':
    case 'link':
      return childWords(node.children, options);
  }
}

/** The complete text of these nodes. */
export const wordsOfNodes = (nodes: readonly RichNode[]): string =>
  childWords(nodes, { spoilers: true, mentions: [] });

const childWords = (children: readonly RichNode[], options: WordOptions): string =>
  children.map((child) => nodeWords(child, options)).join('');

/** The targets of a message's links that have their own text (SEARCH-14). */
export const linkTargets = (html: string, extra: Extra): readonly string[] =>
  isRich(extra) || html.startsWith(NOTICE_HEAD)
    ? parseRich(toPlain(html)).flatMap(linksIn)
    : [...html.matchAll(/<a\b[^<>]*?\bhref="([^"<>]*)"/gi)].map(([, href = '']) => toPlain(href));

function linksIn(node: RichNode): readonly string[] {
  switch (node.kind) {
    case 'link':
      return [node.href];
    case 'lines':
    case 'element':
    case 'spoiler':
      return node.children.flatMap(linksIn);
    case 'quote':
      return node.blocks.flatMap(linksIn);
    case 'list':
      return node.items.flatMap(({ blocks }) => blocks.flatMap(linksIn));
    case 'text':
    case 'code':
    case 'codeBlock':
    case 'lineEnd':
    case 'picture':
      return [];
  }
}

/**
 * Text for lists, quotes, announcements and search: without formatting marks, and with the current names of
 * mentioned users.
 */
export function unmarked(html: string, extra: Extra, withSpoilers = false): string {
  const mentions = mentionsIn(extra);
  // An announcement is written with the same marks, below its head (UI-67).
  if (html.startsWith(NOTICE_HEAD))
    return NOTICE_HEAD + toMarkup(wordsOf(toPlain(html.slice(NOTICE_HEAD.length)), withSpoilers, mentions));
  if (isRich(extra)) return toMarkup(wordsOf(toPlain(html), withSpoilers, mentions));
  return mentions.some(({ now }) => now !== undefined) ? toMarkup(renamed(toPlain(html), mentions)) : html;
}
