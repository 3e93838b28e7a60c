import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import type { RecordsPort } from '../../ports/storage.ts';

/** Stores of one user's database; another list needs another version. */
export const STORES = [
  'allContacts',
  'mainContacts',
  'windows',
  'meta',
  'outbox',
  'lease',
  'uploads',
] as const;
const VERSION = 2;

const nameOf = (user: string): string => `parley-${user}`;
/** A newer build has used this database: what it stored stays in its own. */
const besideOf = (user: string): string => `${nameOf(user)}-v${VERSION}`;

/** A finished transaction refuses to be aborted, which is harmless. */
function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {
    return;
  }
}

/**
 * Keeps the records of each user in a separate database, so that wiping a user deletes one database.
 * `outdated`: another tab upgrades the database to a newer build, so this page must reload. A page that finds
 * a newer database at its start, because the server was rolled back, keeps its own beside it (STORE-16).
 */
export function createIndexedDbRecords(outdated: () => void = () => undefined): RecordsPort {
  const open = new Map<string, Promise<IDBPDatabase>>();
  const forget = (user: string) => open.delete(user);
  const database = (user: string): Promise<IDBPDatabase> => {
    const cached = open.get(user);
    if (cached) return cached;
    const opened = (name: string) =>
      openDB(name, VERSION, {
        upgrade: (db) => {
          for (const store of STORES) if (!db.objectStoreNames.contains(store)) db.createObjectStore(store);
        },
        // Another tab deletes or upgrades the database: close at once, or that tab would wait forever.
        blocking: (_current, next, event) => {
          (event.target as IDBDatabase | null)?.close();
          forget(user);
          if (next !== null) outdated();
        },
        terminated: () => forget(user),
      });
    const opening = opened(nameOf(user)).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'VersionError') return opened(besideOf(user));
      throw error;
    });
    open.set(user, opening);
    opening.catch(() => forget(user));
    return opening;
  };
  return {
    readAll: async (user, store) => {
      const tx = (await database(user)).transaction(store);
      const [keys, values] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
      return new Map(keys.map((key, index) => [key as string, values[index] as unknown]));
    },
    read: async (user, store, key) => (await database(user)).get(store, key) as Promise<unknown>,
    write: async (user, changes, when) => {
      const names = new Set([...changes.map((change) => change.store), ...(when ? [when.store] : [])]);
      if (names.size === 0) return true;
      const tx = (await database(user)).transaction([...names], 'readwrite', { durability: 'strict' });
      // Handled in any case: an abort must not become an unhandled rejection.
      tx.done.catch(() => undefined);
      try {
        if (when && !when.condition((await tx.objectStore(when.store).get(when.key)) as unknown)) {
          tx.abort();
          return false;
        }
        for (const { store, key, value } of changes) {
          const records = tx.objectStore(store);
          const request: Promise<unknown> =
            value === undefined ? records.delete(key) : records.put(value, key);
          // A failed request aborts the transaction, which reports the failure.
          request.catch(() => undefined);
        }
        await tx.done;
        return true;
      } catch (error) {
        // Requests made before the fault would otherwise still be committed.
        abort(tx);
        throw error;
      }
    },
    isBeside: async (user) => (await database(user)).name === besideOf(user),
    wipe: async (user) => {
      const db = await database(user).catch(() => null);
      db?.close();
      forget(user);
      await deleteDB(nameOf(user));
      await deleteDB(besideOf(user));
    },
  };
}
