import type { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { streamId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import { faultCode, faultLine } from '../../src/server/start-fault.ts';
import {
  StoreReadOnlyError,
  StoreTooNewError,
  StoreUnreachableError,
} from '../../src/server/kernel/store-errors.ts';
import { migrate } from '../../src/server/storage/schema/migrate.ts';
import { MIGRATIONS, SCHEMA_VERSION } from '../../src/server/storage/schema/migrations.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { PostgresExecutor, postgresBuilder } from '../../src/server/storage/engine/postgres-dialect.ts';
import { readingOver } from '../../src/server/storage/repositories/index.ts';
import { postgresStoreError } from '../../src/server/storage/engine/postgres-errors.ts';
import { counterIds } from '../support/counter-ids.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { checkOlderLogins } from '../support/older-logins.ts';
import { checkOlderAnswers } from '../support/older-answers.ts';
import { freePort } from '../support/server.ts';
import { happen } from '../support/store-rows.ts';
import { storeSuite } from './store-suite.ts';

let postgres: Postgres;
beforeAll(async () => void (postgres = await startPostgres()), 60_000);
afterAll(() => postgres.stop());

storeSuite(
  'store in PostgreSQL',
  () => {
    let lent: ReturnType<Postgres['lend']> | null = null;
    return {
      durable: true,
      open: async ({ clock, beforeCommit }) => {
        lent ??= postgres.lend();
        const { url } = await lent;
        return openPostgres({ url, clock, ids: counterIds(), log: silentLog, faults: { beforeCommit } });
      },
      remove: () => lent?.then(({ back }) => back()),
    };
  },
  { grouped: false },
);

async function control<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('the database of a server', () => {
  const ports = { clock: createVirtualClock(), log: silentLog };
  const open = (url: string, ids = counterIds()) => openPostgres({ ...ports, ids, url });

  it.each(['first', 'second'])(
    'START-25: the %s of two databases is refused and not changed',
    async (mark) => {
      const url = await postgres.place();
      await (await open(url)).close();
      await control(url, async (client) => {
        await client.query('insert into meta (key, value) values ($1, $2)', [mark, 'another']);
        await client.query(`update meta set value = '72' where key = 'schema'`);
      });
      const refused = await open(url).catch((error: unknown) => error);
      expect(faultCode(refused)).toBe(78);
      expect(faultLine(refused)).toMatch(
        /^Invalid setting: DATABASE_URL is one of two databases .*One database$/,
      );
      const { rows } = await control(url, (client) =>
        client.query(`select value from meta where key = 'schema'`),
      );
      expect(rows).toEqual([{ value: '72' }]);
    },
  );

  it('THREAD-1: replies from before the update belong to their threads', async () => {
    const url = await postgres.place();
    await (await open(url)).close();
    const target = { engine: 'postgres', builder: postgresBuilder as unknown as Kysely<unknown> } as const;
    await control(url, (client) =>
      checkOlderAnswers({
        ...target,
        run: async (sql) => (await client.query(sql)).rows as readonly unknown[],
      }),
    );
  });

  it('LOGINS-1, SECOND-1, PASSKEY-1, OIDC-1, INVITE-1: an update keeps what lets people in', async () => {
    const url = await postgres.place();
    await control(url, async (client) => {
      const builder = postgresBuilder as unknown as Kysely<unknown>;
      const executeSql = async (sql: string, parameters: readonly unknown[] = []) =>
        (await client.query(sql, [...parameters])).rows as readonly unknown[];
      const to = (version: number) =>
        migrate(
          { engine: 'postgres', builder, run: executeSql },
          MIGRATIONS.filter((one) => one.version <= version),
        );
      await checkOlderLogins(to, executeSql, async (work) => {
        const reading = new pg.Client({ connectionString: url });
        await reading.connect();
        try {
          return await work(readingOver(new PostgresExecutor(reading), createVirtualClock()));
        } finally {
          await reading.end();
        }
      });
    });
  });

  it('START-2: a database that does not answer is one line that tells where it was looked for, and no password', async () => {
    const port = await freePort();
    const error: unknown = await open(`postgres://somebody:secret@127.0.0.1:${port}/parley`).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(StoreUnreachableError);
    expect(faultLine(error)).toMatch(
      new RegExp(`^The database cannot be used \\(DATABASE_URL\\): 127.0.0.1:${port}/parley: [^\\n]+$`),
    );
    expect(faultLine(error)).not.toContain('secret');
    const missing = await open(`${postgres.url}_not_there`).catch((caught: unknown) => caught);
    expect(faultLine(missing)).toContain('does not exist');
  });

  it('START-2: a database newer than the code is refused and left as it is', async () => {
    const url = await postgres.place();
    await (await open(url)).close();
    await control(url, (client) =>
      client.query(`update meta set value = '${SCHEMA_VERSION + 1}' where key in ('schema', 'readable')`),
    );
    await expect(open(url)).rejects.toThrow(StoreTooNewError);
    const { rows } = await control(url, (client) =>
      client.query(`select value from meta where key = 'schema'`),
    );
    expect(rows).toEqual([{ value: String(SCHEMA_VERSION + 1) }]);
  });

  it('START-1: nodes that start together make the schema once and share one epoch', async () => {
    const url = await postgres.place();
    const stores = await Promise.all(
      [1, 2, 3, 4].map((node) => open(url, { ...counterIds(), hex: () => `epoch of node ${node}` })),
    );
    const epochs = new Set(await Promise.all(stores.map((store) => store.epoch())));
    expect(epochs.size).toBe(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('COMMIT-7: a server that disconnects during a command fails that command, and the next one works', async () => {
    const store = await open(await postgres.place());
    const amid = store.write(async (tx) => {
      await happen(tx, streamId('1-2'));
      await postgres.restart();
      await happen(tx, streamId('1-2'));
    });
    await expect(amid).rejects.toThrow();
    await store.write((tx) => happen(tx, streamId('1-2')));
    expect(await store.read((tx) => tx.streams.get(streamId('1-2')))).toMatchObject({ head: 1 });
    await store.close();
  });

  it('NODE-17: a command waits for a row although the database ends its statement', async () => {
    const url = await postgres.place();
    const store = await open(url);
    const stream = streamId('1-2');
    await store.write((tx) => happen(tx, stream));
    await control(url, async (holder) => {
      await holder.query('begin');
      await holder.query('update streams set head = head');
      const command = store.write((tx) => happen(tx, stream));
      // As the time of a statement does, which also ends a wait for holders that take turns.
      await control(url, async (client) => {
        const ends = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`;
        while ((await client.query(ends)).rows.length === 0) await new Promise(setImmediate);
      });
      await holder.query('commit');
      expect(await command).toBe(2);
    });
    await store.close();
  });

  it('OPS-5: a server that only lets read says so', async () => {
    const store = await open(await postgres.place());
    const amid = store.write(async (tx) => {
      await happen(tx, streamId('1-2'));
      throw postgresStoreError(
        Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' }),
      );
    });
    await expect(amid).rejects.toThrow(StoreReadOnlyError);
    await store.close();
  });

  it('STREAM-9: numbers that this server never gave mean a new epoch, and begin again', async () => {
    const url = await postgres.place();
    const first = await open(url);
    const epoch = await first.epoch();
    await first.write((tx) => happen(tx, streamId('1-2')));
    await first.close();
    await control(url, (client) => client.query('update streams set tx = tx + 1000000000'));
    const second = await open(url, { ...counterIds(), hex: () => 'fresh' });
    expect(await second.epoch()).toBe('fresh');
    expect(epoch).not.toBe('fresh');
    expect(await second.read((tx) => tx.streams.get(streamId('1-2')))).toMatchObject({ head: 1, tx: 0 });
    await second.close();
  });
});
