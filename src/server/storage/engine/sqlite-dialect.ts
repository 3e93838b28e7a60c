import { DatabaseSync } from '@photostructure/sqlite';
import type { StatementSyncInstance } from '@photostructure/sqlite';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { storeLimits } from '../../kernel/limits.ts';
import {
  StoreBusyError,
  StoreConflictError,
  StoreDamagedError,
  StoreError,
  StoreFullError,
  StoreReadOnlyError,
  StoreUnavailableError,
} from '../../kernel/store-errors.ts';
import { type Ahead, type Compiled, type Executor, type ListOf, type Plan, bind, compile } from '../plan.ts';
import { isReadOnly } from './own-file.ts';
import type { Journal } from './journal.ts';
import { RowMemory } from './row-memory.ts';
import type { Tables } from '../schema/schema.ts';

/**
 * The query builder for the embedded engine. It only builds and compiles; `SqliteConnection` runs.
 * Going through the builder's own connection queue would double the cost of a statement, and the
 * order of statements is decided by the group commit anyway.
 */
export const sqliteBuilder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

interface Prepared {
  readonly statement: StatementSyncInstance;
  /** Names of its result columns; empty for a statement without rows. */
  readonly columns: readonly string[];
  /** The table that it writes into. */
  readonly writes: string | null;
  /** The change; identified by the last of its values, if it is one row. */
  readonly change: 'any' | 'added' | { readonly column: string };
  /** It names a table whose rows may wait in the journal. */
  readonly isJournaled: boolean;
}

/** Tables whose rows are written from the journal, and the journal. */
export const JOURNALED = /\b(?:messages|events|sends|streams|members|unworded|journal)\b/;
const WRITES = /^\s*(?:insert (?:or \w+ )?into|replace into|update|delete from) "?(\w+)"?/i;

/** One row, by one column only; and a new one that replaces no other. */
const ONE_ROW = /^(?:update "\w+" set "\w+" = \?(?:, "\w+" = \?)*|delete from "\w+") where "(\w+)" = \?$/;
const NEW_ROW = /^insert into "\w+" \([^()]*\) values \(\?(?:, \?)*\)(?: returning "\w+")?$/;

function changeOf(sql: string): Prepared['change'] {
  const column = ONE_ROW.exec(sql)?.[1];
  if (column !== undefined) return { column };
  return NEW_ROW.test(sql) ? 'added' : 'any';
}

interface ConnectionOptions {
  readonly readOnly: boolean;
  /** The writing connection's cache, for one that reads beside it. */
  readonly memory?: RowMemory;
}

/** One connection. A statement runs synchronously: nothing of a command can run after its end. */
export class SqliteConnection implements Executor {
  readonly isCaching = true;
  readonly memory: RowMemory;
  /** Only on the writing connection. */
  journal: Journal | null = null;
  private readonly prepared = new Map<string, Prepared>();
  private readonly db: InstanceType<typeof DatabaseSync>;
  /** A read was begun, and its snapshot is taken with its first statement. */
  protected beginning = false;
  /** Generation of the cache at a read's snapshot; older ones may neither be used nor stored. */
  private generation: number | null = null;
  private otherCommits: unknown = null;

  /** @throws StoreUnavailableError when the file cannot be opened. */
  constructor(
    private readonly path: string,
    options: ConnectionOptions,
  ) {
    this.memory = options.memory ?? new RowMemory();
    try {
      this.db = new DatabaseSync(path, { readOnly: options.readOnly, timeout: storeLimits.busyMs });
    } catch (error) {
      throw sqliteStoreError(error);
    }
    // Deleted words leave no bytes in the file (DATA-11).
    if (!options.readOnly && path !== ':memory:') this.execute('pragma secure_delete = on');
  }

  get ahead(): Ahead | null {
    return this.journal;
  }

  all<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]> {
    return promiseOf(() => {
      const compiled = compile(plan, 'sqlite', sqliteBuilder);
      return this.execute(compiled.sql, bind(compiled, args)) as R[];
    });
  }

  allCached<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]> {
    return promiseOf(() => this.allCachedNow(plan, args));
  }

  /** The same at once. */
  allCachedNow<A extends object, R>(plan: Plan<A, R>, args: A): readonly R[] {
    const compiled = compile(plan, 'sqlite', sqliteBuilder);
    const values = bind(compiled, args);
    const { memory } = this;
    const cached = this.current ? memory.get(compiled.sql, values) : undefined;
    if (cached !== undefined) return cached as R[];
    const rows = this.execute(compiled.sql, values);
    if (this.current) memory.keep(compiled.sql, values, rows, plan.keys);
    return rows as R[];
  }

  /** The writer has no snapshot: what it sees without its own writes is committed. */
  protected get current(): boolean {
    return this.generation === null || this.generation === this.memory.generation;
  }

  /** A read that asks only for what is remembered needs no statement at all. */
  beginRead(): void {
    this.beginning = true;
  }

  endRead(): void {
    this.beginning = false;
    this.generation = null;
    if (!this.inTransaction) return;
    try {
      this.execute('commit');
    } catch (error) {
      // Ends the transaction after a damaged page: the next reader begins a new one.
      if (this.inTransaction) this.execute('rollback');
      if (!(error instanceof StoreDamagedError)) throw error;
    }
  }

  /**
   * Forgets what is remembered when another process wrote since the last look. For the connection that
   * writes.
   */
  lookForOthers(): void {
    const [row] = this.execute('pragma data_version');
    const { data_version: now } = row as { readonly data_version: unknown };
    if (now !== this.otherCommits) {
      this.memory.forget();
      this.journal?.othersWrote();
    }
    this.otherCommits = now;
  }

  /**
   * Each value that crosses from the engine costs more than finding it: here all rows cross as one
   * JSON text. Booleans are 0 and 1 and JSON columns are text, so every value survives as it is.
   */
  bulk<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]> {
    return promiseOf(() => {
      const compiled = compile(plan, 'sqlite', sqliteBuilder);
      const { columns } = this.prepare(compiled.sql);
      return rowsByName(columns, this.packed(compiled, args, columns)) as R[];
    });
  }

  lists<A extends object, R, const K extends readonly (keyof R & string)[]>(
    plan: Plan<A, R>,
    args: A,
    names: K,
  ): Promise<readonly ListOf<R, K>[]> {
    return promiseOf(
      () => this.packed(compile(plan, 'sqlite', sqliteBuilder), args, names) as unknown as ListOf<R, K>[],
    );
  }

  private packed(compiled: Compiled, args: object, names: readonly string[]): unknown[][] {
    const list = names.map((name) => `"${name}"`).join(', ');
    const [row] = this.execute(
      `select json_group_array(json_array(${list})) as "rows" from (${compiled.sql})`,
      bind(compiled, args),
    );
    return JSON.parse((row as { readonly rows: string }).rows) as unknown[][];
  }

  /** @throws what `storeError` makes of the engine's error */
  execute(sql: string, parameters: readonly unknown[] = []): readonly unknown[] {
    try {
      if (this.beginning) this.takeSnapshot();
      const { statement, columns, writes, change, isJournaled } = this.prepare(sql);
      if (isJournaled) this.journal?.before(writes);
      if (writes !== null)
        this.memory.noteWrite(
          writes,
          typeof change === 'object' ? { ...change, value: parameters.at(-1) } : change,
        );
      if (columns.length > 0) return rowsByName(columns, statement.all(...parameters) as unknown[][]);
      statement.run(...parameters);
      return [];
    } catch (error) {
      throw this.explain(sqliteStoreError(error));
    }
  }

  /** A write without room and a forbidden one have the same code on a read-only file system. */
  private explain(error: Error): Error {
    return error instanceof StoreFullError && isReadOnly(this.path)
      ? new StoreReadOnlyError(READ_ONLY_TEXT, { cause: error })
      : error;
  }

  private takeSnapshot(): void {
    this.beginning = false;
    this.execute('begin deferred');
    this.generation = this.memory.generation;
  }

  get inTransaction(): boolean {
    return this.db.isTransaction;
  }

  close(): void {
    this.prepared.clear();
    if (this.db.isOpen) this.db.close();
  }

  private prepare(sql: string): Prepared {
    const cached = this.prepared.get(sql);
    if (cached) return cached;
    const statement = this.db.prepare(sql);
    statement.setReturnArrays(true);
    const entry = {
      statement,
      columns: statement.columns().map((column) => column.name),
      writes: WRITES.exec(sql)?.[1] ?? null,
      change: changeOf(sql),
      isJournaled: JOURNALED.test(sql),
    };
    if (this.prepared.size >= storeLimits.statementsMax) {
      const oldest = this.prepared.keys().next();
      if (!oldest.done) this.prepared.delete(oldest.value);
    }
    this.prepared.set(sql, entry);
    return entry;
  }
}

function rowsByName(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): readonly Record<string, unknown>[] {
  // Rows begin with all their names: growing an object name by name costs twice as much.
  const empty: Record<string, unknown> = {};
  for (const name of columns) empty[name] = null;
  return rows.map((values) => {
    const row = { ...empty };
    for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
    return row;
  });
}

/** Runs at once; an error becomes a rejection. */
function promiseOf<T>(work: () => T): Promise<T> {
  try {
    return Promise.resolve(work());
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new StoreError(String(error)));
  }
}

/** Matched by text: reading many rows loses the engine's result code, and its texts are fixed. */
const CONFLICT = /UNIQUE constraint failed/;
const BUSY = /is locked/;
const DAMAGED = /disk image is malformed/;
const UNAVAILABLE =
  /disk is full|disk I\/O error|readonly database|unable to open|not a database|out of memory|locking protocol/;

/**
 * Result codes of a write that found no room: a full disk, a quota or limit that is used up, and a file of
 * shared memory that could not grow.
 */
const FULL: ReadonlySet<unknown> = new Set([13, 778, 4_874]);
/** Codes of the operating system: a file is too large, no space is left, a quota is used up. */
const FULL_ERRNO: ReadonlySet<unknown> = new Set([27, 28, 122]);
const INPUT_OUTPUT = /disk I\/O error/;

/** A statement that reads rows keeps the result code in another field than one that does not. */
function isFull(error: Error): boolean {
  const { errcode, sqliteExtendedCode, systemErrno } = error as Readonly<Record<string, unknown>> & Error;
  if (FULL.has(errcode) || FULL.has(sqliteExtendedCode)) return true;
  return INPUT_OUTPUT.test(error.message) && FULL_ERRNO.has(systemErrno);
}
const READ_ONLY = /readonly database/;
const READ_ONLY_TEXT = 'the database is read-only';

/** Converts the engine's errors to ours; unknown ones stay unchanged. */
export function sqliteStoreError(error: unknown): Error {
  if (!(error instanceof Error)) return new StoreError(String(error));
  const { message } = error;
  if (CONFLICT.test(message)) return new StoreConflictError(message, { cause: error });
  if (BUSY.test(message)) return new StoreBusyError(message, { cause: error });
  if (READ_ONLY.test(message)) return new StoreReadOnlyError(READ_ONLY_TEXT, { cause: error });
  if (isFull(error))
    return new StoreFullError('the disk is full, or a limit of it is used up', { cause: error });
  if (DAMAGED.test(message)) return new StoreDamagedError(message, { cause: error });
  if (UNAVAILABLE.test(message)) return new StoreUnavailableError(message, { cause: error });
  return error;
}
