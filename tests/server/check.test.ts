import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkingLimits as limits } from '../../src/server/kernel/limits.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import { temporaryFolder } from '../support/server.ts';
import { testStore } from '../support/test-store.ts';
import { localUploads, sendFile, textFile } from '../support/uploads.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

const before = { ...testStore };
let world: World;
let folder: string;
let run: (sql: string) => Promise<void>;
let anna: Person;
let group: string;

/** Creates some of everything that the check reads, including deleted, left and ended data. */
beforeEach(async () => {
  testStore.open = async (ports) => {
    const beside = await testStore.openBeside(ports);
    run = (sql) => beside.run(sql);
    return beside.store;
  };
  folder = join(temporaryFolder(), 'files');
  world = await startWorld({ uploads: await localUploads(folder) });
  anna = await world.person('anna');
  const [bela, cleo] = [await world.person('bela'), await world.person('cleo')];
  for (const friend of [bela, cleo]) await world.befriend(anna, friend);
  group = await world.group(anna, [bela, cleo]);
  const say = (to: string | number, id: string) => world.say(anna, String(to), id, { id });
  for (let at = 0; at < 4; at += 1) await say(group, `g${at}`);
  await say(bela.id, 'p');
  await say('-1', 'own');
  await world.ok(anna, 'im/delMessage', { id: 'g1' });
  await world.ok(anna, 'im/undoMessage', { id: 'g2' });
  await world.ok(cleo, 'group/removeUser', { id: group, user_id: cleo.id });
  const ended = await world.group(bela, [anna]);
  await world.ok(bela, 'group/removeGroup', { id: ended });
  await sendFile(world, anna, group, textFile('a.txt', 'bytes of a file'));
  await sendFile(world, anna, bela.id, textFile('b.txt', 'and of another'));
  await admin(world, 'notice', 'publish', 'Tonight');
  await world.ok(anna, 'im/editMessage', { id: 'g3', content: 'other words' });
  await run(`update schema_changes set state = 'complete'`);
});
afterEach(async () => {
  await world.close();
  Object.assign(testStore, before);
});

const check = () => tryAdmin(world, 'check');

it('CHECK-1: for a sound store it reports what it checked, and writes nothing', async () => {
  const write = vi.spyOn(world.server.core.store, 'write');
  const { exit, lines } = await check();
  expect(lines[0]).toBe('No problems found.');
  expect(lines[1]).toMatch(
    /^Checked 8 conversations, 13 messages \(with deleted ones\), 35 events, 9 memberships, 2 groups, 2 f/,
  );
  expect([exit, lines.length]).toEqual([0, 2]);
  expect(write).not.toHaveBeenCalled();
});

async function talk(): Promise<void> {
  for (let at = 0; at < 30; at += 1) {
    const id = `meanwhile-${at}`;
    await world.say(anna, group, id, { id });
    if (at % 10 === 3) await world.ok(anna, 'im/delMessage', { id });
  }
}

it('CHECK-1: messages, deletions and reads during the check are not faults', async () => {
  const [, ...verdicts] = await Promise.all([talk(), check(), check(), check()]);
  expect(verdicts.map(({ lines }) => lines[0])).toEqual(Array(3).fill('No problems found.'));
});

const of = (column: string, value: string | number) =>
  `update members set ${column} = ${value} where stream = 'group-1' and user_id = 1`;

it.each([
  [
    'a message is gone',
    `delete from messages where id = 'g0'`,
    /^group-1: message \d+ is missing and not marked/,
  ],
  [
    'one is there and deleted',
    `insert into dropped select stream, n, from_user from messages where id = 'g0'`,
    /^group-1: message \d+ is stored and also marked as deleted$/,
  ],
  [
    'a count is too low',
    `update streams set count = 1 where stream = '1-2'`,
    /^1-2: message \d+ is beyond the end of its conversation/,
  ],
  [
    'a count is too high',
    `update streams set count = count + 1 where stream = 'group-1'`,
    /^group-1: message \d+ is missing/,
  ],
  [
    'an event is gone',
    `delete from events where stream = 'group-1' and seq = 2`,
    /^group-1: event 2 is missing$/,
  ],
  [
    'a head is too low',
    `update streams set head = head - 1 where stream = 'u1'`,
    /^u1: event \d+ is outside the range 1 to \d+$/,
  ],
  [
    'a floor is above the head',
    `update streams set floor = head + 3 where stream = 'u1'`,
    /^u1: its floor \d+ is above its head \d+$/,
  ],
  [
    'a conversation is not known',
    `update messages set stream = 'group-9' where id = 'g0'`,
    /^group-9: message \d+ is beyond the end/,
  ],
  [
    'a mark is beyond all',
    of('mark', 900),
    /^group-1: user 1 has read up to message 900, but the last one is \d+$/,
  ],
  ['a membership begins in the future', of('from_seq', 900), /^group-1: user 1 begins after event 900,/],
  [
    'a member is not known',
    of('user_id', 99),
    /^group-1: user 99 is a member, but the account does not exist$/,
  ],
  [
    'a member belongs elsewhere',
    `update members set user_id = 3 where stream = '1-2' and user_id = 1`,
    /^1-2: user 3 does not belong/,
  ],
  ['nobody owns a group', of('role', 3), /^group-1: the owner is user 1, but its members name no one$/],
  [
    'a group has ended by half',
    `update groups set ended = true where id = 1`,
    /^group-1: is dissolved, but user 1 still owns it$/,
  ],
  [
    'a group counts others than it has',
    `update groups set members = 7 where id = 1`,
    /^group-1: counts 7, but has 2 members$/,
  ],
  [
    'a file is not known',
    `delete from files where id = 1`,
    /^file \d+: message_files refer to it, but it is not recorded$/,
  ],
  [
    'a file has another size',
    `update files set size = 3 where id = 1`,
    /^file \d+: 15 bytes found, expected 3 bytes stored as /,
  ],
  [
    'the words of a message are others',
    `update messages set content = 'hello' where id = 'g0'`,
    /^group-1: message \d+ is damaged, it is not as it was stored$/,
  ],
  [
    'the author of an edited message is another',
    `update messages set from_user = 2 where id = 'g3'`,
    /^group-1: message \d+ is damaged/,
  ],
  [
    'the bytes of a file are others',
    `update files set digest = 'x' where id = 1`,
    /^file 1: its bytes are damaged, their checksum/,
  ],
  ['the audit was changed', `update audit set what = 'nothing' where n = 2`, /^audit: Entry 2 was changed$/],
])('CHECK-1: %s, and the line says where', async (_, sql, line) => {
  await run(sql);
  const { exit, lines } = await check();
  expect(exit).toBe(1);
  expect(lines).toContainEqual(expect.stringMatching(line));
  expect(lines.at(-1)).toMatch(/^\d+ problems? found\. Checked /);
});

it('CHECK-1: a file whose bytes are gone is named', async () => {
  await rm(folder, { recursive: true });
  const { exit, lines } = await check();
  expect([exit, lines.filter((one) => one.includes('its content is missing')).length]).toEqual([1, 2]);
});

it('CHECK-1: gaps in every part of a long conversation are found, and the first are reported', async () => {
  await run(`update streams set count = ${2 * limits.span + 7}, head = head + 1 where stream = 'group-1'`);
  const { lines } = await check();
  expect(lines).toHaveLength(limits.faultsShown + 2);
  const total = Number(/^(\d+) problems found/.exec(lines.at(-1) ?? '')?.[1]);
  expect(total).toBeGreaterThan(2 * limits.span - 10);
  expect(lines.at(-2)).toBe(`… and ${total - limits.faultsShown} more`);
});
