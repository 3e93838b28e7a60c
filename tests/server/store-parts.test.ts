import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { silentLog } from '../../src/ports/log.ts';
import { schemaLimits as limits } from '../../src/server/kernel/store-limits.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection, sqliteBuilder } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { keyOf } from '../../src/server/storage/engine/table-sums.ts';
import type { FillingChange, MigrationTarget } from '../../src/server/storage/schema/change-kinds.ts';
import { fillOn } from '../../src/server/storage/schema/filling.ts';
import { counterIds } from '../support/counter-ids.ts';
import { temporaryFolder } from '../support/server.ts';

it('LIMIT-19: two long reads run in parallel, each on a separate connection', async () => {
  const store = await openStore({
    path: join(temporaryFolder(), 'parley.db'),
    clock: createVirtualClock(),
    ids: counterIds(),
    log: silentLog,
  });
  const observations: string[] = [];
  const read = (name: string, work: () => Promise<void> | undefined) =>
    store.readLong?.(async (tx) => {
      observations.push(name);
      await tx.history.epoch();
      await work();
    });
  await read('one', () => read('beside it', async () => undefined));
  await read('another', () => read('beside that', async () => undefined));
  expect(observations).toEqual(['one', 'beside it', 'another', 'beside that']);
  await store.close();
});

/** A table with this number of rows, and a change that counts the reads of each row. */
function fill(rows: number) {
  const db = new SqliteConnection(':memory:', { readOnly: false });
  db.execute('create table schema_changes (version integer, state text, at text)');
  db.execute(`insert into schema_changes values (7, 'filling', null)`);
  db.execute('create table things (id integer primary key, looked integer not null default 0)');
  for (let id = 1; id <= rows; id += 1) db.execute(`insert into things (id) values (${id})`);
  const target: MigrationTarget = {
    engine: 'sqlite',
    builder: sqliteBuilder as unknown as Kysely<unknown>,
    run: async (text, parameters) => db.execute(text, parameters),
  };
  const change: FillingChange = {
    kind: 'filling',
    version: 7,
    keepsOlder: true,
    statements: () => [],
    table: 'things',
    key: ['id'],
    step: (builder, which) => [
      { compile: () => sql`update things set looked = looked + 1 where ${which}`.compile(builder) },
    ],
  };
  const one = <T>(query: string) => db.execute(query)[0] as T;
  return {
    fill: (elapsedMs: () => number, rowsMax?: number): Promise<string> =>
      fillOn(target, change, elapsedMs, rowsMax),
    state: () => one<{ state: string; at: string | null }>('select state, at from schema_changes'),
    looked: () => one<{ n: number }>('select count(*) as n from things where looked = 1').n,
    twice: () => one<{ n: number }>('select count(*) as n from things where looked > 1').n,
  };
}

it.each([
  ['all of it, where there is time', 3.5, ticking(1), undefined, 3.5, 'complete'],
  ['a step alone, where that took all the time', 3.5, ticking(limits.fillStepMs), undefined, 1, 'filling'],
  [
    'two steps, where the first took nearly all',
    3.5,
    ticking(limits.fillStepMs - 1),
    undefined,
    2,
    'filling',
  ],
  ['as many rows as it may, however much time there is', 3.5, ticking(1), 2 * limits.fillRows, 2, 'filling'],
  ['and one more than that, begun', 3.5, ticking(1), 2 * limits.fillRows + 1, 3, 'filling'],
  ['less than a step', 0.5, ticking(1), limits.fillRows, 0.5, 'complete'],
  ['nothing', 0, ticking(1), limits.fillRows, 0, 'complete'],
] as const)('START-16: a filling does %s', async (_, size, elapsedMs, rowsMax, expected, state) => {
  const one = fill(size * limits.fillRows);
  expect(await one.fill(elapsedMs, rowsMax)).toBe('more');
  expect([one.looked(), one.twice(), one.state().state]).toEqual([expected * limits.fillRows, 0, state]);
  // The step continues where it stopped, and completes.
  for (let step = 0; step < 5; step += 1) await one.fill(ticking(1));
  expect([one.looked(), one.twice(), one.state()]).toEqual([
    size * limits.fillRows,
    0,
    { state: 'complete', at: null },
  ]);
  expect(await one.fill(ticking(1))).toBe('later');
});

/** A clock that advances by this time at each read. */
function ticking(stepMs: number): () => number {
  let nowMs = -stepMs;
  return () => (nowMs += stepMs);
}

it('KEEP-2: rows are read in the order of their key, for any order of its columns', () => {
  const columns = [
    { name: 'third', pk: 3 },
    { name: 'none', pk: 0 },
    { name: 'first', pk: 1 },
    { name: 'second', pk: 2 },
  ];
  expect(keyOf(columns)).toEqual(['first', 'second', 'third']);
});
