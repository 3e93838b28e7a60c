import type { Store } from '../src/ports/store.ts';
import { openStore } from '../src/server/store/open.ts';
import type { StoreOptions } from '../src/server/store/open.ts';
import { SqliteConnection } from '../src/server/store/sqlite-dialect.ts';

/** The connection that the last World gave back. Making tables and preparing statements costs a tenth of a short life. */
let kept: SqliteConnection | null = null;

/** An empty database in memory for one World. */
export async function openWorldStore(options: Omit<StoreOptions, 'path' | 'connection'>): Promise<Store> {
  const connection = kept ?? new SqliteConnection(':memory:', { readOnly: false });
  kept = null;
  const store = await openStore({ ...options, path: ':memory:', connection });
  return {
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

/** As new, with its tables; false when that cannot be. */
function emptied(connection: SqliteConnection): boolean {
  if (connection.inTransaction) return false;
  connection.run('pragma foreign_keys = off');
  const tables = connection.run(`select name from sqlite_master where type = 'table' and name <> 'meta' and (name = 'sqlite_sequence' or name not like 'sqlite_%')`) as readonly { readonly name: string }[];
  connection.run('begin immediate');
  for (const { name } of tables) connection.run(`delete from "${name}"`);
  connection.run(`delete from meta where key <> 'schema'`);
  connection.run('commit');
  return true;
}
