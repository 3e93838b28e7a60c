import { isInWord } from './alert-words.ts';
import { type RichNode, parseRich } from './rich-text.ts';

/** All members in a list of mentions; the server stores it alone, or before the users that it excludes. */
export const EVERYBODY = 0;

/** All members except users who had blocked the author (BLOCK-11): stored only, never sent. */
export const everybodyBut = (people: readonly number[]): readonly number[] => [
  EVERYBODY,
  ...people.map((id) => -id),
];

/** Checks whether all members except this user are mentioned. */
export const isLeftOut = (at: readonly number[], user: number): boolean =>
  at.length > 1 && at[0] === EVERYBODY && at.includes(-user);

/** The mentions that this user receives; null: the list for most users. */
export function mentionsFor(at: readonly number[], user: number | null): readonly number[] {
  if (at.length < 2 || at[0] !== EVERYBODY) return at;
  return user !== null && isLeftOut(at, user) ? [] : [EVERYBODY];
}

/**
 * Checks whether "@" can begin a mention here: not in a word or an address, in any script that puts spaces
 * between words.
 */
export function canMention(text: string, at: number): boolean {
  // Address characters count only after a letter: "a.-@" is an address, "- @" and "_@name_" are not.
  const rest = text.slice(Math.max(0, at - BEFORE_MAX), at).replace(/[._+-]+$/, '');
  const before = [...rest.slice(-4).normalize('NFC')].at(-1);
  return before === undefined || !isInWord(before);
}
const BEFORE_MAX = 64;

/** An opening backtick: at the start of a word, because within a word it may be a typed accent. */
const OPEN_TICK = /(?:^|[\s([{'">*_~|])(`+)(?!`)/g;

/** Checks whether a place is in code, also in code that is still being typed (RICH-1). */
export function isInCode(text: string, at: number): boolean {
  return (
    fenced(text.slice(0, at)) ||
    ticked(text.slice(0, at)) ||
    codeRanges(text).some(([from, to]) => from <= at && at < to)
  );
}

const fenced = (before: string): boolean =>
  before.split('\n').filter((line) => /^\s{0,3}`{3,}[^`]*$/.test(line)).length % 2 === 1;

function ticked(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  for (const match of line.matchAll(OPEN_TICK)) {
    const ticks = match[1] ?? '';
    const begin = match.index + match[0].length;
    if (!line.slice(begin).includes(ticks)) return true;
  }
  return false;
}

/** Ranges of code in a formatted text, from left to right. */
function codeRanges(text: string): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  let at = 0;
  const visit = (node: RichNode): void => {
    if (node.kind === 'code' || node.kind === 'codeBlock') {
      const from = node.text === '' ? -1 : text.indexOf(node.text, at);
      if (from < 0) return;
      at = from + node.text.length;
      ranges.push([from, at]);
      return;
    }
    if (node.kind === 'text') {
      const from = text.indexOf(node.text, at);
      if (from >= 0) at = from + node.text.length;
      return;
    }
    if ('children' in node) for (const child of node.children) visit(child);
    if (node.kind === 'quote') for (const block of node.blocks) visit(block);
    if (node.kind === 'list') for (const item of node.items) for (const block of item.blocks) visit(block);
  };
  for (const node of parseRich(text)) visit(node);
  return ranges;
}
