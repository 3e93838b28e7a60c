import { containsWords, partsOf } from './search-words.ts';

/**
 * The words of neighbouring messages of one conversation, as one text (SEARCH-8). Each message is a line;
 * digits before its words encode skipped ordinals. Line feeds end lines and the digits are control
 * characters. Words contain neither, so a match is always within one message.
 */
export interface WordBlock {
  /** Start of the block: no ordinal in it is lower. */
  readonly from: number;
  readonly text: string;
}

export interface WordLine {
  readonly n: number;
  /** In the form that `searchable` returns. */
  readonly words: string;
}

const LINE_END = '\n';
const BASE = 16;
/** The first of sixteen control characters. */
const ZERO = 0x10;

const isDigit = (code: number): boolean => code >= ZERO && code < ZERO + BASE;

/** Ordinals skipped before a line; '' for none. */
function digitsOf(leftOut: number): string {
  let digits = '';
  for (let rest = leftOut; rest > 0; rest = Math.floor(rest / BASE))
    digits = String.fromCharCode(ZERO + (rest % BASE)) + digits;
  return digits;
}

export function blockText(from: number, lines: readonly WordLine[]): string {
  let [text, next] = ['', from];
  for (const { n, words } of lines) {
    text += digitsOf(n - next) + words + LINE_END;
    next = n + 1;
  }
  return text;
}

/** Visits lines until the visitor refuses one: its ordinal, and the range of its words in the text. */
function visitLines({ from, text }: WordBlock, visit: (n: number, start: number, end: number) => void): void {
  let next = from;
  for (let at = 0; at < text.length;) {
    let leftOut = 0;
    for (; isDigit(text.charCodeAt(at)); at += 1) leftOut = leftOut * BASE + text.charCodeAt(at) - ZERO;
    const end = text.indexOf(LINE_END, at);
    next += leftOut;
    visit(next, at, end);
    next += 1;
    at = end + 1;
  }
}

export function linesOf(block: WordBlock): readonly WordLine[] {
  const lines: WordLine[] = [];
  visitLines(block, (n, start, end) => lines.push({ n, words: block.text.slice(start, end) }));
  return lines;
}

/** Ordinals of the messages that contain the words, the lowest first. */
export function ordinalsWith(block: WordBlock, words: string): readonly number[] {
  const { text } = block;
  let hit = text.indexOf(words);
  const hits: number[] = [];
  if (hit < 0) return hits;
  visitLines(block, (n, _start, end) => {
    if (hit < 0 || hit >= end) return;
    hits.push(n);
    hit = text.indexOf(words, end);
  });
  return hits;
}

/** Ordinals of the messages that hold all that was typed, the lowest first (SEARCH-18). */
export function ordinalsHolding(block: WordBlock, typed: string): readonly number[] {
  const parts = partsOf(typed);
  if (parts.length === 1 && parts[0] === typed) return ordinalsWith(block, typed);
  if (!parts.every((part) => block.text.includes(part))) return [];
  return linesOf(block)
    .filter(({ words }) => containsWords(words, typed))
    .map(({ n }) => n);
}

/** Bytes of a stored line, in UTF-8; surrogate pairs are slightly overestimated. */
function lineBytes(words: string): number {
  let bytes = words.length + LINE_END.length;
  for (let at = 0; at < words.length; at += 1) {
    const code = words.charCodeAt(at);
    if (code >= 0x80) bytes += code < 0x800 ? 1 : 2;
  }
  return bytes;
}

/**
 * Lines in order, in as few blocks as possible: each block up to the maximum length, and of at least one
 * line.
 */
export function blocksOf(lines: readonly WordLine[], bytesMax: number, from?: number): readonly WordBlock[] {
  const blocks: WordBlock[] = [];
  let part: WordLine[] = [];
  let bytes = 0;
  const end = () => {
    const [first] = part;
    if (!first) return;
    const begin = blocks.length === 0 ? (from ?? first.n) : first.n;
    blocks.push({ from: begin, text: blockText(begin, part) });
    [part, bytes] = [[], 0];
  };
  for (const line of lines) {
    const size = lineBytes(line.words);
    if (bytes + size > bytesMax) end();
    part.push(line);
    bytes += size;
  }
  end();
  return blocks;
}
