import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { groupStream, streamId, userId, userStream } from '../../src/domain/ids.ts';
import type { StreamId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { entryOf } from '../../src/server/kernel/store-point.ts';
import { StoreFailedError } from '../../src/server/kernel/store-errors.ts';
import { openData } from '../../src/server/storage/engine/open-data.ts';
import { openTwoDatabases } from '../../src/server/storage/engine/open-two.ts';
import type { TwoFaults } from '../../src/server/storage/engine/two-databases.ts';
import { counterIds } from '../support/counter-ids.ts';
import { ANN, IN_SECOND, founded, startTwo } from '../support/on-two-databases.ts';
import type { TwoServers } from '../support/on-two-databases.ts';
import { startPostgres } from '../support/postgres.ts';
import { happen, member, message, START_MS } from '../support/store-rows.ts';

let servers: TwoServers;
let urls: readonly [string, string];
const stores: Store[] = [];
beforeAll(async () => void (servers = await startTwo()), 60_000);
afterAll(() => servers.stop());
beforeEach(async () => void (urls = [await servers.first.place(), await servers.second.place()]));
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())));

const clock = createVirtualClock({ startMs: START_MS });
const ports = { clock, ids: counterIds(), log: silentLog };

async function open(between: TwoFaults = {}, [url, secondUrl] = urls): Promise<Store> {
  const store = await openTwoDatabases({ ...ports, url, secondUrl, between });
  stores.push(store);
  return store;
}

const alone = (databaseUrl: string) => openData({ databaseUrl, dataDir: '' }, { ...ports, program: '' });
const nothing = (): void => undefined;

async function ask(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const BEN = userId(2);

const heads = (store: Store, ...names: readonly string[]) =>
  store.read(async (tx) =>
    Promise.all(names.map(async (name) => (await tx.streams.get(streamId(name)))?.head ?? 0)),
  );
const promises = async () => (await ask(urls[0], 'select gid from pg_prepared_xacts')).length;

it('TWO-1: groups are founded in both in turns, numbers say where; all else is in the first', async () => {
  const store = await open();
  const ids = [await founded(store), await founded(store), await founded(store), await founded(store)];
  expect(ids.map((id) => id >= IN_SECOND)).toEqual([true, false, true, false]);
  const [inFirst, inSecond] = [
    await ask(urls[0], 'select stream from streams order by stream'),
    await ask(urls[1], 'select stream from streams order by stream'),
  ];
  expect(inFirst.map((row) => row['stream'])).toEqual([groupStream(ids[1]!), groupStream(ids[3]!), 'u1']);
  expect(inSecond.map((row) => row['stream'])).toEqual([groupStream(ids[0]!), groupStream(ids[2]!)]);
  expect(await store.read((tx) => tx.members.streamsOf(ANN))).toHaveLength(4);
  const numbers = await store.write(async (tx) => [
    await tx.messages.insert(message({ stream: groupStream(ids[0]!), n: 1 })),
    await tx.messages.insert(message({ stream: streamId('1-2'), n: 1 })),
  ]);
  expect(numbers.map((id) => id >= IN_SECOND)).toEqual([true, false]);
  const found = await store.read((tx) => tx.messages.byMsgIds(numbers));
  expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(numbers.toSorted((a, b) => a - b));
});

it('TWO-1: databases that do not belong together, or one of two alone, end in one clear line', async () => {
  const [url, secondUrl] = urls;
  await expect(open({}, [url, url])).rejects.toThrow('DATABASE_URL_2 is the same database as DATABASE_URL');
  // The database has no entry of a second one, so it still opens alone.
  await (await alone(url)).close();
  await (await open()).close();
  await (await open()).close();
  await expect(alone(url)).rejects.toThrow('is the first of two databases: set DATABASE_URL_2 as well');
  await expect(alone(secondUrl)).rejects.toThrow('is the second of two databases');
  await expect(open({}, [secondUrl, url])).rejects.toThrow('is the second of two databases');
  await expect(open({}, [await servers.first.place(), url])).rejects.toThrow('belongs to another database');
  const used = await servers.second.place();
  const one = await alone(used);
  await one.write((tx) => tx.messages.insert(message({ stream: streamId('1-2'), n: 1 })));
  await one.close();
  await expect(open({}, [await servers.first.place(), used])).rejects.toThrow('must be an empty database');
});

it('TWO-2: without room for promises the first is refused at the start', async () => {
  const plain = await startPostgres({ promises: 0 });
  try {
    await expect(open({}, [await plain.place(), urls[1]])).rejects.toThrow(
      'the server of DATABASE_URL needs max_prepared_transactions above 0',
    );
  } finally {
    await plain.stop();
  }
}, 60_000);

it('TWO-2: a command that goes over both and fails in the second has done nothing', async () => {
  let broken = true;
  const store = await open({
    promised: () => {
      if (broken) throw new StoreFailedError('cut');
    },
  });
  await expect(founded(store)).rejects.toThrow('cut');
  expect(await heads(store, 'u1')).toEqual([0]);
  expect(await store.read((tx) => tx.members.streamsOf(ANN))).toEqual([]);
  expect(await promises()).toBe(0);
  broken = false;
  const id = await founded(store);
  expect(await heads(store, 'u1', groupStream(id))).toEqual([1, 1]);
});

/** Imitates a killed node, which stops and loses its connections. */
async function killedAt(where: keyof TwoFaults): Promise<void> {
  const reached = new Promise<void>((resolve) => {
    void open({
      [where]: () => {
        resolve();
        return new Promise<void>(() => undefined);
      },
    }).then((store) => founded(store).catch(() => undefined));
  });
  await reached;
  stores.length = 0;
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`;
  for (const url of urls) await ask(url, end);
  expect(await promises()).toBe(1);
}

it('TWO-2: a prepared command of a killed node has not happened, and nothing waits for it', async () => {
  await killedAt('promised');
  const store = await open();
  expect(await promises()).toBe(0);
  expect(await heads(store, 'u1')).toEqual([0]);
  expect(await store.read((tx) => tx.members.streamsOf(ANN))).toEqual([]);
  await store.write((tx) => happen(tx, userStream(ANN)));
  expect(await heads(store, 'u1')).toEqual([1]);
});

it('TWO-2: a decided command of a killed node has happened in both databases', async () => {
  await killedAt('decided');
  const store = await open();
  expect(await promises()).toBe(0);
  const [stream = ''] = await store.read((tx) => tx.members.streamsOf(ANN));
  expect(await heads(store, 'u1', stream)).toEqual([1, 1]);
});

it('TWO-2: another node that lives brings it to its end within a second', async () => {
  const other = await open();
  stores.length = 0;
  await killedAtBeside(other);
  await clock.advance(1_000);
  await expect.poll(promises, { timeout: 30_000 }).toBe(0);
  const [stream = ''] = await other.read((tx) => tx.members.streamsOf(ANN));
  expect(await heads(other, 'u1', stream)).toEqual([1, 1]);
  stores.push(other);
});

/** Does the same next to a living store; only the connections of the killed node end. */
async function killedAtBeside(living: Store): Promise<void> {
  await living.read((tx) => tx.history.epoch());
  const pids = new Set(
    (await Promise.all(urls.map((url) => ask(url, 'select pid from pg_stat_activity')))).flatMap((rows) =>
      rows.map((row) => row['pid']),
    ),
  );
  await new Promise<void>((resolve) => {
    void open({
      decided: () => {
        resolve();
        return new Promise<void>(() => undefined);
      },
    }).then((store) => founded(store).catch(() => undefined));
  });
  stores.length = 0;
  for (const url of urls)
    for (const row of await ask(
      url,
      `select pid from pg_stat_activity where backend_type = 'client backend'`,
    ))
      if (!pids.has(row['pid'])) await ask(url, `select pg_terminate_backend(${String(row['pid'])})`);
}

it('TWO-3: a cursor has an entry for each, and what is cut off between them loses nothing', async () => {
  let hold: (() => void) | null = null;
  let reached = nothing;
  let holding = false;
  const store = await open({
    promised: () => {
      if (!holding) return undefined;
      reached();
      return new Promise<void>((resolve) => void (hold = resolve));
    },
  });
  const id = await founded(store);
  const before = await store.read((tx) => tx.streams.now());
  expect(before).toMatch(/^\d+\+\d+$/);
  holding = true;
  const there = new Promise<void>((resolve) => void (reached = resolve));
  const joined = store.write(async (tx) => {
    await tx.members.put(member(groupStream(id), BEN));
    await happen(tx, groupStream(id));
    await happen(tx, userStream(BEN));
  });
  await there;
  // Other commands continue, and a current cursor does not pass a prepared transaction.
  holding = false;
  await store.write((tx) => happen(tx, streamId('3-4')));
  const amid = await store.read((tx) => tx.streams.now());
  expect(await heads(store, 'u2', groupStream(id))).toEqual([0, 1]);
  (hold as (() => void) | null)?.();
  await joined;
  const moved = await store.read((tx) =>
    tx.streams.movedSince([userStream(BEN), groupStream(id), streamId('3-4')], amid),
  );
  expect(moved.map(({ stream }) => stream).toSorted()).toEqual(['3-4', groupStream(id), 'u2'].toSorted());
  const now = await store.read((tx) => tx.streams.now());
  expect([0, 1].map((at) => entryOf(now, at as 0 | 1) >= entryOf(amid, at as 0 | 1))).toEqual([true, true]);
});

it('TWO-3: a read never sees a notified member of a group that it does not see', async () => {
  const store = await open();
  const id = await founded(store);
  for (let at = 0; at < 20; at += 1) {
    const write = store.write(async (tx) => {
      await happen(tx, groupStream(id));
      await happen(tx, userStream(ANN));
    });
    const looks = Array.from({ length: 5 }, () =>
      store.read(async (tx) => {
        const own = (await tx.streams.get(userStream(ANN)))?.head ?? 0;
        return own <= ((await tx.streams.get(groupStream(id)))?.head ?? 0);
      }),
    );
    await write;
    expect(await Promise.all(looks)).toEqual([true, true, true, true, true]);
  }
});

it('TWO-6: commands that wait for each other over both are done all the same, each whole', async () => {
  const store = await open();
  const [there, here] = [groupStream(await founded(store)), userStream(BEN)];
  let met = 0;
  let go: () => void = nothing;
  const both = new Promise<void>((resolve) => void (go = resolve));
  const crossing = (one: StreamId, other: StreamId) =>
    store.write(async (tx) => {
      await happen(tx, one);
      if ((met += 1) === 2) go();
      await both;
      await happen(tx, other);
    });
  await Promise.all([crossing(there, here), crossing(here, there)]);
  expect(await heads(store, there, here)).toEqual([3, 2]);
  expect(await promises()).toBe(0);
});

it('TWO-4: a file of messages in both databases is removed when neither needs it', async () => {
  const store = await open();
  const [there, here] = [groupStream(await founded(store)), streamId('1-2')];
  const made = { user: ANN, name: 'x.png', ext: 'png', mime: 'image/png', cate: 2, sizeBytes: 1 } as const;
  const id = await store.write((tx) =>
    tx.files.insert({ ...made, digest: 'd', key: 'k', purpose: 'message', details: null, createdAtMs: 0 }),
  );
  const extra = { file: { id, cate: 2 } };
  const say = (stream: typeof there) =>
    store.write((tx) => tx.messages.insert(message({ stream, n: 1, type: 'image', extra })));
  const unused = () => store.read(async (tx) => (await tx.files.unused(START_MS, 0, 9)).map((row) => row.id));
  expect(await unused()).toEqual([id]);
  const [one, two] = [await say(there), await say(here)];
  await store.write((tx) => tx.members.put(member(here, ANN)));
  const list = await store.read((tx) =>
    tx.files.list({ user: ANN, open: [], role: 'any', cate: null, keywords: 'X', page: 1, limit: 9 }),
  );
  expect([list.total, list.rows.map(({ message: row }) => row.msgId)]).toEqual([2, [one, two]]);
  expect(await store.read((tx) => tx.files.heldBytes('k', there, 0))).toMatchObject({ id });
  await store.write((tx) => tx.messages.delete(two));
  expect(await unused()).toEqual([]);
  expect(await store.write((tx) => tx.erasing.dropFiles(ANN))).toEqual([]);
  await store.write((tx) => tx.messages.delete(one));
  expect(await unused()).toEqual([id]);
});

it('GROUP-32: groups of both that have ended are kept where they are, and told of in one order', async () => {
  const store = await open();
  const names = [groupStream(await founded(store)), groupStream(await founded(store))].toSorted();
  await store.write(async (tx) => {
    for (const name of names.toReversed()) {
      await tx.dissolvings.begin(name, { seq: 1, by: ANN });
      await tx.members.endOf(name, [ANN], 1);
    }
  });
  const list = (limit: number) => store.read((tx) => tx.dissolvings.list(limit));
  expect([await list(9), await list(1)]).toEqual([names, names.slice(0, 1)]);
  expect(await store.read((tx) => tx.members.streamsOf(ANN))).toEqual([]);
  for (const name of names) await store.write((tx) => tx.dissolvings.end(name));
  expect(await list(9)).toEqual([]);
});

it('TWO-5: features that are missing with two databases are refused by name', async () => {
  const store = await open();
  await expect(
    store.read((tx) => tx.overview.groups({ find: '', by: 'room', page: 1, limit: 9 })),
  ).rejects.toThrow('with two databases there is no list of all groups yet');
});
