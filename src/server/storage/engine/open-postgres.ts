import pg from 'pg';
import type { Pool } from 'pg';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Ids } from '../../../ports/random.ts';
import { storeLimits as limits, serverLimits } from '../../kernel/limits.ts';
import { BadSetting } from '../../kernel/setting-names.ts';
import {
  StoreBusyError,
  StoreFullError,
  StoreUnavailableError,
  StoreUnreachableError,
} from '../../kernel/store-errors.ts';
import { postgresLimits, schemaLimits } from '../../kernel/store-limits.ts';
import type { Migration } from '../schema/change-kinds.ts';
import { hasToBeFilled } from '../schema/filling.ts';
import { type Migrated, type Migrating, OLDER, migrateNext } from '../schema/migrate.ts';
import { MIGRATIONS, newestOf } from '../schema/migrations.ts';
import { nodeName } from '../schema/tables-blocks.ts';
import { PostgresCleaner } from './postgres-cleaning.ts';
import { PostgresExecutor } from './postgres-dialect.ts';
import { postgresStoreError } from './postgres-errors.ts';
import { PostgresFilling, lookAtSchema, postgresTarget } from './postgres-filling.ts';
import { CONTROL_LOCK, PostgresPlace } from './postgres-place.ts';
import { type PostgresFaults, PostgresStore } from './postgres-store.ts';

/** A page that the engine names: its block, and the file of its table or index. */
const PLACE = /(\d+)\D+base\/\d+\/(\d+)/;
const NAME = `select coalesce(o.relname, c.relname) as table, c.relkind = 'i' as "isIndex"
  from pg_class as c left join pg_index as i on i.indexrelid = c.oid
  left join pg_class as o on o.oid = i.indrelid or o.reltoastrelid = c.oid
  where pg_relation_filenode(c.oid) = $1::oid`;

interface RelationName {
  readonly table: string;
  readonly isIndex: boolean;
}

/** Pages that could not be read since the start, each named once in the log (OPS-20). */
export class PostgresDamage {
  /** Places by the engine's message. */
  private readonly placesByFault = new Map<string, string>();

  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    private readonly log: Log,
  ) {}

  places(): readonly string[] {
    return [...this.placesByFault.values()];
  }

  note(fault: string): void {
    if (this.placesByFault.has(fault) || this.placesByFault.size >= postgresLimits.damagedMax) return;
    this.placesByFault.set(fault, fault);
    void this.logPlace(fault);
  }

  private async logPlace(fault: string): Promise<void> {
    const place = await this.placeOf(fault).catch(() => fault);
    this.placesByFault.set(fault, place);
    this.log.write('error', 'a part of the database cannot be read', { place, fault });
  }

  private async placeOf(fault: string): Promise<string> {
    const [, block, file] = PLACE.exec(fault) ?? [];
    if (file === undefined) return fault;
    const [row] = (await this.pool.query<RelationName>(NAME, [file])).rows;
    if (!row) return fault;
    return `block ${block} of ${row.isIndex ? 'an index of ' : ''}${row.table}`;
  }
}

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly faults?: PostgresFaults;
  readonly committed?: (commands: number) => void;
  /** Version of this program, recorded with its schema changes. */
  readonly program?: string | undefined;
  /** Other changes of the schema than those of this program: for tests. */
  readonly migrations?: readonly Migration[];
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
  program = '',
  migrations = MIGRATIONS,
}: PostgresOptions): Promise<PostgresStore> {
  const newest = newestOf(migrations);
  const plain = {
    connectionString: url,
    application_name: nodeName(newest),
    connectionTimeoutMillis: serverLimits.storeWaitMs,
    keepAlive: true,
  };
  const place = new PostgresPlace(ids, log);
  const pools = poolsOf(plain, place, newest, log);
  try {
    if ((await prepare(plain, ids, clock, { migrations, program })) === 'older')
      log.write('warn', OLDER, { schema: newest });
    const first = await pools.writing.connect();
    first.release();
    const filling = hasToBeFilled(migrations)
      ? new PostgresFilling(pools.writing, plain, migrations, clock)
      : null;
    const damage = new PostgresDamage(pools.reading, log);
    return new PostgresStore(
      pools,
      clock,
      place,
      faults,
      committed,
      filling,
      new PostgresCleaner(plain),
      damage,
    );
  } catch (error) {
    await Promise.all([pools.writing.end(), pools.reading.end()]);
    const ours = postgresStoreError(error);
    if (ours instanceof StoreFullError) throw ours;
    throw ours instanceof StoreUnavailableError
      ? new StoreUnreachableError(`${databaseAddress(url)}: ${ours.message}`, { cause: error })
      : ours;
  }
}

/** Connections for commands and for reads; each is checked before use. */
function poolsOf(plain: pg.ClientConfig, place: PostgresPlace, newest: number, log: Log) {
  const common = {
    ...plain,
    // Includes one whose server is unreachable: that is unknown until the network reports it.
    query_timeout: serverLimits.storeWaitMs + limits.answerMarginMs,
    onConnect: async (client: pg.ClientBase) => {
      await place.look(client);
      await lookAtSchema(client, newest);
    },
    // A transaction holds its locks: a hanging one must not block others forever (COMMIT-5).
    statement_timeout: serverLimits.storeWaitMs,
    lock_timeout: postgresLimits.lockMs,
  };
  const pools = {
    // Also where its node is frozen (NODE-17).
    writing: new pg.Pool({
      ...common,
      max: limits.writersMax,
      idle_in_transaction_session_timeout: postgresLimits.idleMs,
    }),
    // Reads lock no rows: one with an answer of many rows may take its time.
    reading: new pg.Pool({
      ...common,
      max: limits.readersMax,
      idle_in_transaction_session_timeout: serverLimits.storeWaitMs * 2,
    }),
  };
  for (const pool of [pools.writing, pools.reading]) {
    // A connection that breaks during a command fails the command's next statement, not the process
    // (COMMIT-7).
    pool.on('connect', (client) => client.on('error', () => undefined));
    // An idle connection that breaks leaves the pool; the next command gets another.
    pool.on('error', (error) =>
      log.write('warn', 'connection to the database lost', { error: String(postgresStoreError(error)) }),
    );
  }
  return pools;
}

/** The address without user and password. */
export function databaseAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '5432'}${pathname}`;
}

/**
 * Updates the schema, then the epoch; nodes that start together wait for each other. A schema change blocked
 * by a long transaction gives up before it delays others for long, and restarts (START-15).
 */
async function prepare(
  connection: pg.ClientConfig,
  ids: Ids,
  clock: Clock,
  migrating: Migrating,
): Promise<Migrated> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const sql = new PostgresExecutor(client);
    await refuseHalf(sql);
    let [state, tries]: [Migrated, number] = ['more', 0];
    while (state === 'more') {
      try {
        state = await inControl(sql, () => migrateNext(postgresTarget(sql), migrating));
        tries = 0;
      } catch (error) {
        if (!(error instanceof StoreBusyError)) throw error;
        if ((tries += 1) >= schemaLimits.triesMax) throw new StoreUnavailableError(HELD, { cause: error });
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, schemaLimits.againMs));
      }
    }
    await inControl(sql, () => begin(sql, ids));
    await sql.end();
    return state;
  } finally {
    await client.end();
  }
}

const HELD = 'a transaction holds a table that has to be changed: end it, and start again';

async function inControl<T>(sql: PostgresExecutor, work: () => Promise<T>): Promise<T> {
  await sql.execute('begin');
  try {
    await sql.execute('select pg_advisory_xact_lock($1)', [CONTROL_LOCK]);
    const value = await work();
    await sql.execute('commit');
    return value;
  } catch (error) {
    await sql.execute('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Earlier releases could split groups over two databases, and marked both. One of them alone has only a part
 * of the data (START-25).
 * @throws BadSetting
 */
async function refuseHalf(sql: PostgresExecutor): Promise<void> {
  const [table] = await sql.execute(`select 1 where to_regclass('meta') is not null`);
  if (table === undefined) return;
  const marks = await sql.execute(`select key from meta where key in ('first', 'second')`);
  if (marks.length > 0)
    throw new BadSetting(
      'DATABASE_URL is one of two databases of an earlier release; see docs/scaling.md, One database',
    );
}

async function begin(sql: PostgresExecutor, ids: Ids): Promise<void> {
  await sql.execute(`insert into meta (key, value) values ('epoch', $1) on conflict (key) do nothing`, [
    ids.hex(16),
  ]);
  // The first epoch: nodes that knew no other name for this database went by it.
  await sql.execute(
    `insert into meta (key, value) select 'home', value from meta where key = 'epoch' on conflict (key) do nothing`,
  );
}
