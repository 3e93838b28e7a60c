import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import type { RecordsPort } from '../../ports/storage.ts';

/** Stores of one user's database; another list needs another version. */
export const STORES = ['allContacts', 'mainContacts', 'windows', 'meta', 'outbox', 'lease'] as const;
const VERSION = 1;

const nameOf = (user: string): string => `parley-${user}`;

/** Records of each user in a database of their own, so that wiping one person is deleting one database. */
export function createIndexedDbRecords(): RecordsPort {
  const open = new Map<string, Promise<IDBPDatabase>>();
  const forget = (user: string) => open.delete(user);
  const database = (user: string): Promise<IDBPDatabase> => {
    const known = open.get(user);
    if (known) return known;
    const made = openDB(nameOf(user), VERSION, {
      upgrade: (db) => {
        for (const store of STORES) if (!db.objectStoreNames.contains(store)) db.createObjectStore(store);
      },
      // Another tab deletes or upgrades: let go at once, or it would wait for ever.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase | null)?.close();
        forget(user);
      },
      terminated: () => forget(user),
    });
    open.set(user, made);
    made.catch(() => forget(user));
    return made;
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
      // An abort must never look like success, and never be a rejection that nobody hears.
      const done = tx.done.then(
        () => true,
        (error: unknown) => {
          throw error;
        },
      );
      if (when && !when.holds((await tx.objectStore(when.store).get(when.key)) as unknown)) {
        done.catch(() => undefined);
        tx.abort();
        return false;
      }
      for (const { store, key, value } of changes) {
        const records = tx.objectStore(store);
        const asked: Promise<unknown> = value === undefined ? records.delete(key) : records.put(value, key);
        asked.catch(() => undefined);
      }
      return done;
    },
    wipe: async (user) => {
      const db = await database(user).catch(() => null);
      db?.close();
      forget(user);
      await deleteDB(nameOf(user));
    },
  };
}
