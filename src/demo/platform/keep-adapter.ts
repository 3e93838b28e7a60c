import { openDB } from 'idb';
import type { IDBPDatabase } from 'idb';

/** Where the demo keeps its database and files between visits: all of it in this browser. */
export interface KeptDemo {
  readDatabase(): Promise<Uint8Array | null>;
  writeDatabase(image: Uint8Array): Promise<void>;
  readFile(name: string): Promise<Blob | null>;
  writeFile(name: string, bytes: Blob): Promise<void>;
  removeFile(name: string): Promise<void>;
  /** As if nobody had been here: what this page still wants to keep afterwards is kept no more. */
  forget(): Promise<void>;
}

const [DATABASE, FILES] = ['database', 'files'] as const;

export async function openKept(): Promise<KeptDemo> {
  const db: IDBPDatabase = await openDB('parley-demo', 1, {
    upgrade: (database) => {
      database.createObjectStore(DATABASE);
      database.createObjectStore(FILES);
    },
  });
  // The page goes on until it is loaded anew, and its server writes once a second.
  let over = false;
  const unlessOver = async (write: () => Promise<unknown>): Promise<void> => {
    if (!over) await write();
  };
  return {
    readDatabase: async () => ((await db.get(DATABASE, 'image')) as Uint8Array | undefined) ?? null,
    writeDatabase: (image) => unlessOver(() => db.put(DATABASE, image, 'image')),
    readFile: async (name) => ((await db.get(FILES, name)) as Blob | undefined) ?? null,
    writeFile: (name, bytes) => unlessOver(() => db.put(FILES, bytes, name)),
    removeFile: (name) => db.delete(FILES, name),
    forget: async () => {
      over = true;
      await Promise.all([db.clear(DATABASE), db.clear(FILES)]);
    },
  };
}

/** Another tab would run another server over the same things; false when there is one. */
export async function onlyTab(): Promise<boolean> {
  return new Promise((answer) => {
    void navigator.locks.request('parley-demo', { ifAvailable: true }, (lock) => {
      answer(lock !== null);
      // Held until the tab is gone.
      return lock === null ? undefined : new Promise<void>(() => undefined);
    });
  });
}
