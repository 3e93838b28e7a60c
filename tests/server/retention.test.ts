import { afterEach, beforeEach, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import { retentionDaysOf } from '../../src/domain/retention.ts';
import { finishClearings } from '../../src/server/features/groups/clear.ts';
import { purge } from '../../src/server/features/messages/purge.ts';
import type { Core } from '../../src/server/kernel/core.ts';
import { storeLimits } from '../../src/server/kernel/limits.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import { browser, signIn, until } from '../support/real-device.ts';
import { NOBODY, threePeople, type Person } from '../support/world.ts';

const { DAY } = duration;
let { world, anna, bela, group } = NOBODY;
beforeEach(async () => {
  ({ world, anna, bela, group } = await threePeople());
  world.server.start();
});
afterEach(() => world.close());

const say = (id: string, to = group, who: Person = anna) => world.say(who, to, `words of ${id}`, { id });
const ids = async (who: Person, to = group) =>
  (await world.rows(who, 'im/getMessageList', { toContactId: to, limit: 50, peek: 1 })).flatMap((row) =>
    row['type'] === 'text' ? [row['id']] : [],
  );
const retain = (days: number | string, to = group) => admin(world, 'retention', 'set', to, String(days));

it('RETAIN-1: a group has a separate time, never a longer one; the audit records it', async () => {
  expect(await admin(world, 'retention', 'list')).toEqual(['server default\tforever']);
  expect((await retain(60))[0]).toBe(
    `Messages of ${group} are kept for 60 days. Older ones are deleted tonight`,
  );
  expect(await admin(world, 'retention', 'list')).toEqual(['server default\tforever', `${group}\t60 days`]);
  await admin(world, 'config', 'set', 'chatInfo.msgClearDay', '30');
  await admin(world, 'config', 'set', 'chatInfo.msgClear', '1');
  expect(await admin(world, 'retention', 'list')).toEqual(['server default\t30 days', `${group}\t30 days`]);
  const { exit, lines } = await tryAdmin(world, 'retention', 'set', group, '31');
  expect([exit, lines[0]]).toEqual([
    1,
    'The server deletes messages after 30 days. A group cannot keep them longer',
  ]);
  await retain(1, group.replace('group-', ''));
  await retain(0);
  expect(await admin(world, 'retention', 'list')).toEqual(['server default\t30 days']);
  const rows = await world.server.core.store.read((tx) => tx.audit.page(0, 500));
  expect(
    rows.filter(({ what }) => what === 'retention set').map(({ by, about, facts }) => [by, about, facts]),
  ).toEqual([
    ['host root', group.replace('-', ' '), '{"days":60,"was":0}'],
    ['host root', group.replace('-', ' '), '{"days":1,"was":60}'],
    ['host root', group.replace('-', ' '), '{"days":0,"was":1}'],
  ]);
});

it('RETAIN-1: an unknown group and a bad time are refused with a line, and nothing is stored', async () => {
  for (const [to, days] of [
    [group, '-1'],
    [group, '3651'],
    [group, '1.5'],
    [group, 'soon'],
    [group, ''],
    [group],
    ['group-999', '7'],
    ['0', '7'],
    [String(anna.id) + 'x', '7'],
    ['-1', '7'],
    [],
  ] as const) {
    const { exit, lines } = await tryAdmin(
      world,
      'retention',
      'set',
      ...[to, days].filter((one) => one !== undefined),
    );
    expect([exit, lines.length], `${to} ${days}`).toEqual([1, 2]);
  }
  expect(await admin(world, 'retention', 'list')).toEqual(['server default\tforever']);
});

it('RETAIN-1: whichever time is shorter counts', () => {
  expect(retentionDaysOf({ house: null, own: 0 })).toBeNull();
  expect(retentionDaysOf({ house: 30, own: 0 })).toBe(30);
  expect(retentionDaysOf({ house: null, own: 7 })).toBe(7);
  expect(retentionDaysOf({ house: 30, own: 7 })).toBe(7);
  expect(retentionDaysOf({ house: 7, own: 30 })).toBe(7);
});

it('RETAIN-2: in that group alone what is older goes, on open devices, too', async () => {
  const other = await world.group(anna, [bela]);
  for (const to of [group, other, String(bela.id), '-1']) await say(`old ${to}`, to);
  const tab = await browser(world).open();
  await signIn(world, tab, 'bela');
  const row = () => tab.client.core.get().contacts.get(contactId(group));
  await until(world, () => row()?.last?.id === `old ${group}`);
  world.clock.pass(2 * DAY);
  await say('new');
  await until(world, () => row()?.last?.id === 'new' && row()?.unread === 2);
  expect(await purge(world.server.core)).toBe(0);
  await retain(2);
  expect(await purge(world.server.core)).toBeGreaterThan(0);
  await until(world, () => row()?.unread === 1 && row()?.last?.id === 'new');
  expect(await ids(bela)).toEqual(['new']);
  for (const to of [other, String(bela.id), '-1']) expect(await ids(anna, to)).toEqual([`old ${to}`]);
  const match = await world.ok<{ readonly list?: unknown }>(bela, 'im/search', { keywords: 'words' });
  expect(JSON.stringify(match)).not.toContain(`old ${group}`);
  expect(await purge(world.server.core)).toBe(0);
});

it('RETAIN-2: however much is due at once goes in one night, in short commands; others write', async () => {
  const many = 3 * storeLimits.clearedOfTurn + 7;
  for (let at = 0; at < many; at += 1) {
    await say(`old ${at}`, group, at % 2 === 0 ? anna : bela);
    await world.clock.advance(1_000);
  }
  world.clock.pass(365 * DAY);
  [anna, bela] = [await world.login('anna'), await world.login('bela')];
  await retain(7);
  const { store } = world.server.core;
  let [turns, said] = [0, 0];
  const core: Core = {
    ...world.server.core,
    store: {
      ...store,
      read: (work) => store.read(work),
      write: async (work) => {
        turns += 1;
        // Another user writes between two parts and gets an answer.
        if (turns === 2) said += Number((await say('meanwhile')).code === undefined);
        return store.write(work);
      },
    },
  };
  expect(await purge(core)).toBeGreaterThanOrEqual(many);
  expect([turns > 4, said]).toEqual([true, 1]);
  await world.settle();
  expect(await ids(bela)).toEqual(['meanwhile']);
});

it('RETAIN-2: if a node ends in between, the next one continues and notifies', async () => {
  for (let at = 0; at < storeLimits.clearedOfTurn + 5; at += 1) await say(`old ${at}`);
  const socket = await world.online(bela);
  world.clock.pass(8 * DAY);
  await say('new');
  await retain(7);
  const { store } = world.server.core;
  let turns = 0;
  const core: Core = {
    ...world.server.core,
    store: {
      ...store,
      read: (work) => store.read(work),
      write: (work) => {
        turns += 1;
        return turns > 1 ? Promise.reject(new Error('the node ended')) : store.write(work);
      },
    },
  };
  await expect(purge(core)).rejects.toThrow('the node ended');
  expect(socket.of('clearMessage')).toEqual([]);
  await finishClearings(world.server.core);
  await purge(world.server.core);
  await world.settle();
  expect(socket.of('clearMessage').length).toBeGreaterThan(0);
  expect(await ids(bela)).toEqual(['new']);
});
