import { typedMeant, type Meant, type MeantBlock } from './expected/rich.ts';
import type { Chance } from './fact-rule.ts';
import { plain, MARKS } from './rich-drawn.ts';

const CONSTRUCTS = 150;

/** Constructs of every kind in a row: those beyond the maximum stay as typed. */
export function drawMany(chance: Chance): readonly MeantBlock[] {
  const count = CONSTRUCTS + chance.pick([-2, -1, 0, 1, 2, 9]);
  const block = chance.pick(['none', 'before', 'after', 'around']);
  const after = block === 'after' ? '\n- c' : '';
  let left = block === 'before' || block === 'around' ? CONSTRUCTS - 1 : CONSTRUCTS;
  const inside: Meant[] = [plain('a ')];
  for (let at = 0; at < count; at += 1) {
    const one = chance.pick<Meant>([
      { kind: 'mark', delimiter: chance.pick(MARKS), inside: [plain('b')] },
      { kind: 'code', ticks: 1, text: 'b' },
      { kind: 'link', to: 'https://pages.test/b', inside: [plain('b')] },
    ]);
    inside.push(...(left > 0 ? [one] : asTyped(one)), plain(' '));
    left -= 1;
  }
  if (chance.happens(0.3)) {
    inside.push(...drawAtLast(left));
    left -= 2;
  }
  const list: MeantBlock = { kind: 'list', items: [{ mark: '-', indent: 2, blocks: [linesOf('c')] }] };
  if (block === 'before') return [list, { kind: 'lines', inside }];
  if (block === 'around') {
    const quote: MeantBlock = { kind: 'quote', empty: '>', blocks: [{ kind: 'lines', inside }] };
    return left > 0 ? [quote, list] : [quote, linesOf('- c')];
  }
  if (left > 0 && after !== '') return [{ kind: 'lines', inside }, list];
  return [{ kind: 'lines', inside: [...inside, plain(after)] }];
}

/** An address remains as text if no link is made of it. */
const asTyped = (one: Meant): readonly Meant[] =>
  one.kind === 'link'
    ? [plain('[b]('), { kind: 'address', text: one.to }, plain(')')]
    : [plain(typedMeant(one))];

const linesOf = (text: string): MeantBlock => ({ kind: 'lines', inside: [plain(text)] });

/** Inner marks count first: of two nested ones the outer may exceed the limit. */
function drawAtLast(left: number): readonly Meant[] {
  const inner: Meant = { kind: 'mark', delimiter: '_', inside: [plain('y')] };
  if (left > 1) return [{ kind: 'mark', delimiter: '**', inside: [plain('x '), inner, plain(' z')] }];
  return [plain('**x '), left > 0 ? inner : plain('_y_'), plain(' z**')];
}

const codeOf = (text: string): MeantBlock => ({
  kind: 'codeBlock',
  begins: '```',
  ends: '```',
  language: '',
  text,
});

const listOf = (mark: string): MeantBlock => ({
  kind: 'list',
  items: [{ mark, indent: 2, blocks: [linesOf('a')] }],
});

/** This quote with its content is one construct below the limit: a list has room below it. */
const nearlyAll: MeantBlock = {
  kind: 'quote',
  empty: '>',
  blocks: [
    {
      kind: 'lines',
      inside: Array.from({ length: CONSTRUCTS - 2 }, (): readonly Meant[] => [
        { kind: 'mark', delimiter: '_', inside: [plain('a')] },
        plain(' '),
      ]).flat(),
    },
  ],
};

/** Blocks below each other without a line between them. */
export const AWKWARD: readonly (readonly MeantBlock[])[] = [
  // Empty ticks: the later ones begin the code.
  [linesOf('a\n```'), codeOf('b')],
  [listOf('-'), listOf('1.')],
  [listOf('2.'), listOf('-')],
  [listOf('-'), codeOf('a'), listOf('-')],
  [nearlyAll, listOf('-')],
];
