import { lengthOf } from '../../../src/domain/length.ts';
import { firstLink, hostOf } from '../../../src/domain/link-preview.ts';
import { linkParts } from '../../../src/domain/linkify.ts';
import { isLinkTarget, isWebAddress } from '../../../src/domain/links.ts';
import { isHeavyMarkup, toMarkup, toPlain } from '../../../src/domain/markup.ts';
import {
  characters,
  isTooMuch,
  MARKUP_PIECES,
  MOST,
  sentMarkup,
  shownParts,
  wordsOfPieces,
} from './expected/markup.ts';
import type { TypedPiece } from './expected/markup.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

const ADDRESSES = [
  'https://pages.test',
  'http://pages.test/a?b=1&c=2#d',
  'HTTPS://PAGES.test/_a_',
  'https://pages.test/x_(y)',
  'https://pages.test/(x)',
  'https://pages.test:8080/~a|b*c',
  'https://user:word@pages.test',
  'https://word@pages.test',
  'https://例え.test/あ',
  "https://pages.test/it's_'_a",
  'https://pages.test/[x]{y:(z:(1))}',
];
/** Addresses without a scheme, with their targets. */
const SHORT = [
  ['www.pages.test/a_b', 'http://www.pages.test/a_b'],
  ['WWW.pages.test', 'http://WWW.pages.test'],
  ['some.body+a@pages.test', 'mailto:some.body+a@pages.test'],
] as const;
/** Ends of an address, with the text behind it. */
const ENDS = [' ', '. ', ', a ', '!?;: ', ']} ', '。', '，', '”', '<b', '> ', '" ', "' ", '`', '\n', '.', ''];
const WORDS = [
  'a ',
  '(',
  '“',
  '好',
  'http:// ',
  'https://... ',
  'https://[ ',
  'http:/a ',
  'ftp://a ',
  'mailto:a@ ',
  'www.pages ',
  'a@pages ',
  'file.test ',
  'xhttps ',
];
const LONG_MAX = 2_048;
const BEGIN = 'https://pages.test/';

function drawPieces(chance: Chance): readonly TypedPiece[] {
  return Array.from({ length: chance.whole(0, 4) }, () => {
    if (chance.happens(0.4)) return [{ text: chance.pick(WORDS), leads: false }];
    const end = chance.pick(ENDS);
    const text = chance.pick(ADDRESSES);
    // An address not ended here would include the text behind it.
    const parts = [{ text: end === '' || end === '.' ? `${end} ` : end, leads: false }];
    if (chance.happens(0.1))
      return [
        { text: 'https://pages.test/a', leads: true },
        { text: ') ', leads: false },
      ];
    if (chance.happens(0.2)) {
      const [short, to] = chance.pick(SHORT);
      return [{ text: ' ', leads: false }, { text: short, leads: true, to }, ...parts];
    }
    return [{ text, leads: true }, ...parts];
  }).flat();
}

/** The last piece may end with the text. */
function typed(pieces: readonly TypedPiece[], isCut: boolean): readonly TypedPiece[] {
  const last = pieces.at(-1);
  return isCut && last && !last.leads
    ? [...pieces.slice(0, -1), { ...last, text: last.text.trimEnd() }]
    : pieces;
}

function linkFaults(chance: Chance): readonly string[] {
  const pieces = typed(drawPieces(chance), chance.happens(0.5));
  const text = pieces.map((one) => one.text).join('');
  const parts = shownParts(pieces);
  const [first = null] = pieces
    .filter(({ leads, to = '' }) => leads && !to.startsWith('mailto:'))
    .map((one) => one.to ?? one.text);
  const card = first !== null && first.includes('@') ? null : first;
  return [
    ...differs(text, linkParts(text), parts),
    ...differs(text, firstLink(toMarkup(text), chance.pick([null, {}, { format: 'x' }])), card),
    ...(chance.happens(0.1) ? longFaults(chance.pick([-1, 0, 1])) : []),
  ];
}

/** Addresses above the maximum length get no card. */
function longFaults(more: number): readonly string[] {
  const long = BEGIN + 'a'.repeat(LONG_MAX - BEGIN.length + more);
  const card = more > 0 ? null : long;
  return [
    ...differs(long.length, firstLink(`a ${long} b`, null), card),
    ...differs(long.length, firstLink(`[a](${long})`, { format: 'md' }), card),
  ];
}

/** Addresses: valid for the web, and allowed as link targets. */
const TARGETS: readonly (readonly [text: string, isWeb: boolean, mayLead: boolean, host: string])[] = [
  ['https://pages.test', true, true, 'pages.test'],
  ['http://www.pages.test/a', true, true, 'pages.test'],
  ['HTTPS://WWW.Pages.Test:8080/www.', true, true, 'pages.test'],
  ['https://awww.test', true, true, 'awww.test'],
  ['https://www.www.test', true, true, 'www.test'],
  ['https://', false, false, ''],
  ['https:', false, false, ''],
  ['pages.test', false, false, ''],
  ['', false, false, ''],
  ['/own', false, false, ''],
  ['ftp://pages.test', false, false, 'pages.test'],
  ['javascript:alert(1)', false, false, ''],
  ['data:text/html,a', false, false, ''],
  ['mailto:a@pages.test', false, true, ''],
  ['MAILTO:a@b', false, true, ''],
  ['mailto:a', false, false, ''],
  ['mailto:a@', false, false, ''],
  ['mailto:@b', false, false, ''],
  ['mailto:a@b@c', false, false, ''],
  ['xmailto:a@b', false, false, ''],
  ['mailto:a@b c', false, false, ''],
];

const LETTERS = [
  'a',
  '&',
  '<',
  '>',
  '"',
  "'",
  '\n',
  '\r',
  '\r\n',
  '😀',
  '😁',
  '𝄞',
  '\ud83d',
  '\ude00',
  'é',
  ' ',
  '好',
];

function markupFaults(chance: Chance): readonly string[] {
  const pieces = Array.from({ length: chance.whole(0, 6) }, () => chance.pick(MARKUP_PIECES));
  const html = pieces.map((one) => one.html).join('');
  const text = Array.from({ length: chance.whole(0, 8) }, () => chance.pick(LETTERS)).join('');
  const [address, isWeb, mayLead, host] = chance.pick(TARGETS);
  return [
    ...differs(html, toPlain(html), wordsOfPieces(pieces)),
    // An unclosed tag is not an element.
    ...differs(html, toPlain(`${html}x <b`), `${pieces.map(({ words }) => words).join('')}x <b`),
    ...differs(text, toMarkup(text), sentMarkup(text)),
    ...differs(text, lengthOf(text), characters(text)),
    ...differs(
      address,
      [isWebAddress(address), isLinkTarget(address), hostOf(address)],
      [isWeb, mayLead, host],
    ),
  ];
}

const NAMES = ['b', 'P', 'span', '!--', '?x', 'a href="x"', 'brx'];

/** Many nested elements side by side, with parts that do not count. */
function heavyFaults(chance: Chance): readonly string[] {
  const depth = chance.pick([1, 1, 2, 4, 16, 17]);
  const piles = Math.floor(MOST.elements / depth) + chance.pick([-1, 0, 0, 1]);
  const few = chance.happens(0.3) ? 2 : piles;
  const name = chance.pick(NAMES);
  const beside = chance.pick(['', '<br>', '<br/>', '<BR />', ' a < b > c <1> ', '</br>']);
  const pile = `<${name}>`.repeat(depth) + beside + '</b>'.repeat(depth);
  const many = chance.whole(MOST.elements - 1, MOST.elements + 2);
  const isMany = many > MOST.elements;
  const open = chance.pick([15, 16, 17]);
  const ended = '</b>'.repeat(chance.pick([0, 1, 3]));
  return [
    ...differs({ few, depth, name, beside }, isHeavyMarkup(pile.repeat(few)), isTooMuch(few, depth)),
    ...differs({ pictures: many }, isHeavyMarkup('<img src="x">'.repeat(many)), isMany),
    ...differs({ ends: many }, isHeavyMarkup('</b>'.repeat(many)), isMany),
    ...differs({ open, ended }, isHeavyMarkup(`${ended}${'<b>'.repeat(open)}<img>`), open > MOST.depth),
    // A closed element does not count for later ones.
    ...differs({ open, again: 'one' }, isHeavyMarkup(`${'<b>'.repeat(open)}</b><b>`), open > MOST.depth),
    ...differs({ open, again: 'two' }, isHeavyMarkup(`${'<b>'.repeat(open)}</b><b><b>`), open >= MOST.depth),
    ...differs({ open }, isHeavyMarkup(`${'<b>'.repeat(open)}a`), open > MOST.depth),
    ...differs({ beside: many }, isHeavyMarkup(beside.repeat(many)), false),
  ];
}

/** Fragments of other clients and addresses in words (WIRE-9, WIRE-17, PREVIEW-1). */
export const markupRule: FactRule = {
  name: 'markup and addresses',
  faults: (chance) => [
    ...linkFaults(chance),
    ...markupFaults(chance),
    ...Array.from({ length: 2 }, () => heavyFaults(chance)).flat(),
  ],
};
