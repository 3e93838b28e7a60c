import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Format,
  FORMATS,
  formatKey,
  formatted,
  replaced,
} from '../../src/app/screens/conversation/compose/format.ts';
import { typedMarks } from '../../src/app/screens/conversation/compose/text-box.tsx';
import { hasMarks } from '../../src/domain/rich-text.ts';

/** The text with its selection in square brackets, before and after. */
function after(format: Format, given: string): string {
  const from = given.indexOf('[');
  const to = given.indexOf(']') - 1;
  const edit = formatted(format, { text: given.replace('[', '').replace(']', ''), from, to });
  const text = replaced(given.replace('[', '').replace(']', ''), edit);
  const [start, end] = edit.selection;
  return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;
}

const key = (code: string, shiftKey = false, hasWords = true) =>
  formatKey({ code, shiftKey, altKey: false }, hasWords);

describe('marks by keys and bar', () => {
  it.each([
    ['bold', 'a [word] b', 'a **[word]** b'],
    ['bold', 'a **[word]** b', 'a [word] b'],
    ['bold', 'a [**word**] b', 'a [word] b'],
    ['italic', 'a[ word ]b', 'a _[word]_ b'],
    ['struck', '[]', '~~[]~~'],
    ['spoiler', '[x]', '||[x]||'],
    ['code', '[x]', '`[x]`'],
    ['code', 'a [b\nc] d', 'a \n```\n[b\nc]\n```\n d'],
    ['quote', 'a\nb [c\nd]', 'a\n[> b c\n> d]'],
    ['quote', '[> b\n> d]', '[b\nd]'],
    ['list', 'a\nb [c\nd]', 'a\n[- b c\n- d]'],
    ['list', '[- b\n- d]', '[b\nd]'],
  ] as const)('RICH-7: %s of %j', (format, given, wanted) => {
    expect(after(format, given)).toBe(wanted);
  });

  it('RICH-7: words get an address, an address gets words', () => {
    expect(formatted('link', { text: 'see us', from: 4, to: 6 })).toEqual({
      from: 4,
      to: 6,
      insert: '[us](https://)',
      selection: [9, 17],
    });
    expect(formatted('link', { text: 'https://a.org', from: 0, to: 13 })).toMatchObject({
      insert: '[](https://a.org)',
      selection: [1, 1],
    });
  });

  it('RICH-7: formatting twice restores the text, and marks around a word have an effect', () => {
    const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => /^[a-z]+$/i.test(text));
    const around = fc.constantFrom('', 'a ', ' b', 'x\n');
    fc.assert(
      fc.property(fc.constantFrom(...FORMATS), word, around, around, (format, chosen, before, rest) => {
        if (format === 'link') return;
        const text = `${before}${chosen} ${rest}`;
        const from = before.length;
        const once = formatted(format, { text, from, to: from + chosen.length });
        const marked = replaced(text, once);
        // The parser finds no mark behind a letter or a blank.
        const isPlain = format === 'italic' ? /\w$/.test(before) : format === 'list' && before === ' b';
        if (!isPlain) expect(hasMarks(marked)).toBe(true);
        const [start, end] = once.selection;
        const twice = formatted(format, { text: marked, from: start, to: end });
        expect(replaced(marked, twice)).toBe(text);
      }),
    );
  });

  it('RICH-7: the keys that format, and those that do not', () => {
    expect(['KeyB', 'KeyI', 'KeyE', 'KeyK'].map((code) => key(code))).toEqual([
      'bold',
      'italic',
      'code',
      'link',
    ]);
    expect(['KeyX', 'KeyH', 'Digit8', 'Period'].map((code) => key(code, true))).toEqual([
      'struck',
      'spoiler',
      'list',
      'quote',
    ]);
    expect([key('KeyK', false, false), key('KeyX'), key('KeyB', true), key('KeyC')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(formatKey({ code: 'KeyB', shiftKey: false, altKey: true }, true)).toBeNull();
  });
});

const findMatches = (text: string) =>
  typedMarks(text).map(({ from, to, style }) => `${style} ${text.slice(from, to)}`);

describe('marks while one types', () => {
  it('RICH-7: signs and the text that they mark are found in place', () => {
    expect(findMatches('a **b _c_** ||d||')).toEqual([
      'sign **',
      'sign _',
      'em c',
      'sign _',
      'strong b _c_',
      'sign **',
      'sign ||',
      'spoiler d',
      'sign ||',
    ]);
    expect(findMatches('> a\n- b `c`\n```js\nd\n```')).toEqual([
      'quote > a',
      'sign - ',
      'sign `',
      'code c',
      'sign `',
      'sign ```js',
      'code \nd',
      'sign ```',
    ]);
    expect(findMatches('[a](https://b.org) c')).toEqual(['sign [', 'link a', 'sign ](https://b.org)']);
    expect(findMatches('a ** b snake_case_c')).toEqual([]);
  });

  it('RICH-7: for any text, every found place is inside it', () => {
    const pieces = fc.constantFrom(
      '**',
      '_',
      '||',
      '`',
      '> ',
      '- ',
      '\n',
      'a',
      ' ',
      '[a](https://b.org)',
      '```',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        for (const { from, to } of typedMarks(text)) {
          expect(from).toBeLessThan(to);
          expect(to).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});
