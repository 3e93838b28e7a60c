import { expect, it } from 'vitest';
import { FOR_GOOD, SECTIONS } from '../../src/console/view/sections.ts';
import { bytesText } from '../../src/console/view/format.ts';
import { COMMANDS } from '../../src/server/admin/run.ts';
import { localeFolders, localeTexts, partTexts } from '../../src/tools/locales.mjs';

const words = SECTIONS.flatMap(({ commands, rows }) => [...commands, ...(rows?.commands ?? [])]);

it('CONSOLE-1: each command of the command line has its place, and there is no other', () => {
  expect(words.toSorted()).toEqual(COMMANDS.map((one) => one.words).toSorted());
  for (const one of FOR_GOOD) expect(words).toContain(one);
});

it('CONSOLE-1: the name of a row is a field of each of its commands', () => {
  for (const { rows } of SECTIONS)
    for (const one of rows?.commands ?? [])
      expect(COMMANDS.find((command) => command.words === one)?.synopsis, one).toContain(`<${rows?.field}>`);
});

it('CONSOLE-3: sizes are shown in their units, with the decimal mark of the language', () => {
  expect([0, 900, 1_536, 250 * 1_024, 5.25 * 1_024 ** 3].map((bytes) => bytesText(bytes, 'en'))).toEqual([
    '0 B',
    '900 B',
    '1.5 KiB',
    '250 KiB',
    '5.3 GiB',
  ]);
  expect([bytesText(1_536, 'de'), bytesText(1_536, 'fa')]).toEqual(['1,5 KiB', '\u20681.5 KiB\u2069']);
});

it.each([...localeFolders().keys()])('CONSOLE-8: texts name a command as its button does: %s', (language) => {
  const texts: Readonly<Record<string, string>> = partTexts(language, 'console');
  const { texts: commands } = localeTexts(language, 'commands');
  expect(texts['noInvitations']).toContain(commands['command.invite']);
  expect(texts['chain']).toContain(commands['command.audit.verify']);
});
