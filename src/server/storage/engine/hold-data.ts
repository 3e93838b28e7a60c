import { DatabaseSync } from '@photostructure/sqlite';
import { dirname, join } from 'node:path';
import { StoreBusyError, StoreHeldError } from '../../kernel/store-errors.ts';
import { makeFile } from './own-file.ts';
import { sqliteStoreError } from './sqlite-dialect.ts';

/** Empty; only its lock counts. */
const HELD = 'server.lock';

/**
 * Reserves the folder of an embedded database for one server (START-23). The lock belongs to the operating
 * system: it ends with the process, however that ends, and holds between containers, where process IDs are
 * equal. A separate file, because commands and the copier use the database itself beside the server.
 * @throws StoreHeldError another server uses the folder
 */
export function holdData(path: string): { release(): void } {
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
  const held = db;
  return { release: () => held.close() };
}
