import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { streamId } from '../../src/domain/ids.ts';
import type { Store } from '../../src/ports/store.ts';
import { systemIds } from '../../src/server/platform/system-adapter.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { PostgresPlace } from '../../src/server/storage/engine/postgres-place.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { happen } from '../support/store-rows.ts';

const HERE = streamId('1-2');
let postgres: Postgres;
let stores: Store[] = [];
let lines: string[] = [];
beforeEach(async () => {
  postgres = await startPostgres({ keeps: true });
  [stores, lines] = [[], []];
}, 60_000);
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await postgres.stop();
});

async function open(url: string): Promise<Store> {
  const store = await openPostgres({
    url,
    clock: createVirtualClock(),
    ids: systemIds,
    log: { write: (_level, what) => void lines.push(what) },
  });
  stores.push(store);
  return store;
}
const commit = (store: Store) => store.write((tx) => happen(tx, HERE));
const head = (store: Store) => store.read((tx) => tx.streams.get(HERE)).then((row) => row?.head);
async function control(url: string, ...texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const text of texts) await client.query(text);
  await client.end();
}
const renewals = () => lines.filter((what) => what.includes('went back in time')).length;

/** Repeats a call until the old connections are gone and a new one is used. */
async function again<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch {
      await new Promise(setImmediate);
    }
  }
}

it('STREAM-14: an asynchronous standby that takes over is another history, for nodes that run as well, and it is renewed once', async () => {
  const [one, two] = [await open(postgres.url), await open(postgres.url)];
  await commit(one);
  const epoch = await one.epoch();
  const standby = await postgres.standby();
  await standby.cutOff();
  for (let lost = 0; lost < 3; lost += 1) await commit(two);
  expect([await head(one), await two.epoch()]).toEqual([4, epoch]);
  await standby.takeOver();
  expect(await again(() => head(one))).toBe(1);
  const renewed = await one.epoch();
  expect(renewed).not.toBe(epoch);
  expect([await again(() => two.epoch()), await again(() => two.epoch()), renewals()]).toEqual([
    renewed,
    renewed,
    1,
  ]);
  await commit(two);
  const later = await open(postgres.url);
  expect([await later.epoch(), await head(later), renewals()]).toEqual([renewed, 2, 1]);
}, 60_000);

it('STREAM-14: a restart or a crash of the database server is not another history', async () => {
  const store = await open(postgres.url);
  await commit(store);
  const epoch = await store.epoch();
  for (const how of ['politely', 'crash'] as const) {
    await postgres.restart(how);
    expect([await again(() => store.epoch()), await again(() => head(store)), renewals()]).toEqual([
      epoch,
      1,
      0,
    ]);
  }
}, 60_000);

it('STREAM-14: numbers reported while a connection is checked are not another history', async () => {
  await commit(await open(postgres.url));
  const [client, other] = [1, 2].map(() => new pg.Client({ connectionString: postgres.url }));
  await Promise.all([client?.connect(), other?.connect()]);
  if (!client || !other) throw new Error('no connections');
  const place = new PostgresPlace(systemIds, { write: (_level, what) => void lines.push(what) });
  await place.look(client);
  const report = async () => {
    const { rows } = await other.query<{ tx: string }>('select pg_current_xact_id()::text::bigint as tx');
    place.noteTx(Number(rows[0]?.tx));
  };
  await report();
  const slow: Pick<pg.ClientBase, 'query'> = {
    query: (async (text: string, values?: readonly unknown[]) => {
      const answer = await client.query(text, values && [...values]);
      await report();
      return answer;
    }) as pg.ClientBase['query'],
  };
  await place.look(slow as pg.ClientBase);
  expect(renewals()).toBe(0);
  await Promise.all([client.end(), other.end()]);
}, 60_000);

it('STREAM-14: tables that were put back from a copy are another history, also in the cluster that they came from and ahead of its numbers', async () => {
  const url = await postgres.place();
  const first = await open(url);
  await commit(first);
  const epoch = await first.epoch();
  await first.close();
  stores = [];
  // Imitates a restored dump: the same rows in new tables.
  const place = /search_path%3D(\w+)/.exec(url)?.[1] ?? '';
  await control(
    postgres.url,
    `create table ${place}.copied (like ${place}.meta including all)`,
    `insert into ${place}.copied select * from ${place}.meta`,
    `drop table ${place}.meta`,
    `alter table ${place}.copied rename to meta`,
  );
  const second = await open(url);
  const renewed = await second.epoch();
  expect([renewed === epoch, await head(second), renewals()]).toEqual([false, 1, 1]);
  expect(await (await open(url)).epoch()).toBe(renewed);
  // Changes the stored cluster.
  await control(url, `update meta set value = '7' || value where key = 'place'`);
  expect(await (await open(url)).epoch()).not.toBe(renewed);
}, 60_000);

it('COMMIT-11: an acknowledged commit survives a crash of a server that does not wait for its write', async () => {
  await control(
    postgres.url,
    'alter role postgres set synchronous_commit = off',
    `alter system set wal_writer_delay = '10s'`,
    'select pg_reload_conf()',
  );
  const store = await open(postgres.url);
  for (const acknowledged of [1, 2, 3]) {
    await again(() => commit(store));
    await postgres.restart('crash');
    expect(await again(() => head(store))).toBe(acknowledged);
  }
});
