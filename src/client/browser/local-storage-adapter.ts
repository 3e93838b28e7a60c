import type { SettingsPort } from '../../ports/storage.ts';

/**
 * Small settings of all users of this browser. If the browser forbids storage, or has no room, they live as
 * long as the page: nothing fails, and reads return what was set.
 */
export function createLocalSettings(): SettingsPort {
  const store = usable();
  const memory = new Map<string, string>();
  return {
    get: (key) => memory.get(key) ?? store?.getItem(key) ?? null,
    set: (key, value) => {
      memory.delete(key);
      if (value === null) return store?.removeItem(key);
      if (store === null || !stored(store, key, value)) memory.set(key, value);
    },
    keys: () => [...new Set([...(store ? Object.keys(store) : []), ...memory.keys()])],
    onChange: (listener) => {
      const changed = (event: StorageEvent) => {
        if (event.storageArea !== store || event.key === null) return;
        // Newer than what this page could not store.
        memory.delete(event.key);
        listener(event.key, event.newValue);
      };
      window.addEventListener('storage', changed);
      return () => window.removeEventListener('storage', changed);
    },
  };
}

/** False when there is no room: what is stored under the key is older than what is in memory then. */
function stored(store: Storage, key: string, value: string): boolean {
  try {
    store.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

function usable(): Storage | null {
  try {
    const probe = '__parley';
    window.localStorage.setItem(probe, '1');
    window.localStorage.removeItem(probe);
    return window.localStorage;
  } catch {
    return null;
  }
}
