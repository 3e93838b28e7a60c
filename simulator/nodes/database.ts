import type { Store } from '../../src/ports/store.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import type { StoreOptions } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';

/**
 * The connection that the last World gave back. Making tables and preparing statements costs a tenth of a
 * short life.
 */
let kept: SqliteConnection | null = null;

/** Databases that Worlds begin with, by name, beside the one of the present World. */
const images = new WeakMap<SqliteConnection, Map<string, readonly string[]>>();

/** Returns true if the connection that the next World gets has this image. */
export const hasImage = (name: string): boolean => kept !== null && (images.get(kept)?.has(name) ?? false);

/** The database of a World, which can be looked into without the product's own reading. */
export interface WorldStore extends Omit<Store, 'close'> {
  /** `image`: the name under which a copy stays, for Worlds that begin with it. */
  close(image?: string): Promise<void>;
  /** Inside a command: does it and takes it back. */
  undone(work: () => Promise<unknown>): Promise<void>;
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
  const connection = kept ?? new SqliteConnection(':memory:', { readOnly: false });
  kept = null;
  if (image !== null) restored(connection, image);
  const store = await openStore({ ...options, path: ':memory:', connection });
  const tables = (): readonly string[] =>
    (connection.run(TABLES) as readonly { readonly name: string }[]).map(({ name }) => name);
  const undone = async (work: () => Promise<unknown>): Promise<void> => {
    connection.run('savepoint undone');
    connection.journal?.mark();
    // The same error is thrown again below.
    await work().catch(() => undefined);
    connection.run('rollback to undone');
    connection.run('release undone');
    connection.journal?.undo();
  };
  return {
    undone,
    tables,
    changes: () =>
      (connection.run('select total_changes() as n') as readonly { readonly n: number }[])[0]?.n ?? 0,
    rows: (table) =>
      connection.run(`select * from "${table}"`) as readonly Readonly<Record<string, unknown>>[],
    read: (work) => store.read(work),
    write: (work) => store.write(work),
    epoch: () => store.epoch(),
    close: async (name) => {
      await store.close();
      if (name !== undefined) copied(connection, name);
      if (kept === null && emptied(connection)) kept = connection;
      else connection.close();
    },
  };
}

/** Empties the database but keeps its tables; false if that is impossible. */
function emptied(connection: SqliteConnection): boolean {
  if (connection.inTransaction) return false;
  connection.run('pragma foreign_keys = off');
  const tables = connection.run(TABLES) as readonly { readonly name: string }[];
  connection.run('begin immediate');
  for (const { name } of tables) connection.run(`delete from "${name}"`);
  connection.run(`delete from meta where key <> 'schema'`);
  connection.run('commit');
  return true;
}

const named = (connection: SqliteConnection): readonly string[] =>
  (connection.run(TABLES) as readonly { readonly name: string }[]).map(({ name }) => name);

/** Keeps the rows of all tables beside the database. */
function copied(connection: SqliteConnection, image: string): void {
  connection.run(`attach ':memory:' as "${image}"`);
  const filled: string[] = [];
  for (const name of [...named(connection), 'meta']) {
    connection.run(`create table "${image}"."copy ${name}" as select * from main."${name}"`);
    if (connection.run(`select 1 from "${image}"."copy ${name}" limit 1`).length > 0) filled.push(name);
  }
  images.set(connection, (images.get(connection) ?? new Map<string, readonly string[]>()).set(image, filled));
}

/** Puts the rows of an image into the empty database. */
function restored(connection: SqliteConnection, image: string): void {
  connection.run('pragma foreign_keys = off');
  connection.run('begin immediate');
  for (const name of images.get(connection)?.get(image) ?? []) {
    if (name === 'meta' || name === 'sqlite_sequence') connection.run(`delete from main."${name}"`);
    connection.run(`insert into main."${name}" select * from "${image}"."copy ${name}"`);
  }
  connection.run('commit');
}
