import type { TabMemoryPort } from '../../ports/storage.ts';

/** Memory of one tab; undefined if the browser forbids it. */
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

/** If the new text does not fit, the old one must not remain in its place. */
function write(store: Storage, key: string, value: string | null): void {
  store.removeItem(key);
  try {
    if (value !== null) store.setItem(key, value);
  } catch {
    // A later page then has no stored state.
  }
}
