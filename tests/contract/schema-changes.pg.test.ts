import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { msgId, streamId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { systemClock } from '../../src/server/platform/system-adapter.ts';
import { moveData } from '../../src/server/storage/engine/move.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { schemaLimits } from '../../src/server/kernel/store-limits.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { PostgresExecutor } from '../../src/server/storage/engine/postgres-dialect.ts';
import type { Migration } from '../../src/server/storage/schema/change-kinds.ts';
import { isComplete } from '../../src/server/storage/schema/filling.ts';
import { MIGRATIONS } from '../../src/server/storage/schema/migrations.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { counterIds } from '../support/counter-ids.ts';
import { NEXT, TOO_NEW, sizes } from '../support/next-schema.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/server.ts';
import { slowSteps } from '../support/slow-steps.ts';
import { post, user } from '../support/store-rows.ts';
import { filledUp, schemaChangesSuite, type SchemaSite } from './schema-changes-suite.ts';

const A = streamId('1-2');
let postgres: Postgres;
beforeAll(async () => void (postgres = await startPostgres()), 60_000);
afterAll(() => postgres.stop());

async function site(): Promise<SchemaSite & { readonly client: pg.Client; readonly url: string }> {
  const url = await postgres.place();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const dead: Store[] = [];
  const executeSql = async (sql: string) => (await client.query(sql)).rows as readonly unknown[];
  return {
    client,
    url,
    open: (migrations, program) =>
      openPostgres({
        url,
        clock: slowSteps(systemClock),
        ids: counterIds(),
        log: silentLog,
        migrations,
        program,
      }),
    run: executeSql,
    kill: async (store) => {
      await executeSql(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'parley %'`,
      );
      dead.push(store);
    },
    isComplete: (version) => isComplete(new PostgresExecutor(client), version),
    close: async () => {
      await Promise.all(dead.map((store) => store.close()));
      await client.end();
    },
  };
}

schemaChangesSuite('PostgreSQL', site);

describe('several nodes', () => {
  let place: Awaited<ReturnType<typeof site>>;
  const opened: Store[] = [];
  const open = async (migrations: readonly Migration[]) => {
    const store = await place.open(migrations, '6.2.0');
    opened.push(store);
    return store;
  };
  beforeAll(async () => void (place = await site()));
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await place.close();
  });

  it('START-15, START-16: one node at a time fills, once no older node writes any more', async () => {
    const before = await open(MIGRATIONS);
    await before.write((tx) => post(tx, A, { content: 'one' }));
    const nodes = [await open(NEXT), await open(NEXT)];
    expect(await Promise.all(nodes.map(async (node) => node.fillStep?.()))).toEqual(['later', 'later']);
    // The older node continues, though its tables have more columns than at its first query.
    await before.write((tx) => post(tx, A, { content: 'two' }));
    await before.write((tx) => tx.users.insert(user({ account: 'anna' })));
    expect(await before.read((tx) => tx.users.byAccount('anna'))).not.toBeNull();
    await before.close();

    // The rows of this version are filled first, once PostgreSQL has ended the older node's connections.
    const isLeft = async () =>
      (await place.run(`select 1 from schema_changes where state = 'filling' and version < 1000`)).length > 0;
    while (await isLeft()) await nodes[0]?.fillStep?.();
    await place.client.query('begin');
    await place.client.query('select 1 from schema_changes where version = 1002 for update');
    expect(await nodes[0]?.fillStep?.()).toBe('later');
    await place.client.query('rollback');
    await Promise.all(nodes.map(filledUp));
    expect(await place.run('select content, size from messages order by n')).toEqual([
      { content: 'one', size: '3' },
      { content: 'two', size: '3' },
    ]);
  });

  it('START-15: a schema step waits for a locked row, and other writers do not wait', async () => {
    const node = await open([...NEXT.filter(({ version }) => version < 1_002), sizes]);
    await filledUp(node);
    await place.run(`update schema_changes set state = 'filling', at = null where version = 1002`);
    await place.client.query('begin');
    await place.client.query('update messages set tone = 8');
    expect(await node.fillStep?.()).toBe('later');
    await node.write((tx) => post(tx, A, { content: 'three' }));
    await place.client.query('commit');
    await filledUp(node);
  });

  it('START-16: a node that cannot go on with what another one made gets no new connection', async () => {
    const before = await place.open(NEXT, '6.2.0');
    opened.push(before);
    await open(TOO_NEW);
    await place.run(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'parley (schema 1004)'`,
    );
    await expect
      .poll(() => before.read((tx) => tx.users.byAccount('anna')).catch((error: unknown) => String(error)))
      .toContain('this program knows up to 1004');
  });
});

it('START-15: a change waits for a table for an instant, then others write, and it tries again', async () => {
  const place = await site();
  const before = await place.open(MIGRATIONS, '6.1.0');
  await before.write((tx) => post(tx, A, { content: 'one' }));
  await place.client.query('begin');
  await place.client.query('select count(*) from messages');
  let [isOpen, again]: [boolean, (() => void) | null] = [false, null];
  const clock = {
    ...createVirtualClock(),
    setTimeout: (run: () => void, ms: number) =>
      ms === schemaLimits.againMs ? void (again = run) : systemClock.setTimeout(run, ms),
  };
  const newest = openPostgres({
    url: place.url,
    clock,
    ids: counterIds(),
    log: silentLog,
    migrations: NEXT,
  }).finally(() => (isOpen = true));
  /** It has given up and waits for the next time. */
  const attempt = async (): Promise<() => void> => {
    await expect.poll(() => again, { timeout: 20_000 }).not.toBeNull();
    const run = again ?? (() => undefined);
    again = null;
    return run;
  };
  for (const content of ['two', 'three']) {
    const run = await attempt();
    await before.write((tx) => post(tx, A, { content }));
    run();
  }
  const run = await attempt();
  expect(isOpen).toBe(false);
  await place.client.query('commit');
  run();
  const store = await newest;
  await before.close();
  await store.close();
  await place.close();
});

it('START-15, KEEP-3: rows that move to PostgreSQL while a step runs are filled in there', async () => {
  const place = await site();
  const path = join(temporaryFolder(), 'parley.db');
  const ports = { clock: slowSteps(createVirtualClock()), ids: counterIds(), log: silentLog };
  const from = await openStore({ ...ports, path, migrations: NEXT });
  for (const content of ['one', 'three'])
    await from.write((tx) => post(tx, A, { content, pid: msgId(content.length) }));
  await from.fillStep?.();
  await from.close();
  await collectGarbage();
  const to = await place.open(NEXT, '6.2.0');
  await filledUp(to);
  await to.close();
  await moveData(path, place.url, 'moved');
  const after = await place.open(NEXT, '6.2.0');
  await filledUp(after);
  expect(await place.run('select content, size from messages order by n')).toEqual([
    { content: 'one', size: '3' },
    { content: 'three', size: '5' },
  ]);
  expect(await place.run('select pid from messages_by_time order by pid')).toEqual([
    { pid: '3' },
    { pid: '5' },
  ]);
  await after.close();
  await place.close();
});
