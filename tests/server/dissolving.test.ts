import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { silentLog } from '../../src/ports/log.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection, sqliteBuilder } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { blankEndedGroups } from '../../src/server/storage/schema/migrations-4.ts';
import { groupStream, userId, userStream, type StreamId, type UserId } from '../../src/domain/ids.ts';
import type { Store, WriteTx } from '../../src/ports/store.ts';
import { removeGroup, finishDissolvings } from '../../src/server/features/groups/dissolve.ts';
import { leaveGroup } from '../../src/server/features/erasing/erase-account.ts';
import { command } from '../../src/server/kernel/core.ts';
import { storeLimits as limits } from '../../src/server/kernel/limits.ts';
import { contactsAnswer } from '../../src/server/features/sync/contacts-answer.ts';
import { sync } from '../../src/server/features/sync/sync.ts';
import { liveWorld, type LiveWorld, type Somebody } from '../support/live-world.ts';
import { counterIds } from '../support/counter-ids.ts';
import { group as groupRow, member, post } from '../support/store-rows.ts';

/** Memberships that each command ended, and events that it wrote. */
interface Cost {
  ended: number;
  events: number;
}

let costs: Cost[];
/** The number of commands before the store fails. */
let failsAfter: number;
let world: LiveWorld;
let ann: Somebody;
let ben: Somebody;
/** Came last into the group. */
let eve: Somebody;

const watch = (store: Store): Store => ({
  ...store,
  unordered: store.unordered ?? false,
  read: (work) => store.read(work),
  epoch: () => store.epoch(),
  close: () => store.close(),
  write: async (work, foretold) => {
    if (costs.length >= failsAfter) throw new Error('no store');
    const cost = { ended: 0, events: 0 };
    const answer = await store.write((tx) => work(counting(tx, cost)), foretold);
    if (cost.ended > 0) costs.push(cost);
    return answer;
  },
});

function counting(tx: WriteTx, cost: Cost): WriteTx {
  return {
    ...tx,
    members: {
      ...tx.members,
      endOf: (stream, users, seq) => {
        cost.ended += users.length;
        return tx.members.endOf(stream, users, seq);
      },
    },
    streams: {
      ...tx.streams,
      append: (...rows) => {
        cost.events += rows.length;
        return tx.streams.append(...rows);
      },
    },
  };
}

beforeEach(async () => {
  [costs, failsAfter] = [[], Infinity];
  world = await liveWorld({ store: watch });
  [ann, ben, eve] = [
    await world.somebody('Ann'),
    await world.somebody('Ben'),
    await world.somebody('Eve'),
  ] as const;
  for (const one of [ben, eve]) await world.befriend(ann, one);
});
afterEach(() => world.close());

const FIRST = 10_000;
const strangers = (count: number): readonly UserId[] =>
  Array.from({ length: count }, (_, at) => userId(FIRST + at));

/** A group of Ann with Ben, this number of strangers, and Eve, who joined last. */
async function groupOf(count: number) {
  const group = await world.group(ann, ben, eve);
  await world.core.store.write(async (tx) => {
    await tx.members.save(...strangers(count - 3).map((user) => member(group.stream, user)));
    await tx.members.update(group.stream, eve.id, { joinedAtMs: world.clock.nowMs() + 9_000 });
  });
  return group;
}

const leftIn = (stream: StreamId) =>
  world.core.store.read(async (tx) => ({
    ids: (await tx.members.idsOf(stream)).length,
    count: await tx.members.count(stream),
    waits: await tx.dissolvings.list(9),
  }));

/**
 * The number of notifications that each user got about leaving the group. One user after another, because
 * connections are few.
 */
const timesTold = (users: readonly UserId[]): Promise<readonly number[]> =>
  world.core.store.read(async (tx) => {
    const times: number[] = [];
    for (const user of users) {
      const events = await tx.streams.events(userStream(user), 0, 99);
      times.push(events.filter(({ facts }) => facts.kind === 'left').length);
    }
    return times;
  });

it('GROUP-32: dissolving a group of 1,300 costs its command what one of 200 costs', async () => {
  const [small, large] = [await groupOf(limits.dismissedOfTurn), await groupOf(1_300)];
  await removeGroup(ann.context, { id: small.ref });
  expect(costs).toEqual([{ ended: 200, events: 201 }]);
  expect(await leftIn(small.stream)).toEqual({ ids: 0, count: 0, waits: [] });
  costs = [];
  await removeGroup(ann.context, { id: large.ref });
  expect(costs[0]).toEqual({ ended: 200, events: 201 });
  expect(costs.slice(1)).toEqual(Array.from({ length: 4 }, () => ({ ended: 200, events: 200 })));
  expect(await leftIn(large.stream)).toEqual({ ids: 300, count: 300, waits: [large.stream] });
  await finishDissolvings(world.core);
  expect(costs.slice(5)).toEqual([200, 100].map((ended) => ({ ended, events: ended })));
  expect(await leftIn(large.stream)).toEqual({ ids: 0, count: 0, waits: [] });
  const reports = await timesTold([ann.id, ben.id, eve.id, ...strangers(1_297)]);
  expect(new Set(reports.slice(0, 3 + 197))).toEqual(new Set([2]));
  expect(new Set(reports.slice(3 + 197))).toEqual(new Set([1]));
});

it('GROUP-32: a member who was not notified yet has no such chat and cannot write there', async () => {
  const group = await groupOf(1_010);
  const { cursor } = await contactsAnswer(world.core, eve.id);
  const device = await world.device(eve);
  await removeGroup(ann.context, { id: group.ref });
  expect(await timesTold([eve.id])).toEqual([0]);
  await expect(world.say(eve, group.ref, 'is anybody there')).rejects.toThrow();
  const listed = async () => JSON.stringify((await contactsAnswer(world.core, eve.id)).rows.read());
  expect(await listed()).not.toContain(group.ref);
  // The report of her joining has no facts of the group, because she has no row in it any more.
  const all = await sync(world.core, eve.id, { positions: { [group.stream]: 0, [userStream(eve.id)]: 0 } });
  const joined = all.frames.filter(({ type }) => type === 'addGroup');
  expect(joined).toMatchObject([{ data: { id: group.ref, displayName: '', stream: group.stream } }]);
  expect(all.frames.some(({ type }) => type === 'removeGroup')).toBe(false);
  await finishDissolvings(world.core);
  await world.settle();
  const removal = { type: 'removeGroup', data: { group_id: group.ref, why: 'dissolved', by: ann.id } };
  expect((await sync(world.core, eve.id, { cursor })).frames).toMatchObject([removal]);
  expect(device.take().filter(({ type }) => type === 'removeGroup')).toMatchObject([removal]);
});

it('GROUP-32: an interrupted dissolution is completed, and no member is notified twice', async () => {
  const group = await groupOf(1_010);
  failsAfter = 2;
  expect(await removeGroup(ann.context, { id: group.ref })).toEqual({});
  expect(await leftIn(group.stream)).toEqual({ ids: 610, count: 610, waits: [group.stream] });
  failsAfter = 3;
  await expect(finishDissolvings(world.core)).rejects.toThrow('no store');
  failsAfter = Infinity;
  await Promise.all([finishDissolvings(world.core), finishDissolvings(world.core)]);
  expect(await leftIn(group.stream)).toEqual({ ids: 0, count: 0, waits: [] });
  const reports = await timesTold([ann.id, ben.id, eve.id, ...strangers(1_007)]);
  expect(new Set(reports)).toEqual(new Set([1]));
});

it('GROUP-32, DATA-1: a member who erases their account is notified before the others', async () => {
  const group = await groupOf(1_010);
  await removeGroup(ann.context, { id: group.ref });
  for (let times = 0; times < 2; times += 1)
    await command(world.core, (tx, record) => leaveGroup(tx, record, group.stream, eve.id));
  expect(await timesTold([eve.id])).toEqual([1]);
  expect(await leftIn(group.stream)).toEqual({ ids: 9, count: 9, waits: [group.stream] });
  await finishDissolvings(world.core);
  expect([await timesTold([eve.id]), (await leftIn(group.stream)).waits]).toEqual([[1], []]);
});

it('GROUP-5: a group dissolved before an update loses texts and messages, another one nothing', async () => {
  const connection = new SqliteConnection(':memory:', { readOnly: false });
  const ports = { clock: createVirtualClock(), ids: counterIds(), log: silentLog };
  const store = await openStore({ ...ports, path: ':memory:', connection });
  const [gone, kept] = await store.write(async (tx) => {
    const made = [
      await tx.groups.insert(groupRow({ name: 'qgone', notice: 'news' })),
      await tx.groups.insert(groupRow({ name: 'qkept', notice: 'news' })),
    ] as const;
    for (const id of made) await post(tx, groupStream(id), { content: 'words' });
    return made;
  });
  connection.execute('update groups set ended = true where id = ?', [gone]);
  for (const one of blankEndedGroups.step(sqliteBuilder as never, sql<boolean>`true`, 'sqlite')) {
    const { sql: text, parameters } = one.compile();
    connection.execute(text, parameters);
  }
  const texts = 'select name, notice, setting from groups where id = ?';
  expect(connection.execute(texts, [gone])).toEqual([{ name: '', notice: '', setting: '{}' }]);
  expect(await store.read((tx) => tx.groups.byId(kept))).toMatchObject({ name: 'qkept', notice: 'news' });
  expect(await store.read((tx) => tx.clearings.list(9))).toEqual([groupStream(gone)]);
  await store.close();
  connection.close();
});
