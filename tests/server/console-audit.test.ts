import { expect, it } from 'vitest';
import { COMMANDS, commandName } from '../../src/server/admin/run.ts';
import { keyFor, phraseIn } from '../../src/server/kernel/phrase.ts';
import { admin } from '../support/admin.ts';
import type { Fields } from '../support/fields.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const { world, boss, anna } = setUpWorld(['boss', 'anna'], { jobs: true });

const show = async <T = Fields>(part: string, language = 'en') =>
  (await world.call<T>(boss, '/admin/show', { part }, { 'accept-language': language })).data;
const sentences = async (language = 'en') =>
  (await show<{ readonly rows: readonly Fields[] }>('audit', language)).rows.map(({ sentence }) => sentence);
const executeCommand = (words: string, given: object) => world.ok(boss, '/admin/run', { words, given });

it('CONSOLE-12: audit entries are sentences with the names of users, groups and settings', async () => {
  await world.befriend(boss, anna);
  await world.group(boss, [anna], 'Team');
  await executeCommand('user disable', { account: 'anna' });
  await executeCommand('retention set', { group: '1', days: '7' });
  await executeCommand('settings set', { 'sysInfo.regtype': 'invite', 'chatInfo.stunPass': 'relay-secret' });
  await admin(world, 'notice', 'publish', 'Tonight');
  const matches = await sentences();
  expect(matches.slice(0, 5)).toEqual([
    expect.stringMatching(/^The operator root published announcement \d+$/),
    'boss name (boss) changed "Password for the relay" from "empty" to "(set)"',
    'boss name (boss) changed "Who can register" from "Open: anyone can register" to "By invitation only"',
    'boss name (boss) changed the retention of Team',
    'boss name (boss) disabled anna name (anna)',
  ]);
  expect(matches).toContain('anna name (anna) registered');
  expect(await sentences('zh-CN')).toContain('boss name (boss) 停用了 anna name (anna)');
});

it('CONSOLE-12: details are words: days, ways to log in, and no zero counts', async () => {
  await executeCommand('invite', { '--uses': '3', '--days': '7' });
  const rows = await show<{ readonly rows: readonly Fields[] }>('audit');
  const details = (start: string) =>
    rows.rows.find(({ sentence }) => String(sentence).startsWith(start))?.['details'];
  expect(details('boss name (boss) created invitation')).toBe('valid for: 7 days, maximum uses: 3');
  expect(details('anna name (anna) logged in')).toMatch(/^address: \S+, method: password$/);
  expect(details('anna name (anna) registered')).not.toContain('false');
});

it('CONSOLE-12: a moderator is named, and an action without a sentence keeps its words', async () => {
  await world.ok(anna, 'im/report', { kind: 'person', id: String(boss.id), reason: 'spam', words: '' });
  await world.ok(boss, '/admin/show', { part: 'report', id: 1 });
  expect((await sentences())[0]).toBe('boss name (boss) viewed report 1');
});

it('CONSOLE-12: each command that changes something has a sentence', () => {
  /** They are recorded under another name. */
  const other = ['user erase', 'reports save', 'reports decide', 'settings set'];
  /** Tests of services change nothing, but may send a stored password. */
  const tests = ['ldap test', 'mail test', 'openid test'];
  const changing = COMMANDS.filter(({ isReading, words }) => !isReading && !tests.includes(words)).map(
    ({ words }) => words,
  );
  const without = changing.filter((words) => !other.includes(words) && keyFor('audit', words) === null);
  expect(without).toEqual([]);
});

it('CONSOLE-12: the menu counts the reports that wait', async () => {
  expect(await show('waiting')).toEqual({ reports: 0 });
  await world.ok(anna, 'im/report', { kind: 'person', id: String(boss.id), reason: 'spam', words: '' });
  expect(await show('waiting')).toEqual({ reports: 1 });
  await executeCommand('reports decide', { number: '1', 'dismiss|delete|disable': 'dismiss' });
  expect(await show('waiting')).toEqual({ reports: 0 });
});

it('CONSOLE-12: names of commands begin with a verb', () => {
  const nouns = /^(?:New|All|The|An?)\b/;
  const names = COMMANDS.map(({ words }) => phraseIn(commandName(words), 'en'));
  expect(names.filter((name) => nouns.test(name))).toEqual([]);
});
