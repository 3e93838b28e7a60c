import fc from 'fast-check';
import { isUnseen } from '../../src/domain/unseen.ts';
import { describe, expect, it } from 'vitest';
import { richLimits, textLimits } from '../../src/domain/limits.ts';
import { isHeavyMarkup, toMarkup, toPlain } from '../../src/domain/markup.ts';
import { richHtml } from '../../src/domain/rich-html.ts';
import {
  formatOf,
  hasMarks,
  parseRich,
  type RichNode,
  unmarked,
  withFormat,
  wordsOf,
} from '../../src/domain/rich-text.ts';
import { cleanText } from '../../src/server/features/messages/compose.ts';

/** Signs of the subset among words, in any order: mostly nonsense. */
const PIECES = [
  '**',
  '_',
  '~~',
  '||',
  '`',
  '```',
  '```js\n',
  '> ',
  '- ',
  '1. ',
  '[',
  '](',
  ')',
  '](https://example.org/a_(b))',
  '[a](mailto:a@example.org)',
  '[a](javascript:alert(1))',
  'https://example.org/_x_',
  '\n',
  '\n\n',
  '  ',
  ' ',
  'word',
  'a',
  '字',
  '@',
  '<b>',
  '</b>',
  '&amp;',
  '"',
  '\u202e',
  '👍',
];
const typed = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 120 });
const text = typed.map((parts) => parts.join('').replaceAll('\0', '').slice(0, textLimits.messageMax));

const nodesIn = (nodes: readonly RichNode[]): readonly RichNode[] =>
  nodes.flatMap((node): readonly RichNode[] => {
    if ('children' in node) return [node, ...nodesIn(node.children)];
    if (node.kind === 'quote') return [node, ...nodesIn(node.blocks)];
    return node.kind === 'list' ? [node, ...node.items.flatMap((item) => nodesIn(item.blocks))] : [node];
  });

const depthOf = (nodes: readonly RichNode[]): number =>
  Math.max(
    0,
    ...nodes.map((node) =>
      node.kind === 'quote'
        ? 1 + depthOf(node.blocks)
        : node.kind === 'list'
          ? 1 + Math.max(...node.items.map(({ blocks }) => depthOf(blocks)))
          : 0,
    ),
  );

/** Reports whether the text contains these characters in this order. */
function isWithin(few: string, many: string): boolean {
  let at = -1;
  return [...few].every((character) => (at = many.indexOf(character, at + 1)) >= 0);
}

describe('text with marks', () => {
  it('RICH-1: without signs of the subset a text is itself, and is sent without the mark', () => {
    const plain = fc
      .string({ unit: 'binary', maxLength: 200 })
      .map((words) => words.replaceAll(/[*_~|`>[\]\-.\d\0]/g, '').trimStart());
    fc.assert(
      fc.property(plain, (words) => {
        expect(parseRich(words)).toEqual(
          words === ''
            ? [{ kind: 'lines', children: [] }]
            : [{ kind: 'lines', children: [{ kind: 'text', text: words }] }],
        );
        expect(wordsOf(words)).toBe(words);
        expect(formatOf(words)).toEqual({});
      }),
    );
  });

  it('RICH-2: nothing that is typed fails, and what is made of it is bounded', () => {
    fc.assert(
      fc.property(text, (words) => {
        const blocks = parseRich(words);
        const all = nodesIn(blocks);
        const constructs = all.filter(({ kind }) => kind !== 'text' && kind !== 'lines');
        expect(constructs.length).toBeLessThanOrEqual(richLimits.constructsMax);
        expect(depthOf(blocks)).toBeLessThanOrEqual(richLimits.depthMax);
        expect(hasMarks(words)).toBe(constructs.length > 0);
        // No character is invented, and none changes its place.
        expect(isWithin(wordsOf(words, true).replaceAll('•', '-'), words)).toBe(true);
      }),
    );
  });

  it('RICH-3: every link leads to the web or to a letter, and looks like no other one', () => {
    fc.assert(
      fc.property(text, (words) => {
        for (const node of nodesIn(parseRich(words)))
          if (node.kind === 'link') {
            expect(node.href).toMatch(/^(?:https?:\/\/|mailto:)/i);
            expect(JSON.stringify(node)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
            expect(nodesIn(node.children).some(({ kind }) => kind === 'link')).toBe(false);
          }
      }),
    );
  });

  it('RICH-4: no text of a spoiler is in a list row, a quote or a notification', () => {
    const secret = 'secretword';
    fc.assert(
      fc.property(text, text, text, (before, hidden, after) => {
        const inside = hidden.replaceAll(/\|\||\n|[`[\]]/g, '');
        const start = before.replaceAll(/[`[|]|https?:\/\//g, '');
        const words = `${start}\nx ||${secret}${inside}${secret}|| ${after}`;
        fc.pre(JSON.stringify(parseRich(words)).includes('"spoiler"'));
        const text = unmarked(toMarkup(words), { format: 'md' });
        expect(text.includes(secret)).toBe(false);
      }),
      {
        examples: [
          ['', 'a', 'b'],
          ['> ', '**', '**'],
          ['_', '_', '_'],
        ],
      },
    );
  });

  it('RICH-5: markup for base-protocol clients passes our own cleaner unchanged', () => {
    fc.assert(
      fc.property(text, (words) => {
        const html = richHtml(words);
        expect(isHeavyMarkup(html)).toBe(false);
        fc.pre(
          !isUnseen(words) && toPlain(html).trim() !== '' && toPlain(html).length <= textLimits.messageMax,
        );
        expect(cleanText(html)).toBe(html);
      }),
      {
        examples: [
          ['**a** "b" & <c>'],
          ['[a](https://example.org/?b=1&c="d")'],
          ['> a\n- b\n```c\n<d>\n```'],
        ],
      },
    );
  });

  it('RICH-1: the mark comes and goes alone', () => {
    const extra = fc.dictionary(
      fc.string().filter((key) => key !== 'format' && key !== '__proto__'),
      fc.integer(),
    );
    fc.assert(
      fc.property(fc.option(extra), (some) => {
        const marked = withFormat(some, true);
        expect(marked).toEqual({ ...some, format: 'md' });
        expect(withFormat(marked, false)).toEqual(some && Object.keys(some).length > 0 ? some : null);
        expect(withFormat(some, false)).toBe(some);
      }),
    );
  });
});
