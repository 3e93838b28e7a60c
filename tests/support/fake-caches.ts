/** The caches of a browser, as far as shares need them: what was put is found under its path. */
export function fakeCaches(paths: Readonly<Record<string, Response>> = {}) {
  const storage = new Map(Object.entries(paths));
  const cache = {
    match: (path: string) => Promise.resolve(storage.get(path)?.clone()),
    put: (path: string, response: Response) => Promise.resolve(void storage.set(path, response)),
    delete: (path: string) => Promise.resolve(storage.delete(path)),
    keys: () => Promise.resolve([...storage.keys()].map((path) => ({ url: `https://chat.test${path}` }))),
  };
  return {
    kept: storage,
    caches: {
      has: () => Promise.resolve(storage.size > 0),
      open: () => Promise.resolve(cache),
      delete: () => Promise.resolve(storage.clear()),
    },
  };
}
