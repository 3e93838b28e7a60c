import type { Store } from '../../src/ports/store.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import type { StoreOptions } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';

/**
 * The connection that the last World gave back. Making tables and preparing statements costs a tenth of a
 * short life.
 */
let kept: SqliteConnection | null = null;

/** The database of a World, which can be looked into without the product's own reading. */
export interface WorldStore extends Store {
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
): Promise<WorldStore> {
  const connection = kept ?? new SqliteConnection(':memory:', { readOnly: false });
  kept = null;
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
    close: async () => {
      await store.close();
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
