import { describe, expect, it } from 'vitest';
import { RICH_SAMPLES } from '../../simulator/oracle/rich.ts';
import { richHtml } from '../../src/domain/rich-html.ts';
import { hasMarks, parseRich, type RichNode, wordsOf } from '../../src/domain/rich-text.ts';

/** A tree in one line: each marked text in brackets after its kind. */
const renderText = (nodes: readonly RichNode[]): string => nodes.map(renderNode).join('');

function renderNode(node: RichNode): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'lines':
      return renderText(node.children);
    case 'element':
      return `${node.tag}(${renderText(node.children)})`;
    case 'link':
      return `a(${renderText(node.children)} ${node.href})`;
    case 'spoiler':
      return `spoiler(${renderText(node.children)})`;
    case 'code':
      return `code(${node.text})`;
    case 'codeBlock':
      return `block(${node.language}:${node.text})`;
    case 'quote':
      return `quote(${renderText(node.blocks)})`;
    case 'list':
      return `list(${node.items.map(({ mark, blocks }) => `${mark}${renderText(blocks)}`).join(' ')})`;
    case 'lineEnd':
    case 'picture':
      return '';
  }
}
const tree = (text: string): string => renderText(parseRich(text));

describe('text with marks', () => {
  it.each([
    ['**a** _b_ ~~c~~ ||d|| `e`', 'strong(a) em(b) s(c) spoiler(d) code(e)'],
    ['**a _b_ c**', 'strong(a em(b) c)'],
    ['这是_斜体_和**粗体**。', '这是em(斜体)和strong(粗体)。'],
    ['a\n> b\n> > c\n> d\ne', 'aquote(bquote(c)d)e'],
    ['- a\n- b\n  - c\n  d', 'list(-a -blist(-c)d)'],
    ['1. a\n2. b\n- c', 'list(1.a 2.b)list(-c)'],
    ['[a [b]](https://example.org/(c(d))?e=[1])', 'a(a [b] https://example.org/(c(d))?e=[1])'],
    ['```ts\nlet **a**;\n```', 'block(ts:let **a**;)'],
    ['````\n```\n````', 'block(:```)'],
    ['``a ` b``', 'code(a ` b)'],
    ['[a _b_](https://example.org/c_(d)_e)', 'a(a em(b) https://example.org/c_(d)_e)'],
    ['[us](mailto:us@example.org)', 'a(us mailto:us@example.org)'],
    ['_https://example.org/a_b_', 'em(https://example.org/a_b)'],
    ['||a\n\n**b**||', 'spoiler(a\n\nstrong(b))'],
    // One sign more than the mark has: it begins behind it.
    ['***a** ~~~b~~ |||c||', '*strong(a) ~s(b) |spoiler(c)'],
  ])('RICH-1: %j means something', (text, meant) => {
    expect([tree(text), hasMarks(text)]).toEqual([meant, true]);
  });

  it.each([
    '05. Mai 2026',
    '007. Bond',
    '> 03. März',
    '2018.',
    '#210 now',
    '0.2.18 fixed',
    '-50% down',
    '3) three',
  ])('RICH-18: %j is as typed', (text) => {
    expect(tree(text)).toContain(text.replace('> ', ''));
    expect(tree(text)).not.toContain('list');
  });

  it.each([
    'snake_case_name and __init__',
    'a * b ** c',
    '2 ** 3 ** 4',
    'a || b || c',
    '~ a ~',
    '**never ended',
    '**a\n\nb**',
    '****',
    '>_< and >b',
    '-a',
    '-',
    '1.5 and 1.',
    '# heading',
    '* item',
    '`',
    '```\nnever ended',
    '``` a',
    '[a] (b) [c](d)',
    '[a](javascript:alert(1)) [b](data:text/html,x) [c](/own)',
    '[https://bank.example](https://elsewhere.example)',
    '[a\u202eb](https://example.org)',
    'https://example.org/_a_/**',
    '@_name_',
    '\\*\\*',
    '<b>a</b>',
  ])('RICH-1: %j stays as it was typed', (text) => {
    expect([tree(text), hasMarks(text), wordsOf(text)]).toEqual([text, false, text]);
  });

  it.each(['¯\\_(ツ)_/¯', '\\_a_', 'so \\**b**', '\\||a||', 'C:\\_tmp_'])(
    'RICH-14: %j stays as it was typed, with its backslash',
    (text) => {
      expect([tree(text), hasMarks(text), wordsOf(text)]).toEqual([text, false, text]);
    },
  );

  it.each([
    ['- a\n    - b\n    - c\n        - d\n- e', 'list(-alist(-b -clist(-d)) -e)'],
    ['- a\n\t- b\n\t\t- c\n\t- d', 'list(-alist(-blist(-c) -d))'],
    ['1. a\n    1. b\n    2. c\n2. d', 'list(1.alist(1.b 2.c) 2.d)'],
    ['1. a\n   - b\n     - c', 'list(1.alist(-blist(-c)))'],
    ['- a\n    - b\n      more\n  - c\n  rest', 'list(-alist(-b\nmore -c)rest)'],
    ['- a\n  ```\n      - x\n  ```', 'list(-ablock(:    - x))'],
    ['- a\n  ````\n  ```\n      - x\n  ````', 'list(-ablock(:```\n    - x))'],
    ['- - a\n    - b', 'list(-list(-alist(-b)))'],
  ])('RICH-11: %j is nested', (text, meant) => {
    expect(tree(text)).toBe(meant);
  });

  it('RICH-2: the time of parsing grows with the length alone, for any signs', () => {
    const long = 200_000;
    const hostile = [
      '**',
      '_a ',
      '**a ',
      '> ',
      '- a\n',
      '`a',
      '```\n',
      '```js\n',
      '[a](',
      '[a](((',
      '[a](https://b',
      'https://a**',
      '\n ',
      '||a\n\n',
      '**_~~||',
    ].map((sign) => sign.repeat(long / sign.length));
    const nested = Array.from({ length: 600 }, (_, depth) => '> '.repeat(depth)).join('\n');
    const ticks = Array.from({ length: 600 }, (_, count) => '`'.repeat(count)).join(' ');
    // A pattern with a new lookahead at each character would need hours for these.
    for (const text of [...hostile, nested, ticks, `\n${' '.repeat(long)}x`])
      expect(wordsOf(text).length).toBeLessThanOrEqual(text.length + 3 * 150);
  });

  it('SIM-12, RICH-4, RICH-5: the oracle’s text equals the shown text', () => {
    for (const { typed, listed, rendering: html } of RICH_SAMPLES)
      expect([
        wordsOf(typed),
        richHtml(typed).replaceAll('<a ', '<a target="_blank" rel="noopener noreferrer" '),
      ]).toEqual([listed, html]);
  });
});
