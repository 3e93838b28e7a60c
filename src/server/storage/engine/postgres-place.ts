import type { ClientBase } from 'pg';
import type { Log } from '../../../ports/log.ts';
import type { Ids } from '../../../ports/random.ts';
import { StoreUnavailableError } from '../../kernel/store-errors.ts';
import { PostgresExecutor } from './postgres-dialect.ts';

/**
 * Lock that programs of this kind hold while they change the schema or the epoch; an arbitrary unique number.
 */
export const CONTROL_LOCK = 5_251_977_001;

/** State a connection finds in the database. */
interface PlaceFacts {
  /**
   * Cluster, timeline and table: those of a promoted standby, of a restored copy or of another cluster are
   * others.
   */
  readonly place: string;
  /** The position recorded in the data; null if none was recorded yet. */
  readonly recordedPlace: string | null;
  readonly epoch: string;
  /** The number that the next transaction will get. */
  readonly next: number;
}

/** A server that keeps the cluster's name from ordinary users has the other two to show. */
const CLUSTER = `select system_identifier::text as cluster from pg_control_system()`;
const LOOK = `select pg_is_in_recovery() as standby,
  case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline,
  'meta'::regclass::oid::text as home,
  (select value from meta where key = 'place') as kept,
  (select value from meta where key = 'epoch') as epoch,
  pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`;
/** Commits are acknowledged only once written, overriding the server's setting (COMMIT-11). */
const WAIT = `select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`;

/**
 * A database server can silently go back in time: an asynchronous standby is promoted, or a copy or machine
 * snapshot replaces it. Each new connection is checked before a command uses it (STREAM-14), by the data's
 * own records and by the last state this node saw.
 */
export class PostgresPlace {
  private epoch: string | null = null;
  /** The highest transaction number this node has seen. */
  private highest = 0;

  constructor(
    private readonly ids: Ids,
    private readonly log: Log,
  ) {}

  /** Records a number seen by this node. */
  noteTx(tx: number): number {
    if (tx > this.highest) this.highest = tx;
    return tx;
  }

  /** @throws when the connection cannot be used */
  async look(client: ClientBase): Promise<void> {
    await client.query(WAIT);
    const { highest } = this;
    const place = await find(client);
    // The first time everything is checked.
    if (this.epoch !== null && this.isKnown(place, highest)) return;
    await this.settle(client);
  }

  /**
   * `highest`: the last state seen before this connection was queried. Newer states seen in the meantime do
   * not mean that the database went back.
   */
  private isKnown({ place, recordedPlace, epoch, next }: PlaceFacts, highest: number): boolean {
    if (place !== recordedPlace) return false;
    // Another node has renewed it: earlier observations of this one are void.
    if (epoch !== this.epoch) return this.begin(epoch, next);
    return next >= highest;
  }

  private begin(epoch: string, next: number): true {
    [this.epoch, this.highest] = [epoch, next];
    return true;
  }

  /** Alone: of several nodes and connections that see the same, one renews. */
  private async settle(client: ClientBase): Promise<void> {
    const sql = new PostgresExecutor(client);
    await sql.execute('begin');
    try {
      for (const limit of ['statement_timeout', 'lock_timeout']) await sql.execute(`set local ${limit} = 0`);
      await sql.execute('select pg_advisory_xact_lock($1)', [CONTROL_LOCK]);
      const { highest } = this;
      const place = await find(client);
      const foreign = await isForeign(sql);
      const isFamiliar = place.recordedPlace === null || this.isKnown(place, highest);
      const fresh = foreign || !isFamiliar ? this.ids.hex(16) : place.epoch;
      if (fresh !== place.epoch)
        this.log.write('warn', 'the database went back in time or is another one: clients load anew', {
          was: place.recordedPlace,
          is: place.place,
        });
      if (foreign)
        for (const table of ['streams', 'events', 'profiles'])
          await sql.execute(`update ${table} set tx = 0`);
      await keep(sql, 'epoch', fresh);
      await keep(sql, 'place', place.place);
      await sql.execute('commit');
      this.begin(fresh, place.next);
    } catch (error) {
      await sql.execute('rollback').catch(() => undefined);
      throw error;
    } finally {
      await sql.end();
    }
  }
}

async function find(client: ClientBase): Promise<PlaceFacts> {
  const { rows } = await client.query<{
    standby: boolean;
    timeline: string;
    home: string;
    kept: string | null;
    epoch: string;
    next: string;
  }>(LOOK);
  const [row] = rows;
  if (!row || row.standby) throw new StoreUnavailableError('the database is a standby');
  return {
    place: `${await clusterOf(client)}/${row.timeline}/${row.home}`,
    recordedPlace: row.kept,
    epoch: row.epoch,
    next: Number(row.next),
  };
}

async function clusterOf(client: ClientBase): Promise<string> {
  // A refusal during a transaction would end it.
  const { rows: may } = await client.query<{ may: boolean }>(
    `select has_function_privilege('pg_control_system()', 'execute') as may`,
  );
  if (may[0]?.may !== true) return '';
  const { rows } = await client.query<{ cluster: string }>(CLUSTER);
  return rows[0]?.cluster ?? '';
}

/** Transaction numbers belong to one cluster: one this cluster has not assigned came with the data. */
async function isForeign(sql: PostgresExecutor): Promise<boolean> {
  const [row] = await sql.execute(
    `select coalesce((select max(tx) from streams), 0) >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint as is_foreign`,
  );
  return (row as { readonly is_foreign: boolean }).is_foreign;
}

const keep = (sql: PostgresExecutor, key: string, value: string) =>
  sql.execute(
    'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, value],
  );
