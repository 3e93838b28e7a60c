import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import { backUp } from '../../src/server/storage/engine/backup.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { temporaryFolder } from '../support/server.ts';
import { testStore } from '../support/test-store.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

const usual = { ...testStore };
let [folder, copy] = ['', ''];
let clock = createVirtualClock();
let world: World;
let anna: Person;
let bela: Person;
let group = '';

/** A start of the only node, over the file as it is now. */
async function started(): Promise<void> {
  await clock.advance(5_000);
  world = await startWorld({ beside: { clock, bus: createLocalBus(), name: `start ${clock.nowMs()}` } });
}
/** The folder of a moment takes the place of what came after it, while no node runs. */
async function restore(): Promise<void> {
  await world.close();
  rmSync(folder, { recursive: true });
  cpSync(copy, folder, { recursive: true });
  await started();
}
let sentCount = 0;
async function say(times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    const id = `m-${(sentCount += 1)}`;
    const message = { id, toContactId: group, type: 'text', content: id };
    await world.ok(anna, 'im/sendMessage', message);
  }
}

beforeEach(async () => {
  [folder, copy] = [join(temporaryFolder(), 'data'), join(temporaryFolder(), 'copy')];
  cpSync(temporaryFolder(), folder, { recursive: true });
  clock = createVirtualClock();
  testStore.open = (ports) => openStore({ ...ports, path: join(folder, 'parley.db') });
  await started();
  [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  group = await world.group(anna, [bela]);
  await say(3);
});
afterEach(async () => {
  await world.close();
  Object.assign(testStore, usual);
});

/** What a device has: its cursor, and its place in the group. */
async function device(who: Person) {
  const { cursor } = await world.call(who, 'im/getContacts');
  return { cursor, known: { [group]: await head() } };
}
const head = () =>
  world.server.core.store.read(async (tx) => (await tx.streams.get(group as never))?.head ?? 0);
const sync = (who: Person, body: object) =>
  world.ok<{ readonly full?: 1; readonly epoch: string; readonly frames: readonly unknown[] }>(
    who,
    'im/sync',
    body,
  );
const snapshot = async () => {
  await world.close();
  cpSync(folder, copy, { recursive: true });
  await started();
};

it('STREAM-20: a device that comes late after a snapshot was put back reloads, and so do all others', async () => {
  await snapshot();
  const early = await device(anna);
  await say(5);
  const late = await device(bela);
  await restore();
  // The new history has passed every number that the device knows.
  await say(30);
  expect(late.known[group]).toBeLessThan(await head());
  const before = await world.server.core.store.epoch();
  expect(await sync(bela, late)).toMatchObject({ full: 1 });
  expect(await world.server.core.store.epoch()).not.toBe(before);
  expect(await sync(anna, early)).toMatchObject({ full: 1 });
  expect(world.log.filter(({ what }) => what.includes('went back in time'))).toHaveLength(1);
});

it('STREAM-20: a device with events of the lost time and a cursor before it reloads alone', async () => {
  const { cursor } = await device(bela);
  // Of the running server, as a disk is copied.
  mkdirSync(copy);
  backUp(join(folder, 'parley.db'), join(copy, 'parley.db'));
  await say(5);
  // The frames came by its socket, which then broke before the next cursor.
  const late = { cursor, known: { [group]: await head() } };
  await restore();
  await say(30);
  const before = await world.server.core.store.epoch();
  expect(await sync(bela, late)).toMatchObject({ full: 1 });
  expect(await world.server.core.store.epoch()).toBe(before);
});

it('STREAM-20: after an ordinary restart no device reloads, wherever it was', async () => {
  const away = await device(bela);
  await say(2);
  const here = await device(bela);
  for (let starts = 0; starts < 3; starts += 1) {
    await world.close();
    await started();
    await say(4);
  }
  expect((await sync(bela, here)).full).toBeUndefined();
  expect((await sync(bela, away)).frames.length).toBeGreaterThan((await sync(bela, here)).frames.length);
  // The answer to the author's own message comes before the next cursor.
  const own = { ...(await device(anna)) };
  await world.close();
  await started();
  await say(1);
  expect((await sync(anna, { ...own, known: { [group]: await head() } })).full).toBeUndefined();
});

it('STREAM-20: without the signature of this server a cursor of a lost time lets one device reload', async () => {
  const { cursor = '' } = await device(bela);
  await world.close();
  await started();
  await say(3);
  const before = await world.server.core.store.epoch();
  const [epoch, rest = ''] = cursor.split('.');
  const claimed = `${epoch}.${Number.parseInt(rest, 10) + 2}${/@\w+/.exec(cursor)?.[0] ?? ''}`;
  expect(await sync(bela, { cursor: claimed })).toMatchObject({ full: 1 });
  expect(await world.server.core.store.epoch()).toBe(before);
});
