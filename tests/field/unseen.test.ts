import { expect, it } from 'vitest';
import { parseRich } from '../../src/domain/rich-text.ts';
import { isUnseen } from '../../src/domain/unseen.ts';

const NOTHING = {
  blanks: ' \n\u00a0\u3000',
  'zero-width': '\u200b\u200c\u200d\u2060\ufeff',
  'Hangul fillers': '\u3164\uffa0\u115f\u1160',
  braille: '\u2800\u2800',
  directions: '\u202e\u2066',
  'soft hyphen, selector, tag': '\u00ad\ufe0f\u{e0020}\u180e',
  'lone accents': '\u0301 \u0336',
  bold: '** **',
  'bold with joiners': '**\u200b**\n**\u2800 **',
  'struck, italic, spoiler, code': '~~ ~~ _ _ || || ` `',
  'code block': '```\n\n```',
  quote: '> ',
  'quotes of nothing': '> \u200b\n> \n>',
} as const;

it.each(Object.entries(NOTHING))('RULE-6: a text of %s shows nothing', (_, text) => {
  expect(isUnseen(text)).toBe(true);
  expect(isUnseen(`${text}x`)).toBe(false);
});

it.each([
  '>',
  '>_>',
  '**',
  '****',
  '~~~~',
  '____',
  '-',
  '- -',
  '-_-',
  '^_^',
  '.',
  '…',
  '?',
  '🙂',
  '❤️',
  '1️⃣',
  '吧',
  'ا',
  '한',
  '** a **',
  '> a',
  '|',
  '\u200d🙂',
  '#',
])('RULE-6: %s is text', (text) => expect(isUnseen(text)).toBe(false));

it('RULE-6: a link needs visible words, otherwise it stays as typed', () => {
  const text = '[\u200b](https://x.example) [\u3164](https://x.example)';
  expect(parseRich(text)).toEqual([{ kind: 'lines', children: [{ kind: 'text', text }] }]);
});

it('RULE-6: a long text of such signs is read in linear time', () => {
  for (const part of ['`', '**', '_ ', '>\n', '\u200b', '|| ']) isUnseen(`${part.repeat(100_000)}x`);
});
