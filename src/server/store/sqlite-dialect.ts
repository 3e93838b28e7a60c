import { DatabaseSync } from '@photostructure/sqlite';
import type { StatementSyncInstance } from '@photostructure/sqlite';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { store } from '../../domain/limits.ts';
import { StoreBusyError, StoreConflictError, StoreError, StoreUnavailableError } from './errors.ts';
import { bind, compile } from './plan.ts';
import type { Executor, Plan } from './plan.ts';
import type { Tables } from './schema.ts';

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
  /** Names of what it returns; empty for a statement that returns no rows. */
  readonly columns: readonly string[];
}

/** One connection. A statement runs at once, when it is called: nothing of a command can run after it ended. */
export class SqliteConnection implements Executor {
  private readonly prepared = new Map<string, Prepared>();
  private readonly db: InstanceType<typeof DatabaseSync>;

  /** @throws StoreUnavailableError when the file cannot be opened. */
  constructor(path: string, options: { readonly readOnly: boolean }) {
    try {
      this.db = new DatabaseSync(path, { readOnly: options.readOnly, timeout: store.busyMs });
    } catch (error) {
      throw storeError(error);
    }
  }

  all<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]> {
    return settled(() => {
      const compiled = compile(plan, 'sqlite', sqliteBuilder);
      return this.run(compiled.sql, bind(compiled, args)) as R[];
    });
  }

  /**
   * Each value that crosses from the engine costs more than finding it: here all rows cross as one
   * JSON text. Booleans are 0 and 1 and JSON columns are text, so every value survives as it is.
   */
  bulk<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]> {
    return settled(() => {
      const compiled = compile(plan, 'sqlite', sqliteBuilder);
      const { columns } = this.prepare(compiled.sql);
      const list = columns.map((name) => `"${name}"`).join(', ');
      const packed = `select json_group_array(json_array(${list})) as "rows" from (${compiled.sql})`;
      const [row] = this.run(packed, bind(compiled, args));
      const rows = JSON.parse((row as { readonly rows: string }).rows) as unknown[][];
      return namedRows(columns, rows) as R[];
    });
  }

  /** @throws what `storeError` makes of the engine's error */
  run(sql: string, parameters: readonly unknown[] = []): readonly unknown[] {
    try {
      const { statement, columns } = this.prepare(sql);
      if (columns.length > 0) return namedRows(columns, statement.all(...parameters) as unknown[][]);
      statement.run(...parameters);
      return [];
    } catch (error) {
      throw storeError(error);
    }
  }

  get inTransaction(): boolean {
    return this.db.isTransaction;
  }

  close(): void {
    this.prepared.clear();
    if (this.db.isOpen) this.db.close();
  }

  private prepare(sql: string): Prepared {
    const known = this.prepared.get(sql);
    if (known) return known;
    const statement = this.db.prepare(sql);
    statement.setReturnArrays(true);
    const made = { statement, columns: statement.columns().map((column) => column.name) };
    if (this.prepared.size >= store.statementsMax) {
      const oldest = this.prepared.keys().next();
      if (!oldest.done) this.prepared.delete(oldest.value);
    }
    this.prepared.set(sql, made);
    return made;
  }
}

function namedRows(columns: readonly string[], rows: readonly (readonly unknown[])[]): readonly Record<string, unknown>[] {
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
function settled<T>(run: () => T): Promise<T> {
  try {
    return Promise.resolve(run());
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new StoreError(String(error)));
  }
}

/** By text: reading many rows loses the engine's result code, and its texts are fixed. */
const CONFLICT = /UNIQUE constraint failed/;
const BUSY = /is locked/;
const UNAVAILABLE =
  /disk is full|disk I\/O error|readonly database|disk image is malformed|unable to open|not a database|out of memory|locking protocol/;

/** The engine's errors as ours; what is none of the named ones stays as it is. */
export function storeError(error: unknown): Error {
  if (!(error instanceof Error)) return new StoreError(String(error));
  const { message } = error;
  if (CONFLICT.test(message)) return new StoreConflictError(message, { cause: error });
  if (BUSY.test(message)) return new StoreBusyError(message, { cause: error });
  if (UNAVAILABLE.test(message)) return new StoreUnavailableError(message, { cause: error });
  return error;
}
