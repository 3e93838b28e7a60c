import type { TabMemoryPort } from '../../ports/storage.ts';

/** What one tab remembers; undefined where the browser forbids it. */
export function createTabMemory(): TabMemoryPort | undefined {
  try {
    const store = window.sessionStorage;
    const probe = '__parley';
    store.setItem(probe, '1');
    store.removeItem(probe);
    return { get: (key) => store.getItem(key), set: (key, value) => write(store, key, value) };
  } catch {
    return undefined;
  }
}

/** Without room the old text must not stand for the new one. */
function write(store: Storage, key: string, value: string | null): void {
  store.removeItem(key);
  try {
    if (value !== null) store.setItem(key, value);
  } catch {
    // A page to come then knows nothing of it.
  }
}
