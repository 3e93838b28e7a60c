import type { Kysely } from 'kysely';
import pg from 'pg';
import { serverLimits, storeLimits as limits } from '../../kernel/limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Ids } from '../../../ports/random.ts';
import type { Store } from '../../../ports/store.ts';
import { StoreUnavailableError, StoreUnreachableError } from '../../kernel/store-errors.ts';
import { SCHEMA_VERSION, migrate } from '../schema/migrations.ts';
import { nodeName } from '../schema/tables-blocks.ts';
import { PostgresExecutor, postgresBuilder } from './postgres-dialect.ts';
import { postgresStoreError } from './postgres-errors.ts';
import { CONTROL_LOCK, PostgresPlace } from './postgres-place.ts';
import { PostgresStore } from './postgres-store.ts';
import type { PostgresFaults } from './postgres-store.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly faults?: PostgresFaults;
  readonly committed?: (commands: number) => void;
}

/**
 * Opens the database of `DATABASE_URL` and brings its schema up to date.
 * @throws StoreUnreachableError no answer, or refused
 * @throws StoreTooNewError written by a newer version
 */
export async function openPostgres({
  url,
  clock,
  ids,
  log,
  faults = {},
  committed,
}: PostgresOptions): Promise<Store> {
  const plain = {
    connectionString: url,
    application_name: nodeName(SCHEMA_VERSION),
    connectionTimeoutMillis: serverLimits.storeWaitMs,
    keepAlive: true,
  };
  const place = new PostgresPlace(ids, log);
  const common = {
    ...plain,
    // Also one whose server cannot be reached any more: it is not known to be gone before the network says
    // so.
    query_timeout: serverLimits.storeWaitMs + limits.lostAfterMs,
    onConnect: (client: pg.ClientBase) => place.look(client),
    // A transaction holds its locks: one that hangs must not hold others for ever (COMMIT-5).
    statement_timeout: serverLimits.storeWaitMs,
    lock_timeout: serverLimits.storeWaitMs,
    idle_in_transaction_session_timeout: serverLimits.storeWaitMs * 2,
  };
  const pools = {
    writing: new pg.Pool({ ...common, max: limits.writersMax }),
    reading: new pg.Pool({ ...common, max: limits.readersMax }),
  };
  for (const pool of [pools.writing, pools.reading]) {
    // One that breaks while a command uses it fails that command by its next statement, not the process
    // (COMMIT-7).
    pool.on('connect', (client) => client.on('error', () => undefined));
    // A connection that breaks while nobody uses it leaves the pool; the next command gets another.
    pool.on('error', (error) =>
      log.write('warn', 'connection to the database lost', { error: String(postgresStoreError(error)) }),
    );
  }
  try {
    await prepare(plain, ids);
    const first = await pools.writing.connect();
    first.release();
    return new PostgresStore(pools, clock, place, faults, committed);
  } catch (error) {
    await Promise.all([pools.writing.end(), pools.reading.end()]);
    const ours = postgresStoreError(error);
    throw ours instanceof StoreUnavailableError
      ? new StoreUnreachableError(`${databaseAddress(url)}: ${ours.message}`, { cause: error })
      : ours;
  }
}

/** Where it is, without who and with what password. */
export function databaseAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '5432'}${pathname}`;
}

/**
 * Schema and epoch in one transaction, which may take its time; nodes that start together wait for each
 * other.
 */
async function prepare(connection: pg.ClientConfig, ids: Ids): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const sql = new PostgresExecutor(client);
    await sql.run('begin');
    await sql.run('select pg_advisory_xact_lock($1)', [CONTROL_LOCK]);
    await migrate({
      engine: 'postgres',
      builder: postgresBuilder as unknown as Kysely<unknown>,
      run: (text, values) => sql.run(text, values),
    });
    await sql.run(`insert into meta (key, value) values ('epoch', $1) on conflict (key) do nothing`, [
      ids.hex(16),
    ]);
    // The first epoch: nodes that knew no other name for this database went by it.
    await sql.run(
      `insert into meta (key, value) select 'home', value from meta where key = 'epoch' on conflict (key) do nothing`,
    );
    await sql.run('commit');
    await sql.end();
  } finally {
    await client.end();
  }
}
