/** The caches of a browser, as far as shares need them: what was put is found under its path. */
export function fakeCaches(paths: Readonly<Record<string, Response>> = {}) {
  const kept = new Map(Object.entries(paths));
  const cache = {
    match: (path: string) => Promise.resolve(kept.get(path)?.clone()),
    put: (path: string, response: Response) => Promise.resolve(void kept.set(path, response)),
    delete: (path: string) => Promise.resolve(kept.delete(path)),
    keys: () => Promise.resolve([...kept.keys()].map((path) => ({ url: `https://chat.test${path}` }))),
  };
  return {
    kept,
    caches: {
      has: () => Promise.resolve(kept.size > 0),
      open: () => Promise.resolve(cache),
      delete: () => Promise.resolve(kept.clear()),
    },
  };
}
