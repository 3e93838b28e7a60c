import type { Store } from '../../src/ports/store.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import type { StoreOptions } from '../../src/server/storage/engine/open.ts';
import { JOURNALED, SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';

/** Statements that write into one table, and those that write nothing. */
const WRITES = /^\s*(?:insert (?:or \w+ )?into|replace into|update|delete from) (?:main\.)?"?(\w+)"?/i;
const READS = /^\s*(?:select|pragma|begin|commit|rollback|savepoint|release|attach|create table )/i;
/** Queries whose result depends on their tables alone. */
const IS_QUERY = /^\s*select (?!.*\bsqlite_)/i;
/** Results that a connection keeps. */
const RESULTS_MAX = 20_000;
type Rows = ReturnType<SqliteConnection['execute']>;

/** A connection that knows which tables differ from the image that it was filled with. */
class WorldConnection extends SqliteConnection {
  /** Tables that have rows in the image beside this database; null: it has no image. */
  imageTables: readonly string[] | null = null;
  /** All tables, once it has an image. */
  names: ReadonlySet<string> = new Set();
  /** Tables that may differ from the image. */
  readonly changedTables = new Set<string>();
  /** Unknown statements may have written into any table. */
  isUnknown = true;
  readonly #tableOf = new Map<string, string | null>();
  /** Results of queries that use only tables with the rows of the image; kept from one World to the next. */
  readonly #results = new Map<string, Rows>();
  readonly #tablesBySql = new Map<string, readonly string[]>();

  override execute(sql: string, parameters: readonly unknown[] = []): Rows {
    const key = this.#keyOf(sql, parameters);
    if (key === null) return this.#executeNow(sql, parameters);
    const rows = this.#results.get(key) ?? this.#executeNow(sql, parameters);
    if (this.#results.size >= RESULTS_MAX) this.#results.clear();
    this.#results.set(key, rows);
    return rows.map((row) => ({ ...(row as object) }));
  }

  /** Null: the result may differ from that of the image. */
  #keyOf(sql: string, parameters: readonly unknown[]): string | null {
    if (this.imageTables === null || this.isUnknown || !IS_QUERY.test(sql)) return null;
    // Rows that wait in the journal are written before such a query.
    if (JOURNALED.test(sql) && (this.inTransaction || this.journal?.waits !== false)) return null;
    let tables = this.#tablesBySql.get(sql);
    if (tables === undefined) {
      tables = (sql.match(/\w+/g) ?? []).filter((name) => this.names.has(name));
      this.#tablesBySql.set(sql, tables);
    }
    const isSame = tables.length > 0 && tables.every((name) => !this.changedTables.has(name));
    if (!isSame || parameters.some((value) => typeof value === 'object' && value !== null)) return null;
    return `${sql}\n${parameters.map((value) => `${typeof value} ${String(value)}`).join('\n')}`;
  }

  #executeNow(sql: string, parameters: readonly unknown[]): Rows {
    let table = this.#tableOf.get(sql);
    if (table === undefined) {
      table = WRITES.exec(sql)?.[1] ?? (READS.test(sql) ? null : '');
      this.#tableOf.set(sql, table);
    }
    if (table === '') this.isUnknown = true;
    else if (table !== null) this.changedTables.add(table);
    return super.execute(sql, parameters);
  }
}

/**
 * Connections that Worlds gave back, by the image that they contain; '' is empty. Making tables and preparing
 * statements costs a tenth of a short life.
 */
const connections = new Map<string, WorldConnection>();

/** Returns true if a connection that a World can get has this image. */
export const hasImage = (name: string): boolean => connections.has(name);

/** The database of a World, which can be looked into without the product's own reading. */
export interface WorldStore extends Omit<Store, 'close'> {
  /** `image`: the name under which a copy stays, for Worlds that begin with it. */
  close(image?: string): Promise<void>;
  /** Inside a command: does it and takes it back. */
  rollBack(work: () => Promise<unknown>): Promise<void>;
  tables(): readonly string[];
  /** Rows that were ever written or deleted, also by what was rolled back. */
  changes(): number;
  rows(table: string): readonly Readonly<Record<string, unknown>>[];
}

const TABLES = `select name from sqlite_master where type = 'table' and name <> 'meta' and (name = 'sqlite_sequence' or name not like 'sqlite_%')`;

/** An empty database in memory for one World. */
export async function openWorldStore(
  options: Omit<StoreOptions, 'path' | 'connection'>,
  image: string | null = null,
): Promise<WorldStore> {
  const connection = connections.get(image ?? '') ?? new WorldConnection(':memory:', { readOnly: false });
  connections.delete(image ?? '');
  if (image !== null) restored(connection, image);
  const store = await openStore({ ...options, path: ':memory:', connection });
  const tables = (): readonly string[] =>
    (connection.execute(TABLES) as readonly { readonly name: string }[]).map(({ name }) => name);
  const rollBack = async (work: () => Promise<unknown>): Promise<void> => {
    connection.execute('savepoint undone');
    connection.journal?.mark();
    // The same error is thrown again below.
    await work().catch(() => undefined);
    connection.execute('rollback to undone');
    connection.execute('release undone');
    connection.journal?.undo();
  };
  return {
    rollBack,
    tables,
    changes: () =>
      (connection.execute('select total_changes() as n') as readonly { readonly n: number }[])[0]?.n ?? 0,
    rows: (table) =>
      connection.execute(`select * from "${table}"`) as readonly Readonly<Record<string, unknown>>[],
    read: (work) => store.read(work),
    write: (work) => store.write(work),
    epoch: () => store.epoch(),
    close: async (name) => {
      await store.close();
      if (name !== undefined) copied(connection, name);
      const isReusable = connection.imageTables === null ? emptied(connection) : !connection.inTransaction;
      const place = name ?? image ?? '';
      if (!connections.has(place) && isReusable) connections.set(place, connection);
      else connection.close();
    },
  };
}

/** Empties the database but keeps its tables; false if that is impossible. */
function emptied(connection: WorldConnection): boolean {
  if (connection.inTransaction) return false;
  connection.execute('pragma foreign_keys = off');
  const tables = connection.execute(TABLES) as readonly { readonly name: string }[];
  connection.execute('begin immediate');
  for (const { name } of tables) connection.execute(`delete from "${name}"`);
  connection.execute(`delete from meta where key <> 'schema'`);
  connection.execute('commit');
  return true;
}

const tableNames = (connection: SqliteConnection): readonly string[] =>
  (connection.execute(TABLES) as readonly { readonly name: string }[]).map(({ name }) => name);

/** Keeps the rows of all tables beside the database. */
function copied(connection: WorldConnection, image: string): void {
  connection.execute(`attach ':memory:' as "${image}"`);
  const tables: string[] = [];
  for (const name of [...tableNames(connection), 'meta']) {
    connection.execute(`create table "${image}"."copy ${name}" as select * from main."${name}"`);
    if (connection.execute(`select 1 from "${image}"."copy ${name}" limit 1`).length > 0) tables.push(name);
  }
  connection.imageTables = tables;
  connection.names = new Set([...tableNames(connection), 'meta']);
  connection.isUnknown = true;
}

/** Puts the rows of the image into all tables that may differ from it. */
function restored(connection: WorldConnection, image: string): void {
  const { imageTables, isUnknown, changedTables } = connection;
  const changed = isUnknown ? [...tableNames(connection), 'meta'] : [...changedTables, 'sqlite_sequence'];
  connection.execute('pragma foreign_keys = off');
  connection.execute('begin immediate');
  for (const name of changed) {
    connection.execute(`delete from "${name}"`);
    if (imageTables?.includes(name))
      connection.execute(`insert into "${name}" select * from "${image}"."copy ${name}"`);
  }
  connection.execute('commit');
  connection.isUnknown = false;
  changedTables.clear();
}
