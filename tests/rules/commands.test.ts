import { expect, it } from 'vitest';
import { commandIn, partsIn, spanIn } from '../../src/domain/commands.ts';
import { DAY, HOUR, MINUTE } from '../../src/domain/duration.ts';

it('COMMAND-4: a command is a slash, a name and a space; paths and other texts are messages', () => {
  expect(commandIn('/')).toEqual({ name: '', words: null });
  expect(commandIn('/mu')).toEqual({ name: 'mu', words: null });
  expect(commandIn('/Mute 2h ')).toEqual({ name: 'mute', words: '2h' });
  expect(commandIn('/poll\nA | B\nC')).toEqual({ name: 'poll', words: 'A | B\nC' });
  for (const text of [
    '',
    'a /me',
    ' /me',
    '//me',
    '/etc/hosts',
    '/ me',
    '/1',
    '/* c */',
    '/命令',
    '/a.txt',
    '\n/me',
  ])
    expect(commandIn(text), text).toBeNull();
});

it('COMMAND-7: durations in minutes, hours, days and weeks, in both languages', () => {
  for (const [words, ms, rest] of [
    ['20m', 20 * MINUTE, ''],
    ['2 hours call Bob', 2 * HOUR, 'call Bob'],
    ['1D', DAY, ''],
    ['3周 还书', 21 * DAY, '还书'],
    ['10 分钟', 10 * MINUTE, ''],
  ] as const)
    expect(spanIn(words), words).toEqual({ ms, rest });
  for (const words of ['', '0m', 'm', '20', '20 x', '20mm', '-5m', '99999m', 'in 5m'])
    expect(spanIn(words), words).toBeNull();
});

it('COMMAND-8: the parts of a poll are separated by bars or lines', () => {
  expect(partsIn(' Lunch? | Pizza || Soup\nRice ')).toEqual(['Lunch?', 'Pizza', 'Soup', 'Rice']);
  expect(partsIn('')).toEqual([]);
});
