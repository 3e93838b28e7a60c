import { DatabaseSync } from '@photostructure/sqlite';
import type { Kysely } from 'kysely';
import { dirname, join } from 'node:path';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Ids } from '../../../ports/random.ts';
import type { Store, WriteTx } from '../../../ports/store.ts';
import { serverLimits, storeLimits } from '../../kernel/limits.ts';
import { StoreBusyError, StoreHeldError } from '../../kernel/store-errors.ts';
import { schemaLimits } from '../../kernel/store-limits.ts';
import { readingOver } from '../repositories/index.ts';
import type { Migration, MigrationTarget } from '../schema/change-kinds.ts';
import { fillOn, firstLeft, hasToBeFilled } from '../schema/filling.ts';
import { OLDER, migrate } from '../schema/migrate.ts';
import { MIGRATIONS, newestOf } from '../schema/migrations.ts';
import { FileCleaner, cleanOnce, markNew } from './clean-file.ts';
import { CommitCounter } from './commit-counter.ts';
import { GroupCommit } from './group-commit.ts';
import { Journal } from './journal.ts';
import { Lane } from './lane.ts';
import { type LogDamage, keepDamagedLog, lossOf, tellDamage } from './log-damage.ts';
import { makeFile } from './own-file.ts';
import { type ReadSide, SqlStore } from './sql-store.ts';
import { SqliteConnection, sqliteBuilder, sqliteStoreError } from './sqlite-dialect.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { SqliteTransaction, type StoreFaults } from './sqlite-transaction.ts';

/** Empty; only its lock counts. */
const HELD = 'server.lock';

/**
 * Reserves the folder of an embedded database for one server (START-23). The lock belongs to the operating
 * system: it ends with the process, however that ends, and holds between containers, where process IDs are
 * equal. A separate file, because commands and the copier use the database itself beside the server.
 * @throws StoreHeldError another server uses the folder
 */
function holdData(path: string): { release(): void } {
  const folder = dirname(path);
  const file = join(folder, HELD);
  makeFile(file);
  let db: InstanceType<typeof DatabaseSync> | null = null;
  try {
    db = new DatabaseSync(file, { timeout: 0 });
    db.exec('begin exclusive');
  } catch (error) {
    db?.close();
    const fault = sqliteStoreError(error);
    throw fault instanceof StoreBusyError ? new StoreHeldError(folder, { cause: error }) : fault;
  }
  const connection = db;
  return { release: () => connection.close() };
}

export interface StoreOptions {
  /** A file, made with its folder when missing, or `:memory:`. */
  readonly path: string;
  /** For a server: no second one opens the file's folder. Commands open it beside one (START-23). */
  readonly alone?: boolean;
  /** In memory only: an existing connection, which stays open. */
  readonly connection?: SqliteConnection;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Start of a group; see `group-commit.ts`. */
  readonly endOfTurn?: (task: () => void) => void;
  readonly faults?: StoreFaults;
  /** Receives the number of commands of each durable commit. */
  readonly committed?: (commands: number) => void;
  /** Version of this program, recorded with its schema changes. */
  readonly program?: string | undefined;
  /** Other changes of the schema than those of this program: for tests. */
  readonly migrations?: readonly Migration[];
}

const MEMORY = ':memory:';

/**
 * Opens the embedded engine and brings its schema up to date.
 * @throws StoreUnavailableError folder or file not usable, or no database
 * @throws StoreTooNewError written by a newer version
 * @throws StoreBusyError another process holds it
 * @throws StoreHeldError another server uses its folder
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { path, alone = false } = options;
  if (path === MEMORY) return openAt(options);
  makeFile(path);
  if (!alone) return openAt(options);
  const lock = holdData(path);
  try {
    return await openAt(options, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openAt(options: StoreOptions, closed?: () => void): Promise<Store> {
  const { path, clock, log } = options;
  const memory = path === MEMORY;
  const damage = memory ? null : keepDamagedLog(path);
  const writer = options.connection ?? new SqliteConnection(path, { readOnly: false });
  const closeWriter = () => options.connection === undefined && writer.close();
  try {
    // A reused connection may cache another life's data.
    writer.memory.forget();
    writer.journal = null;
    const journal = new Journal(writer, !memory);
    const counter = await prepare(writer, journal, options, damage);
    if (!memory) cleanOnce(writer, options);
    const cleaner = memory ? null : new FileCleaner(path, writer);
    const lane = new Lane(clock, storeLimits.queueMax);
    const endOfTurn =
      options.endOfTurn ?? (memory ? queueMicrotask : (task: () => void) => void setImmediate(task));
    const transaction = new SqliteTransaction(writer, journal, clock, {
      faults: options.faults ?? {},
      shared: !memory,
      counter,
    });
    const group = new GroupCommit(transaction, lane, clock, endOfTurn, options.committed);
    const readers = memory
      ? []
      : Array.from(
          { length: 1 + storeLimits.longReadersMax },
          () => new SqliteReader(path, { connection: writer, journal, lane }),
        );
    // A default cache would read the same pages repeatedly for a list of thousands of contacts.
    for (const reader of readers) reader.execute(`pragma cache_size = -${storeLimits.cacheKilobytes}`);
    const look = onceInATurn(() => writer.lookForOthers(), endOfTurn);
    const [reading = betweenGroups(writer, lane, clock), ...long] = readers.map((reader) =>
      snapshots(reader, look, clock),
    );
    return new SqlStore(
      group,
      reading,
      async () => {
        // The last command of all: when it is through, so are those before it.
        await group.add(() => Promise.resolve()).catch(() => undefined);
        await emptied([lane, reading.lane, ...long.map((one) => one.lane)]);
        for (const reader of readers) reader.close();
        finish(journal, log);
        cleaner?.close();
        if (!memory) checkpoint(writer, log);
        counter?.close();
        closeWriter();
        cleaner?.closeFile();
        closed?.();
      },
      () => writer.memory.forget(),
      endOfTurn,
      long,
      filling(group, writer, options),
      cleaner === null ? undefined : () => cleaner.step(),
    );
  } catch (error) {
    if (damage) tellDamage(log, damage, null);
    closeWriter();
    throw error;
  }
}

const targetOf = (writer: SqliteConnection): MigrationTarget => ({
  engine: 'sqlite',
  builder: sqliteBuilder as unknown as Kysely<unknown>,
  run: (sql, parameters) => Promise.resolve(writer.execute(sql, parameters)),
});

/** A regular command, between groups. */
function filling(
  group: GroupCommit<WriteTx>,
  writer: SqliteConnection,
  { migrations = MIGRATIONS, clock }: StoreOptions,
): Store['fillStep'] {
  if (!hasToBeFilled(migrations)) return undefined;
  const target = targetOf(writer);
  let rowsMax: number = schemaLimits.fillRows;
  return async () => {
    const beganMs = clock.elapsedMs();
    const left = await group.add(async () => {
      const change = await firstLeft(target, migrations);
      return change === null ? 'nothing' : fillOn(target, change, () => clock.elapsedMs(), rowsMax);
    });
    // Else the next checkpoint, which others wait for, has the pages of many steps to write.
    if (left === 'more' && !writer.inTransaction) writer.execute('pragma wal_checkpoint(passive)');
    // Rows in no order are a page each: their commit takes longer than they do.
    const tookMs = clock.elapsedMs() - beganMs;
    rowsMax = tookMs > 2 * schemaLimits.fillStepMs ? rowsMax / 2 : rowsMax * 1.2;
    rowsMax = Math.max(schemaLimits.fillRows, rowsMax);
    return left;
  };
}

/**
 * Settings, schema and epoch; the epoch is made with the database (STREAM-9). Answers where its commits are
 * counted.
 */
async function prepare(
  writer: SqliteConnection,
  journal: Journal,
  { path, ids, log, migrations = MIGRATIONS, program }: StoreOptions,
  damage: LogDamage | null,
): Promise<CommitCounter | null> {
  if (path !== MEMORY) {
    writer.execute('pragma journal_mode = wal');
    // Durable before the answer, also when the power fails (COMMIT-1).
    writer.execute('pragma synchronous = full');
    writer.execute(`pragma wal_autocheckpoint = ${storeLimits.checkpointPages}`);
    writer.execute(`pragma cache_size = -${storeLimits.cacheKilobytes}`);
  }
  // A savepoint keeps copies of the pages that it changes: in memory, else each costs a call of the system.
  writer.execute('pragma temp_store = memory');
  writer.execute('pragma foreign_keys = on');
  writer.execute('begin immediate');
  const isNew = writer.execute('select 1 from sqlite_master limit 1').length === 0;
  try {
    if ((await migrate(targetOf(writer), migrations, program)) === 'older')
      log.write('warn', OLDER, { schema: newestOf(migrations) });
    const keep = `insert into meta (key, value) values (?, ?) on conflict (key) do update set value = meta.value returning value`;
    const keepFirst = (key: string, fresh: string): string =>
      (writer.execute(keep, [key, fresh])[0] as { readonly value: string }).value;
    const home = keepFirst('home', keepFirst('epoch', ids.hex(16)));
    const counter = path === MEMORY ? null : CommitCounter.of(path, home);
    keepFirst('commit', '0');
    if (isNew) markNew(writer);
    writer.journal = journal;
    // Recovers the commits of a killed process.
    journal.bring();
    const counts = counter?.read() ?? { commits: 0, messages: 0 };
    if (damage || counts.commits > journal.tx) {
      if (damage)
        tellDamage(
          log,
          damage,
          lossOf(writer, {
            commits: counts.commits - journal.tx,
            messages: counts.messages - journal.lastGiven(),
          }),
        );
      else log.write('warn', OLDER_FILE, { commits: journal.tx, counted: counts.commits });
      writer.execute(`update meta set value = ? where key = 'epoch'`, [ids.hex(16)]);
      // Numbers that were given are not given again.
      journal.goOnFrom(Math.max(counts.commits, journal.tx + (damage?.commits ?? 0)));
    }
    writer.execute('commit');
    journal.settle();
    // Else the next start finds the same frames behind the same damage.
    if (damage) writer.execute('pragma wal_checkpoint(truncate)');
    counter?.write(journal.tx, journal.lastGiven());
    return counter;
  } catch (error) {
    if (writer.inTransaction) writer.execute('rollback');
    throw error;
  }
}

const OLDER_FILE =
  'the database is older than it was, an earlier copy was put in its place: clients load anew';

/**
 * For a file: separate connections, each read in a snapshot beside the writer. `look`: checks for writes of
 * other processes.
 */
const snapshots = (reader: SqliteConnection, look: () => void, clock: Clock): ReadSide => ({
  lane: new Lane(clock, storeLimits.queueMax),
  tx: readingOver(reader, clock),
  begin: () => {
    look();
    reader.beginRead();
  },
  end: () => reader.endRead(),
});

/** All that begin in one turn began at this moment. */
function onceInATurn(task: () => void, endOfTurn: (task: () => void) => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    task();
    isDone = true;
    endOfTurn(() => void (isDone = false));
  };
}

/** In memory: shares the one connection, between groups. */
function betweenGroups(writer: SqliteConnection, lane: Lane, clock: Clock): ReadSide {
  return { lane, tx: readingOver(writer, clock), begin: () => undefined, end: () => undefined };
}

/** Waits for earlier work; an endless transaction does not block the process. */
async function emptied(lanes: readonly Lane[]): Promise<void> {
  for (const lane of new Set(lanes)) {
    await lane.enter(serverLimits.storeWaitMs).catch(() => undefined);
  }
}

/** A failure loses nothing: the next start repeats it. */
function finish(journal: Journal, log: Log): void {
  try {
    journal.bring();
  } catch (error) {
    log.write('warn', 'the journal of the store waits for the next start', { error: String(error) });
  }
}

/** Leaves one file behind instead of file and log. */
function checkpoint(writer: SqliteConnection, log: Log): void {
  try {
    // Skipped if another process reads the log, such as the copier: all writers would wait for that.
    writer.execute('pragma busy_timeout = 0');
    writer.execute('pragma wal_checkpoint(truncate)');
  } catch (error) {
    log.write('warn', 'the log of the store stays beside its file', { error: String(error) });
  }
}
