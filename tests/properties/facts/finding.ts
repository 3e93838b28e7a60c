import { userId } from '../../../src/domain/ids.ts';
import { MESSAGE_TYPES } from '../../../src/domain/message.ts';
import {
  LINK_BEGINS,
  SEARCH_KINDS,
  type SearchFilter,
  fitsFilter,
  isNarrowed,
  typesHaving,
} from '../../../src/domain/search-filter.ts';
import { folded, searchable } from '../../../src/domain/search-words.ts';
import { blockText, blocksOf, linesOf, ordinalsWith } from '../../../src/domain/word-blocks.ts';
import type { WordLine } from '../../../src/domain/word-blocks.ts';
import {
  blocksIn,
  GRAM_NUMBERS,
  gramsOf,
  GROUP_BLOCKS,
  groupBits,
  PART_BYTES,
  PART_NUMBERS,
  partOf,
  placeInPart,
} from '../../../src/domain/word-grams.ts';
import { comparable, messagesWith, misfits, splitLines } from './expected/finding.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

const HOLDS = [
  'a',
  '',
  'http://',
  'https:// a',
  'http:// http://a',
  'HTTPS://A',
  'ahttp://b',
  'https://<a',
  'https://"a"',
  'http:/a',
  'https://\n',
  'ftp://a',
];

function narrowingFaults(chance: Chance): readonly string[] {
  const message = {
    from: userId(chance.whole(1, 2)),
    sentAtMs: chance.whole(0, 4),
    type: chance.pick(MESSAGE_TYPES),
  };
  const words = chance.pick(HOLDS);
  const filter: SearchFilter = {
    ...(chance.happens(0.4) && { from: userId(chance.whole(1, 2)) }),
    ...(chance.happens(0.6) && { has: chance.pick(SEARCH_KINDS) }),
    ...(chance.happens(0.4) && { sinceMs: chance.whole(0, 4) }),
    ...(chance.happens(0.4) && { untilMs: chance.whole(0, 5) }),
    ...(chance.happens(0.1) && { from: undefined }),
  };
  const wrong = misfits({ ...message, words }, filter);
  const kinds = typesHaving(filter.has);
  const expected = filter.has === undefined || filter.has === 'link' ? [] : [filter.has];
  return [
    ...differs({ message, words, filter }, fitsFilter(message, words, filter), wrong.length === 0),
    ...differs(
      filter,
      isNarrowed(filter),
      Object.values(filter).filter((one) => one !== undefined).length > 0,
    ),
    ...differs(filter, kinds, expected),
    // An index search for messages with links reads those that contain this.
    ...differs(
      words,
      words.toLowerCase().includes(LINK_BEGINS) || misfits({ ...message, words }, { has: 'link' }).length > 0,
      true,
    ),
  ];
}

const LETTERS = ['a', 'b', 'é', ' ', '字', '\u2e7f', '\u2e80', '😀', '\u007f', '\u0080', '\u07ff', '\u0800'];

const drawWords = (chance: Chance, most: number): string =>
  Array.from({ length: chance.whole(0, most) }, () =>
    chance.pick(chance.happens(0.7) ? LETTERS.slice(0, 5) : LETTERS),
  ).join('');

function drawLines(chance: Chance): readonly WordLine[] {
  let n = chance.pick([1, 2, 15, 16, 17, 300]);
  return Array.from({ length: chance.whole(0, 8) }, () => {
    n += chance.pick([1, 1, 1, 2, 16, 17, 18, 257, 4_098]);
    return { n, words: drawWords(chance, 8) };
  });
}

/** A part of some line, or text that hardly occurs. */
function drawSought(chance: Chance, lines: readonly WordLine[]): string {
  const words = lines.length > 0 && chance.happens(0.7) ? chance.pick(lines).words : drawWords(chance, 3);
  const from = chance.whole(0, words.length);
  return words.slice(from, from + chance.whole(1, 5)) || 'a';
}

function blockFaults(chance: Chance): readonly string[] {
  const lines = drawLines(chance);
  const first = lines[0]?.n ?? 1;
  const from = first - chance.pick([0, 0, 1, 16, 40]);
  const sought = drawSought(chance, lines);
  const block = { from, text: blockText(from, lines) };
  const bytesMax = chance.pick([1, 5, 9, 10, 11, 20, 40, 1_000]);
  const response = chance.happens(0.5) ? from : undefined;
  const blocks = blocksOf(lines, bytesMax, response);
  const split = splitLines(lines, bytesMax);
  const facts = { lines, from, sought, bytesMax };
  return [
    ...differs(facts, linesOf(block), lines),
    ...differs(facts, ordinalsWith(block, sought), messagesWith(lines, sought)),
    ...differs(facts, blocks.map(linesOf), split),
    ...differs(
      facts,
      blocks.map((one) => one.from),
      split.map((part, at) => (at === 0 && response !== undefined ? response : part[0]?.n)),
    ),
  ];
}

const hexOf = (bits: Uint8Array, at: number): string =>
  Array.from(bits.slice(at, at + GROUP_BLOCKS / 8), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Runs that collide by chance are read unnecessarily: hardly any of 8 × 32 blocks. */
const READ_FOR_NOTHING = 8;
const SEARCHES = 8;

/** Blocks with the text are among those read, and few others are (SEARCH-13). */
function groupFaults(chance: Chance): readonly string[] {
  const texts = Array.from({ length: GROUP_BLOCKS }, (_, at) =>
    chance.happens(0.3)
      ? blockText(at, [{ n: at + chance.pick([0, 0, 1, 17]), words: drawWords(chance, 12) }])
      : '',
  );
  const lines = texts.map((text, n) => ({ n, words: text.replace(/^[^ -\uffff]+/, '').slice(0, -1) }));
  const bits = groupBits(texts);
  let forNothing = 0;
  const missed = Array.from({ length: SEARCHES }, () => {
    const sought = drawSought(
      chance,
      lines.filter(({ words }) => words !== ''),
    );
    const most = chance.pick([1, 2, 3, 8]);
    const grams = gramsOf(sought, most);
    // The bits are stored in parts, of which only the requested ones are read.
    const read = blocksIn(
      grams.map((gram) => {
        const part = bits.slice(partOf(gram) * PART_BYTES, (partOf(gram) + 1) * PART_BYTES);
        return hexOf(part, placeInPart(gram));
      }),
    );
    const runs = [...new Set(runsOf(sought))];
    const expected = Math.min(most, runs.length);
    if (runs.length <= most)
      forNothing += read.filter((one) => !runs.every((run) => texts[one]?.includes(run))).length;
    const facts = { texts: texts.filter((one) => one !== ''), sought, most };
    const wrongParts = grams.filter(
      (one) => !(partOf(one) >= 0 && partOf(one) < GRAM_NUMBERS / PART_NUMBERS),
    );
    return [
      ...differs(
        facts,
        messagesWith(lines, sought).filter((one) => !read.includes(one)),
        [],
      ),
      ...differs(
        facts,
        read,
        [...new Set(read)].toSorted((a, b) => b - a),
      ),
      ...differs(facts, [new Set(grams).size, wrongParts], [grams.length, []]),
      ...differs(facts, grams.length >= expected - 1 && grams.length <= expected, true),
    ];
  }).flat();
  // Text too short for a run may occur in each of them.
  const any = Array.from({ length: GROUP_BLOCKS }, (_, at) => GROUP_BLOCKS - 1 - at);
  return [
    ...missed,
    // Parts are whole ones.
    ...differs('parts', GRAM_NUMBERS % PART_NUMBERS, 0),
    ...differs('no run', blocksIn([]), any),
    ...differs(texts, forNothing > READ_FOR_NOTHING, false),
  ];
}

const isWide = (character: string): boolean => character >= '\u2e80';

/** Short runs: three characters, or two that begin with one of a script that writes words with few. */
const runsOf = (words: string): readonly string[] =>
  words
    .split('')
    .map((first, at) => words.slice(at, at + (isWide(first) ? 2 : 3)))
    .filter((run) => run.length === (isWide(run.charAt(0)) ? 2 : 3));

/** Typed text, and the part of it that is compared. */
const PIECES: readonly (readonly [string, string])[] = [
  ['a', 'a'],
  ['B', 'b'],
  ['É', 'e'],
  ['e\u0301', 'e'],
  ['İ', 'i'],
  ['ß', 'ss'],
  ['’', "'"],
  ['‑', '-'],
  ['„', '"'],
  ['Ａ１', 'a1'],
  ['ﬁ', 'fi'],
  ['ﾊ', 'は'],
  ['ガ', 'が'],
  ['한', 'ㅎㅏㄴ'],
  ['닭', 'ㄷㅏㄹㄱ'],
  ['أ', 'ا'],
  ['ة', 'ه'],
  ['على', 'علی'],
  ['٣', '3'],
  ['שָׁ', 'ש'],
  ['फ़', 'फ'],
  ['ё', 'е'],
  ['Ệ', 'e'],
  ['字', '字'],
  [' ', ' '],
  ['\t\n', ' '],
  ['\u00a0', ' '],
  ['\u200b', ''],
  ['\u0007', ' '],
  ['\u3000 ', ' '],
];

function wordFaults(chance: Chance): readonly string[] {
  const pieces = Array.from({ length: chance.whole(0, 8) }, () => chance.pick(PIECES));
  const typed = pieces.map(([one]) => one).join('');
  const html = `<b>${typed}</b>`;
  return [
    ...differs(typed, folded(typed), comparable(pieces)),
    ...differs(html, searchable(html), comparable(pieces)),
    ...differs(`${typed}, again`, folded(folded(typed)), folded(typed)),
  ];
}

/** Results of a search, by its text and its filters (SEARCH-1, SEARCH-8, SEARCH-13, SEARCH-14). */
export const findingRule: FactRule = {
  name: 'finding',
  faults: (chance) => [
    ...narrowingFaults(chance),
    ...blockFaults(chance),
    ...wordFaults(chance),
    ...groupFaults(chance),
  ],
};
