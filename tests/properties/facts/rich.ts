import { firstLink } from '../../../src/domain/link-preview.ts';
import { toMarkup } from '../../../src/domain/markup.ts';
import { richHtml } from '../../../src/domain/rich-html.ts';
import {
  formatOf,
  hasMarks,
  parseRich,
  unmarked,
  withFormat,
  wordsOf,
  wordsOfNodes,
} from '../../../src/domain/rich-text.ts';
import type { RichNode } from '../../../src/domain/rich-text.ts';
import {
  elementsMeant,
  meansMore,
  mergedShapes,
  shapeMeant,
  shownAddresses,
  typedText,
  wordsMeant,
} from './expected/rich.ts';
import type { MeantBlock, Shape } from './expected/rich.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';
import { aroundOf, drawBlocks } from './rich-drawn.ts';
import { AWKWARD, drawMany } from './rich-many.ts';

const shape = (nodes: readonly RichNode[]): readonly Shape[] => mergedShapes(nodes.map(shapeOf));

function shapeOf(node: RichNode): Shape {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'code':
      return ['code', node.text];
    case 'codeBlock':
      return ['codeBlock', node.language, node.text];
    case 'quote':
      return ['quote', ...shape(node.blocks)];
    case 'list':
      return ['list', ...node.items.map(({ mark, blocks }): Shape => ['item', mark, ...shape(blocks)])];
    case 'link':
      return ['link', node.href, ['words', ...shape(node.children)]];
    case 'element':
      return [node.tag, ...shape(node.children)];
    case 'lines':
    case 'spoiler':
      return [node.kind, ...shape(node.children)];
    case 'lineEnd':
    case 'picture':
      return [node.kind];
  }
}

/** All that is made of one text, beside what was meant by it. */
function textFaults(blocks: readonly MeantBlock[], asPlain: boolean): readonly string[] {
  const text = typedText(blocks);
  const html = toMarkup(text);
  const marked = meansMore(blocks);
  const format = { format: 'md' } as const;
  const [first] = shownAddresses(blocks);
  const tree = parseRich(text);
  const words = wordsMeant(blocks, false);
  const all = wordsMeant(blocks, true);
  return [
    ...differs(text, shape(tree), shapeMeant(blocks)),
    // No piece of it is empty.
    ...differs(text, JSON.stringify(tree).includes('"text":""'), false),
    ...differs(text, wordsOf(text), words),
    ...(tree.length === 1 ? differs(text, wordsOfNodes(tree), all) : []),
    // Trailing line breaks do not belong to the markup.
    ...(text.endsWith('\n') ? [] : differs(text, unmarked(html, format, true), toMarkup(all))),
    ...(text.endsWith('\n') ? [] : differs(text, unmarked(html, format), toMarkup(words))),
    ...differs(text, unmarked(html, asPlain ? {} : null), html),
    ...differs(text, richHtml(text), elementsMeant(blocks)),
    ...differs(text, [hasMarks(text), formatOf(text)], [marked, marked ? format : {}]),
    ...differs(text, formatOf(text, true), {}),
    ...differs(text, firstLink(html, format), first === undefined || /\/\/user/.test(first) ? null : first),
  ];
}

const EXTRAS = [null, {}, { format: 'md' }, { format: 'x' }, { a: 1 }, { a: 1, format: 'md' }];

function formatFaults(chance: Chance): readonly string[] {
  const [extra, rich] = [chance.pick(EXTRAS), chance.happens(0.5)];
  const was = extra?.['format'] === 'md';
  const rest = Object.entries(extra ?? {}).filter(([name]) => name !== 'format' || was === rich);
  const expected = rich
    ? Object.fromEntries([...rest.filter(([name]) => name !== 'format'), ['format', 'md']])
    : null;
  const stored = rest.length === 0 && !was ? (extra ?? null) : Object.fromEntries(rest);
  const without = was && rest.length === 0 ? null : stored;
  return differs({ extra, rich }, withFormat(extra, rich), rich ? expected : without);
}

/** Texts are long: a seed draws fewer of them than of other facts. */
const TEXTS = 5;

/** Words with marks, in all forms that screens, lists, searches and other clients are given. */
export const richRule: FactRule = {
  name: 'marked words',
  faults: (chance) => [
    ...Array.from({ length: TEXTS }, () =>
      textFaults(drawBlocks(aroundOf(chance), 4, chance.pick([1, 1, 2, 3]), true), chance.happens(0.5)),
    ).flat(),
    ...(chance.happens(0.25) ? textFaults(drawMany(chance), false) : []),
    ...textFaults(chance.pick(AWKWARD), false),
    ...formatFaults(chance),
  ],
};
