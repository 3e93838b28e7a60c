import { expect, it } from 'vitest';
import { en } from '../../src/console/texts/en.ts';
import { zh } from '../../src/console/texts/zh.ts';
import { FOR_GOOD, SECTIONS } from '../../src/console/view/sections.ts';
import { bytesText } from '../../src/console/view/format.ts';
import { COMMANDS } from '../../src/server/admin/run.ts';

const words = SECTIONS.flatMap(({ commands, rows }) => [...commands, ...(rows?.commands ?? [])]);

const facts = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();

it('CONSOLE-1: each command of the command line has its place, and there is no other', () => {
  expect(words.toSorted()).toEqual(COMMANDS.map((one) => one.words).toSorted());
  for (const one of FOR_GOOD) expect(words).toContain(one);
});

it('CONSOLE-1: the name of a row is a field of each of its commands', () => {
  for (const { rows } of SECTIONS)
    for (const one of rows?.commands ?? [])
      expect(COMMANDS.find((command) => command.words === one)?.synopsis, one).toContain(`<${rows?.field}>`);
});

it('CONSOLE-7: each text in both languages, with the same facts in it', () => {
  expect(Object.keys(zh).toSorted()).toEqual(Object.keys(en).toSorted());
  for (const [key, text] of Object.entries(en))
    expect(facts(zh[key as keyof typeof en]), key).toEqual(facts(text));
});

it('CONSOLE-3: sizes are shown in their units', () => {
  expect([0, 900, 1_536, 250 * 1_024, 5.25 * 1_024 ** 3].map(bytesText)).toEqual([
    '0 B',
    '900 B',
    '1.5 KiB',
    '250 KiB',
    '5.3 GiB',
  ]);
});
