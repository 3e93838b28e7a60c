import type { Chance } from './fact-rule.ts';
import { typedMeant, type Meant, type MeantBlock, type MeantItem, type Delimiter } from './expected/rich.ts';

/**
 * Draws marked-up texts, beside pieces that only look like markup. Every drawn text has one reading only:
 * delimiters open before a non-blank, and close behind one.
 */
interface Around {
  readonly chance: Chance;
  /** Marks that are open here: inside of one no other of its kind begins. */
  readonly open: readonly Delimiter[];
  /** A list ends at an empty line. */
  readonly blankLines: boolean;
  /** Pieces of which a second one would be parsed together with the first. */
  readonly once: Set<string>;
}

const WORDS = ['a', 'word', '12', '这是', '你好', 'é', 'Ж', 'あ', 'a&b', '<b>', 'x"y', "it's", '\\'];
export const MARKS = ['**', '_', '~~', '||'] as const;
const ADDRESSES = [
  'https://pages.test/a',
  'http://pages.test/?a=1&b=2',
  'HTTPS://Pages.test',
  'https://pages.test/_a_b',
  'https://pages.test/a_(b)',
  'https://user:word@pages.test/a',
  'https://user@pages.test',
  'https://pages.test/*~|_x',
];
const TARGETS = [
  'https://pages.test/c_(d)_e',
  'http://pages.test/?a=1&b="2"',
  'mailto:somebody@pages.test',
  'MAILTO:a@b',
  'https://pages.test/**a**',
];
const CODES = [
  'a',
  ' a ',
  '**a**',
  'x _y_ z',
  '[a](https://pages.test)',
  'https://pages.test/c',
  '||',
  '<i>&',
];
/** Nothing of these is a mark, wherever they stand between blanks. */
const NEAR = [
  '** a **',
  '_ a _',
  '~~ a ~~',
  '|| a ||',
  '**',
  '_',
  '~~',
  '||',
  '*',
  '~',
  '|',
  'snake_case',
  'a_b_c',
  '@_name',
  '[a] (b)',
  '[a]',
  '[](b)',
  '[a](/own)',
  '[a](javascript:alert(1))',
  '[a](mailto:nobody)',
  '[a](mailto:@b)',
  '[a](xmailto:a@b)',
  '[a](ftp://pages.test)',
  ']( )',
];
/** These would close what is open, or take up what an earlier one has begun. */
const NEAR_ONCE: Readonly<Record<string, string>> = {
  '````': '````',
  blank: '````` `````',
  line: '``````a\nb``````',
  // An eight-tick fence is not closed by seven ticks.
  more: '```````a````````',
};
export const plain = (text: string): Meant => ({ kind: 'plain', text });

/** Text of a line or inside a mark: it begins and ends with neither a blank nor a lone delimiter. */
export function drawInside(around: Around, length: number): readonly Meant[] {
  const { chance } = around;
  const matches: Meant[] = [];
  let [before, wasApart] = ['', false];
  for (let at = 0; at < length; at += 1) {
    const isEdge = at === 0 || at === length - 1;
    const { pieces, isApart } = drawPiece(around, isEdge);
    const typed = pieces.map(typedMeant).join('');
    const touches = !isApart && !wasApart && chance.happens(0.5) && mayTouch(before, typed.charAt(0));
    const between = touches || at === 0 ? '' : !isEdge && chance.happens(0.2) ? lineEnd(around) : ' ';
    matches.push(plain(between), ...pieces);
    [before, wasApart] = [before + between + typed, isApart];
  }
  return matches;
}

/** A line never starts like a line of a quote, a list or code. */
const lineEnd = ({ chance }: Around): string => `\n${chance.pick(WORDS)} `;

const LETTER = /[a-z0-9éЖ_@]$/i;

/** Returns true if two pieces keep their meaning without a blank between them. */
function mayTouch(before: string, first: string): boolean {
  const last = before.slice(-1);
  // No mark begins behind a backslash (RICH-14).
  if (last === '\\') return false;
  if (last === first || /https?:\S*$/i.test(before) || first.toLowerCase() === 'h') return false;
  return !(first === '_' && LETTER.test(last)) && !(last === '_' && LETTER.test(first));
}

/** `isApart`: surrounded by blanks. */
interface Piece {
  readonly pieces: readonly Meant[];
  readonly isApart: boolean;
}

function drawPiece(around: Around, isEdge: boolean): Piece {
  const { chance, open } = around;
  const kind = chance.weighted({ word: 5, mark: 5, code: 1, link: 1, address: 1, near: isEdge ? 0 : 3 });
  const free = MARKS.filter((delimiter) => !open.includes(delimiter));
  if (kind === 'near') return { pieces: drawNear(around), isApart: true };
  const one = (): Meant => {
    if (kind === 'mark' && free.length > 0) return drawMark(around, chance.pick(free));
    if (kind === 'code') return drawCode(chance);
    return kind === 'link' ? drawLink(around) : plain(chance.pick(WORDS));
  };
  if (kind === 'mark' && !isEdge && chance.happens(0.1))
    return { pieces: drawBesideHalf(around), isApart: true };
  if (kind !== 'address') return { pieces: [one()], isApart: false };
  const after = isEdge ? '' : chance.pick(['', '.', ',', '!?', '。']);
  return { pieces: [{ kind: 'address', text: chance.pick(ADDRESSES) }, plain(after)], isApart: false };
}

/** Half a delimiter beside a mark belongs to nothing. */
function drawBesideHalf(around: Around): readonly Meant[] {
  const { chance, open } = around;
  const free = (['**', '~~', '||'] as const).filter((delimiter) => !open.includes(delimiter));
  if (free.length === 0) return [plain('a')];
  const delimiter = chance.pick(free);
  const [mark, half] = [drawMark(around, delimiter), plain(delimiter.charAt(0))];
  return chance.happens(0.5) ? [half, mark] : [mark, half];
}

function drawMark(around: Around, delimiter: Delimiter): Meant {
  const { chance } = around;
  const within = { ...around, open: [...around.open, delimiter] };
  const inside = [...drawInside(within, chance.pick([1, 1, 1, 2, 3]))];
  const rest = MARKS.filter((one) => !within.open.includes(one));
  // A spoiler alone continues behind an empty line; marks opened before it do not.
  const goesOn = delimiter === '||' && around.blankLines && chance.happens(0.4);
  if (rest.length > 0 && chance.happens(goesOn ? 0.6 : 0.2)) inside.push(plain(` ${chance.pick(rest)}never`));
  if (goesOn) inside.push(plain(`\n${chance.pick(['', ' ', '\t '])}\n`), ...drawInside(within, 2));
  return { kind: 'mark', delimiter, inside };
}

function drawCode(chance: Chance): Meant {
  if (chance.happens(0.2)) return { kind: 'code', ticks: 2, text: 'a ` b' };
  return { kind: 'code', ticks: 1, text: chance.pick(CODES) };
}

function drawLink({ chance }: Around): Meant {
  const to = chance.pick(TARGETS);
  const delimiter = chance.pick(MARKS);
  const mark: Meant = { kind: 'mark', delimiter, inside: [plain(chance.pick(['b', '字', 'b c']))] };
  const inside = chance.pick<readonly Meant[]>([
    [plain('us')],
    [plain('a & b')],
    [plain('http')],
    [mark],
    [plain('a '), mark],
    [plain('a**')],
    [plain(' a ')],
  ]);
  return { kind: 'link', to, inside };
}

function drawNear(around: Around): readonly Meant[] {
  const { chance, open, once } = around;
  const delimiter = chance.pick(MARKS);
  if (chance.happens(0.15)) {
    const name = chance.pick(Object.keys(NEAR_ONCE));
    if (!once.has(name)) return once.add(name) && [plain(NEAR_ONCE[name] ?? '')];
  }
  if (chance.happens(0.2)) {
    // An unopened delimiter closes nothing.
    if (!open.includes(delimiter)) return [plain(`b${delimiter}`)];
  }
  const doubled: Readonly<Record<Delimiter, string>> = {
    '**': '****',
    _: '__init__',
    '~~': '~~~~',
    '||': '||||',
  };
  if (chance.happens(0.1) && !open.includes(delimiter)) return [plain(doubled[delimiter])];
  if (chance.happens(0.1) && !open.includes('_')) return [plain(chance.pick(['@_n_', '__a_']))];
  if (chance.happens(0.2)) return drawNoLink(chance);
  return [plain(chance.pick(NEAR))];
}

/** Text and an address that do not form a link: the address stays plain. */
const drawNoLink = (chance: Chance): readonly Meant[] => [
  plain(
    chance.pick([
      '[ ](',
      '[www.](',
      '[WWW.a](',
      '[a\u202eb](',
      '[a\u200fb](',
      '[a\u2066b](',
      '[a\nb](',
      '[a] (',
      '[a]b](',
    ]),
  ),
  { kind: 'address', text: 'https://pages.test/no' },
  plain(')'),
];

/** Lines that begin nearly as a quote, a list or code begins. */
const NEAR_LINES = [
  '>a',
  '>',
  '> ',
  ' > a',
  '-a',
  '-',
  '- ',
  '-  a',
  ' - a',
  '* a',
  '+ a',
  '1.a',
  '1.',
  '1) a',
  'a. b',
  '1234567890. a',
  '# a',
  '`` a',
];

/** Starts of a quote, a list or code: plain text when nested too deep. */
const TOO_DEEP = ['> a', '- a', '1. a', '- a\n- b', '> a\n> b'];

function drawLines(around: Around, depth: number, isLast: boolean): MeantBlock {
  const { chance } = around;
  if (chance.happens(0.1) && around.blankLines) return { kind: 'lines', inside: [] };
  if (depth === 0 && chance.happens(0.5)) return { kind: 'lines', inside: [plain(chance.pick(TOO_DEEP))] };
  const inside: Meant[] = [plain(chance.pick(WORDS)), plain(' ')];
  const paragraphs = around.blankLines ? chance.pick([1, 1, 2, 3]) : 1;
  for (let at = 0; at < paragraphs; at += 1) {
    if (at > 0) inside.push(plain(`\n${chance.pick(['', '', ' ', '\t'])}\n`));
    inside.push(...drawInside(around, chance.whole(1, 4)));
    // An unclosed spoiler would continue behind the empty line.
    const never = at === paragraphs - 1 ? MARKS : (['**', '_', '~~'] as const);
    if (chance.happens(0.2)) inside.push(plain(` ${chance.pick(never)}never`));
    else if (chance.happens(0.3) && around.blankLines) inside.push(plain(`\n${chance.pick(NEAR_LINES)}`));
  }
  if (isLast && chance.happens(0.1)) inside.push(plain(chance.pick(NEVER_ENDED)));
  return { kind: 'lines', inside };
}

const NEVER_ENDED = ['\n```js\nnever', '\n```\n```', '\n``` a b\nc\n```', `\n\`\`\`${'j'.repeat(21)}\nc`];

const LANGUAGES = ['', 'js', 'c++', 'c#', 'objective-c', 'a.b_1', 'j'.repeat(20)];

function drawCodeBlock({ chance, blankLines }: Around): MeantBlock {
  const ticks = chance.pick([3, 3, 4, 5]);
  const lines = ['let **a**;', '> a', '- a', '<b>&', '`a`', 'https://pages.test/code', '```a'];
  const matches = Array.from({ length: chance.whole(1, 3) }, () => chance.pick(lines));
  if (ticks > 3) matches.push('`'.repeat(ticks - 1));
  if (blankLines && chance.happens(0.3)) matches.push('');
  return {
    kind: 'codeBlock',
    begins: '`'.repeat(ticks),
    ends: '`'.repeat(ticks + chance.pick([0, 0, 1])) + chance.pick(['', '', ' ']),
    language: chance.pick(LANGUAGES),
    text: matches.join('\n'),
  };
}

function drawItems(around: Around, depth: number): readonly MeantItem[] {
  const { chance } = around;
  const ordered = chance.happens(0.4);
  return Array.from({ length: chance.whole(1, 3) }, () => {
    const mark = ordered ? `${chance.pick([1, 2, 10, 123_456_789])}.` : '-';
    const blocks = drawBlocks({ ...around, blankLines: false }, depth, chance.whole(1, 2));
    // Less indentation suffices if nothing in it is nested.
    const indent = blocks.every(({ kind }) => kind === 'lines')
      ? chance.whole(2, mark.length + 1)
      : mark.length + 1;
    return { mark, indent, blocks };
  });
}

/** Adjacent blocks, no two of which would be parsed as one. */
export function drawBlocks(
  around: Around,
  depth: number,
  count: number,
  isWhole = false,
): readonly MeantBlock[] {
  const { chance } = around;
  const matches: MeantBlock[] = [];
  let last = '';
  for (let at = 0; at < count; at += 1) {
    const kinds = { lines: 3, quote: 1, list: 1, codeBlock: 1 };
    const drawn = depth === 0 ? 'lines' : chance.weighted(kinds);
    const kind = drawn === last ? 'lines' : drawn;
    if (kind === last) continue;
    last = kind;
    if (kind === 'lines') matches.push(drawLines(around, depth, isWhole && at === count - 1));
    else if (kind === 'codeBlock') matches.push(drawCodeBlock(around));
    else if (kind === 'list') matches.push({ kind, items: drawItems(around, depth - 1) });
    else {
      // A quote begins with words: an empty line begins none.
      const inside = drawBlocks(around, depth - 1, chance.whole(1, 2));
      const [first] = inside;
      const begins = first?.kind === 'lines' && first.inside.length === 0;
      const blocks: readonly MeantBlock[] = begins
        ? [{ kind: 'lines', inside: [plain('q')] }, ...inside.slice(1)]
        : inside;
      matches.push({ kind, empty: chance.pick(['>', '> ']), blocks });
    }
  }
  return matches;
}

export const aroundOf = (chance: Chance): Around => ({
  chance,
  open: [],
  blankLines: true,
  once: new Set(),
});
