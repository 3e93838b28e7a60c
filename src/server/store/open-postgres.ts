import type { Kysely } from 'kysely';
import pg from 'pg';
import { server, store as limits } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Ids } from '../../ports/random.ts';
import type { Store } from '../../ports/store.ts';
import { StoreUnavailableError, StoreUnreachableError } from './errors.ts';
import { migrate } from './migrations.ts';
import { PostgresExecutor, postgresBuilder } from './postgres-dialect.ts';
import { storeError } from './postgres-errors.ts';
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

/** Of the lock that programs of this kind take while they change the schema; any number that nobody else uses. */
const MIGRATION_LOCK = 5_251_977_001;

/**
 * Opens the database of `DATABASE_URL` and brings its schema up to date.
 * @throws StoreUnreachableError no answer, or refused
 * @throws StoreTooNewError written by a newer version
 */
export async function openPostgres({ url, clock, ids, log, faults = {}, committed }: PostgresOptions): Promise<Store> {
  const common = {
    connectionString: url,
    application_name: 'parley',
    connectionTimeoutMillis: server.storeWaitMs,
    // A transaction holds its locks: one that hangs must not hold others for ever (COMMIT-5).
    statement_timeout: server.storeWaitMs,
    lock_timeout: server.storeWaitMs,
    idle_in_transaction_session_timeout: server.storeWaitMs * 2,
  };
  const pools = { writing: new pg.Pool({ ...common, max: limits.writersMax }), reading: new pg.Pool({ ...common, max: limits.readersMax }) };
  for (const pool of [pools.writing, pools.reading]) {
    // One that breaks while a command uses it fails that command by its next statement, not the process (COMMIT-7).
    pool.on('connect', (client) => client.on('error', () => undefined));
    // A connection that breaks while nobody uses it leaves the pool; the next command gets another.
    pool.on('error', (error) => log.write('warn', 'connection to the database lost', { error: error.message }));
  }
  try {
    const epoch = await prepare(pools.writing, ids);
    return new PostgresStore(pools, clock, { epoch }, faults, committed);
  } catch (error) {
    await Promise.all([pools.writing.end(), pools.reading.end()]);
    const ours = storeError(error);
    throw ours instanceof StoreUnavailableError ? new StoreUnreachableError(`${placeOf(url)}: ${ours.message}`, { cause: error }) : ours;
  }
}

/** Where it is, without who and with what password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '5432'}${pathname}`;
}

/** Schema and epoch in one transaction; nodes that start together wait for each other. */
async function prepare(pool: pg.Pool, ids: Ids): Promise<string> {
  const client = await pool.connect();
  try {
    const sql = new PostgresExecutor(client);
    await sql.run('begin');
    await sql.run(`set local statement_timeout = 0`);
    await sql.run(`set local lock_timeout = 0`);
    await sql.run('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await migrate({ engine: 'postgres', builder: postgresBuilder as unknown as Kysely<unknown>, run: (text, values) => sql.run(text, values) });
    const epoch = await epochOf(sql, ids.hex(16));
    await sql.run('commit');
    await sql.end();
    client.release();
    return epoch;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Numbers of transactions belong to one cluster. A number that this one has not given yet says that the
 * data came from elsewhere: a new epoch, and all numbers begin again (STREAM-9).
 */
async function epochOf(sql: PostgresExecutor, fresh: string): Promise<string> {
  const [row] = await sql.run(
    `select coalesce((select max(tx) from streams), 0) as stored, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`,
  );
  const { stored, next } = row as { readonly stored: number; readonly next: number };
  const foreign = stored >= next;
  if (foreign) for (const table of ['streams', 'events']) await sql.run(`update ${table} set tx = 0`);
  const kept = `insert into meta (key, value) values ('epoch', $1) on conflict (key) do update set value = ${foreign ? 'excluded' : 'meta'}.value returning value`;
  const [epoch] = await sql.run(kept, [fresh]);
  return (epoch as { readonly value: string }).value;
}
