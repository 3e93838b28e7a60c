import { sql as raw } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { serverLimits, storeLimits as limits } from '../../kernel/limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Foretold, ReadTx, Store, TokenRow, YieldTurn, WriteTx } from '../../../ports/store.ts';
import {
  StoreBusyError,
  StoreConflictError,
  StoreDamagedError,
  StoreFailedError,
  StoreUnavailableError,
} from '../../kernel/store-errors.ts';
import { firstRow } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { PostgresCleaner } from './postgres-cleaning.ts';
import { Repeats, againAtOnce, beginCommand, number } from './postgres-command.ts';
import type { PostgresDamage } from './open-postgres.ts';
import { PostgresExecutor } from './postgres-dialect.ts';
import { StoreAgainError, isLost, postgresStoreError } from './postgres-errors.ts';
import type { PostgresFilling } from './postgres-filling.ts';
import { PostgresGroup } from './postgres-group.ts';
import { PostgresLogins } from './postgres-logins.ts';
import type { PostgresPlace } from './postgres-place.ts';
import { PostgresReading } from './postgres-reading.ts';
import { readingOver } from '../repositories/index.ts';
import { historyReading } from '../repositories/history.ts';
import { streamsReading } from '../repositories/streams.ts';

/** A place where tests make others come between, or a commit fail. */
export interface PostgresFaults {
  /** After a command's work, before its commit. */
  beforeCommit?(): void | Promise<void>;
}

/** Everything below has ended, and is seen where it committed (STREAM-7 of a cursor). */
const oldest = number(
  raw<{ tx: number }>`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx`,
);

const now = async (sql: Executor): Promise<number> => (await firstRow(sql, oldest, {}))?.tx ?? 0;

/**
 * One transaction per command, on many connections; streams are locked before anything is decided (COMMIT-6).
 * Messages that come together share one (COMMIT-12).
 */
export class PostgresStore implements Store {
  readonly unordered = true;
  private closing: Promise<void> | null = null;
  private queued = 0;
  /** Since when each of them waits, the oldest first. */
  private readonly queuedSince = new Set<{ readonly ms: number }>();
  /** Calls in progress, including those that wait for a connection. */
  private busy = 0;
  /** Connections that could not even end their transaction: not used again. */
  private readonly broken = new Set<PoolClient>();
  private readonly activeClients = new Set<PoolClient>();
  private readonly group: PostgresGroup;
  private readonly logins: PostgresLogins;
  private readonly repeats: Repeats;
  private emptied: () => void = () => undefined;

  constructor(
    private readonly pools: { readonly writing: Pool; readonly reading: Pool },
    private readonly clock: Clock,
    private readonly place: Pick<PostgresPlace, 'noteTx'>,
    private readonly faults: PostgresFaults,
    private readonly committed: (commands: number) => void = () => undefined,
    private readonly filling: Pick<PostgresFilling, 'step' | 'close'> | null = null,
    private readonly cleaner: Pick<PostgresCleaner, 'step'> | null = null,
    private readonly damaged: Pick<PostgresDamage, 'note' | 'places'> | null = null,
  ) {
    const group = {
      clock,
      committed,
      beforeCommit: () => this.faults.beforeCommit?.(),
      during: <T>(work: (client: PoolClient, spoiled: () => void) => Promise<T>) =>
        this.during(this.pools.writing, (client) => work(client, () => void this.broken.add(client))),
      alone: <T>(work: (tx: WriteTx) => Promise<T>) => this.repeated(work),
    };
    this.repeats = new Repeats(clock);
    this.group = new PostgresGroup(group, new PostgresGroup(group, null));
    this.logins = new PostgresLogins((work) =>
      this.during(this.pools.reading, (client) => work(client, () => void this.broken.add(client))),
    );
  }

  write<T>(work: (tx: WriteTx) => Promise<T>, foretold: Foretold | null = null): Promise<T> {
    return this.track(() => (foretold ? this.group.add(work, foretold) : this.repeated(work)));
  }

  private repeated<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    return this.repeats.execute((waits) =>
      this.during(this.pools.writing, (client) => this.once(client, work, waits)),
    );
  }

  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T> {
    const once = async (client: PoolClient, skipsDamage: boolean): Promise<T> => {
      const sql = new PostgresReading(client, () => void this.broken.add(client), skipsDamage);
      try {
        const value = await work(this.readingFor(sql));
        await sql.end();
        if (sql.hasBegun) await this.end(client, sql, 'commit');
        return value;
      } catch (error) {
        await sql.end();
        if (sql.hasBegun) await this.end(client, sql, 'rollback', error);
        throw error;
      }
    };
    const read = (skipsDamage: boolean) =>
      this.track(() =>
        againAtOnce(() => this.during(this.pools.reading, (client) => once(client, skipsDamage))),
      );
    return read(false).catch((error: unknown) => {
      if (!(error instanceof StoreDamagedError)) throw error;
      return read(true);
    });
  }

  damage(): readonly string[] {
    return this.damaged?.places() ?? [];
  }

  login(hash: string): Promise<TokenRow | null> {
    return this.track(() => againAtOnce(() => this.logins.byHash(hash)));
  }

  loginBefore(hash: string): TokenRow | null {
    return this.logins.lately(hash);
  }

  /** Each statement yields to others anyway; building many rows does not. */
  readLong<T>(work: (tx: ReadTx, turn: YieldTurn) => Promise<T>): Promise<T> {
    return this.read((tx) => work(tx, () => this.turn()));
  }

  turn(): Promise<void> {
    return new Promise(setImmediate);
  }

  epoch(): Promise<string> {
    return this.read((tx) => tx.history.epoch());
  }

  queueWaitMs(): number {
    const [oldest] = this.queuedSince;
    return Math.max(oldest ? this.clock.elapsedMs() - oldest.ms : 0, this.group.waitMs);
  }

  waiting(): number {
    return this.queued + this.group.length + this.logins.length;
  }

  /** Runs after earlier work; an endless one does not block the process. */
  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }

  get fillStep(): Store['fillStep'] {
    const { filling } = this;
    return filling ? () => this.track(() => filling.step()) : undefined;
  }

  get cleanStep(): Store['cleanStep'] {
    const { cleaner } = this;
    return cleaner ? () => this.track(() => cleaner.step()) : undefined;
  }

  private async shut(): Promise<void> {
    await this.drained();
    await this.filling?.close();
    for (const client of this.activeClients) client.release(true);
    this.activeClients.clear();
    await Promise.all([this.pools.writing.end(), this.pools.reading.end()]);
  }

  private drained(): Promise<void> {
    return new Promise((resolve) => {
      const limit = this.clock.setTimeout(resolve, serverLimits.storeWaitMs);
      this.emptied = () => {
        this.clock.clearTimeout(limit);
        resolve();
      };
      if (this.busy === 0) this.emptied();
    });
  }

  private async once<T>(client: PoolClient, work: (tx: WriteTx) => Promise<T>, waits: boolean): Promise<T> {
    const sql = new PostgresExecutor(client);
    let value: T;
    try {
      const reading = this.readingFor(sql);
      value = await work(await beginCommand(sql, { clock: this.clock, reading, waits }));
      await this.faults.beforeCommit?.();
    } catch (error) {
      await this.end(client, sql, 'rollback', error);
      throw error;
    }
    await sql.end();
    await this.commit(client);
    this.committed(1);
    return value;
  }

  /** The readings of one transaction, with this engine's numbers. */
  private readingFor(sql: Executor): ReadTx {
    return {
      ...readingOver(sql, this.clock),
      history: historyReading(sql, 'server'),
      streams: streamsReading(sql, async () => this.place.noteTx(await now(sql))),
    };
  }

  /** `why`: the error; a lost connection is not used any further. */
  private async end(
    client: PoolClient,
    sql: Pick<PostgresExecutor, 'end'>,
    how: 'commit' | 'rollback',
    why: unknown = null,
  ): Promise<void> {
    await sql.end();
    if (isLost(why)) return void this.broken.add(client);
    try {
      await client.query(how);
    } catch {
      this.broken.add(client);
    }
  }

  private async during<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.borrowed(pool);
    try {
      return await work(client);
    } finally {
      this.back(client);
    }
  }

  private back(client: PoolClient): void {
    if (this.activeClients.delete(client)) client.release(this.broken.delete(client));
  }

  private async borrowed(pool: Pool): Promise<PoolClient> {
    if (this.queued >= limits.queueMax) throw new StoreBusyError('too many wait for the store');
    this.queued += 1;
    const since = { ms: this.clock.elapsedMs() };
    this.queuedSince.add(since);
    try {
      const client = await pool.connect();
      this.activeClients.add(client);
      return client;
    } catch (error) {
      // Nothing was started: all connections were in use, or the server is unreachable.
      if (pool.idleCount === 0 && pool.totalCount >= pool.options.max)
        throw new StoreBusyError('no connection was free', { cause: error });
      throw postgresStoreError(error);
    } finally {
      this.queuedSince.delete(since);
      this.queued -= 1;
    }
  }

  private async track<T>(work: () => Promise<T>): Promise<T> {
    const leave = this.entered();
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreDamagedError) this.damaged?.note(error.message);
      throw error;
    } finally {
      leave();
    }
  }

  private entered(): () => void {
    if (this.closing) throw new StoreUnavailableError('the store is closed');
    this.busy += 1;
    return () => {
      this.busy -= 1;
      if (this.busy === 0) this.emptied();
    };
  }

  /** @throws StoreFailedError when nobody knows whether it was kept: the caller tries again with the same id. */
  private async commit(client: PoolClient): Promise<void> {
    let command: string;
    try {
      ({ command } = await client.query('commit'));
    } catch (error) {
      this.broken.add(client);
      const ours = postgresStoreError(error);
      throw ours instanceof StoreAgainError || ours instanceof StoreConflictError
        ? ours
        : new StoreFailedError('the commit failed', { cause: error });
    }
    // A transaction with a failed statement is rolled back by any command.
    if (command !== 'COMMIT') throw new StoreFailedError('the transaction was lost');
  }
}
