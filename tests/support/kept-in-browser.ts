import type { Person } from './browser.ts';

/** Every text kept by this browser, in local storage and in every database. */
export async function kept(person: Person): Promise<string> {
  return person.page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
    const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const db = await resultOf(indexedDB.open(name));
      for (const store of db.objectStoreNames)
        texts.push(JSON.stringify(await resultOf(db.transaction(store).objectStore(store).getAll())));
      db.close();
    }
    return texts.join('\n');
  });
}
