import type { Kysely } from 'kysely';
import pg from 'pg';
import { schemaLimits as limits } from '../../kernel/store-limits.ts';
import { StoreBusyError, StoreTooNewError } from '../../kernel/store-errors.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { FillLeft } from '../../../ports/store.ts';
import type { IndexChange, Migration, MigrationTarget } from '../schema/change-kinds.ts';
import { fillOn, firstLeft } from '../schema/filling.ts';
import { buildIndex, treeOf } from '../schema/index-beside.ts';
import { fillAnew, schemaOf } from '../schema/migrate.ts';
import { newestOf } from '../schema/migrations.ts';
import { NODE_PATTERN } from '../schema/tables-blocks.ts';
import { PostgresExecutor, postgresBuilder } from './postgres-dialect.ts';
import { StoreAgainError, postgresStoreError } from './postgres-errors.ts';

/** Lock of the index builder, for the lifetime of its connection. */
const BUILDING_LOCK = 5_251_977_002;

export const postgresTarget = (sql: PostgresExecutor): MigrationTarget => ({
  engine: 'postgres',
  builder: postgresBuilder as unknown as Kysely<unknown>,
  run: (text, values) => sql.execute(text, values),
});

/**
 * Each new connection checks whether another node has upgraded the database beyond the version known here.
 * @throws StoreTooNewError this node cannot go on with it
 */
export async function lookAtSchema(client: pg.ClientBase, newest: number): Promise<void> {
  const sql = new PostgresExecutor(client);
  const target = postgresTarget(sql);
  const { schema, readable } = await schemaOf(target);
  if (newest < readable) throw new StoreTooNewError(schema, newest);
  // From now on this connection writes data that node does not know.
  if (newest < schema) await fillAnew(target, newest);
}

/** One node fills at a time, in short transactions; an index is built by a separate connection. */
export class PostgresFilling {
  private builder: pg.Client | null = null;
  private fault: unknown = null;

  constructor(
    private readonly pool: Pick<pg.Pool, 'connect'>,
    private readonly connection: pg.ClientConfig,
    private readonly migrations: readonly Migration[],
    private readonly clock: Clock,
  ) {}

  async step(): Promise<FillLeft> {
    if (this.fault !== null) {
      const { fault } = this;
      this.fault = null;
      throw postgresStoreError(fault);
    }
    if (this.builder) return 'later';
    const client = await this.pool.connect().catch((error: unknown) => {
      throw postgresStoreError(error);
    });
    let [isSound, left]: [boolean, FillLeft] = [false, 'later'];
    try {
      left = await this.stepBy(client);
      isSound = true;
      return left;
    } catch (error) {
      const ours = postgresStoreError(error);
      // Another transaction holds a row, or the table, for longer than a step waits.
      if (ours instanceof StoreBusyError || ours instanceof StoreAgainError) return 'later';
      throw ours;
    } finally {
      client.release(!isSound);
    }
  }

  /** Cuts a building connection; the server then aborts the build, or completes it. */
  async close(): Promise<void> {
    await this.builder?.end().catch(() => undefined);
  }

  private async stepBy(client: pg.PoolClient): Promise<FillLeft> {
    const sql = new PostgresExecutor(client);
    const target = postgresTarget(sql);
    const change = await firstLeft(target, this.migrations);
    if (change === null) return 'nothing';
    if (change.kind === 'index') return this.beginBuilding(change);
    await sql.execute('begin');
    await sql.execute(`set local lock_timeout = ${limits.lockMs}`);
    const left = (await hasOlderNodes(sql, newestOf(this.migrations)))
      ? 'later'
      : await fillOn(target, change, () => this.clock.elapsedMs());
    await sql.execute('commit');
    return left;
  }

  private beginBuilding(change: IndexChange): FillLeft {
    const builder = new pg.Client({ ...this.connection, statement_timeout: 0, lock_timeout: 0 });
    this.builder = builder;
    builder.on('error', () => undefined);
    void this.buildWith(builder, change);
    return 'later';
  }

  private async buildWith(builder: pg.Client, change: IndexChange): Promise<void> {
    try {
      await build(builder, change);
    } catch (error) {
      this.fault = error;
    } finally {
      this.builder = null;
      await builder.end().catch(() => undefined);
    }
  }
}

/** Older nodes write unfilled rows: filling begins when they are gone. */
async function hasOlderNodes(sql: PostgresExecutor, version: number): Promise<boolean> {
  const [row] = await sql.execute(
    `select count(*) as older from pg_stat_activity where datname = current_database()
      and substring(application_name from '${NODE_PATTERN}')::integer < $1`,
    [version],
  );
  return (row as { readonly older: number }).older > 0;
}

/** Builds beside writers: two passes over the table, with a wait for earlier transactions in between. */
async function build(client: pg.Client, change: IndexChange): Promise<void> {
  await client.connect();
  const queryFlag = async (text: string, values: readonly unknown[] = []) =>
    (await client.query<{ is: boolean }>(text, [...values])).rows[0]?.is === true;
  if (!(await queryFlag('select pg_try_advisory_lock($1) as is', [BUILDING_LOCK]))) return;
  const valid = `select indisvalid as is from pg_index where indexrelid = to_regclass($1)`;
  const tree = `"${treeOf(change)}"`;
  if (!(await queryFlag(valid, [tree]))) {
    // Removes the remains of a node killed during a build.
    await client.query(`drop index concurrently if exists ${tree}`);
    await client.query(buildIndex(change));
  }
  await client.query(`update schema_changes set state = 'complete' where version = $1`, [change.version]);
}
