import type { SettingsPort } from '../../ports/storage.ts';

/**
 * Small settings of all users of this browser. Where the browser forbids storage they live as long
 * as the page: nothing fails, nothing is remembered.
 */
export function createLocalSettings(): SettingsPort {
  const store = usable();
  const memory = new Map<string, string>();
  return {
    get: (key) => (store ? store.getItem(key) : (memory.get(key) ?? null)),
    set: (key, value) => {
      if (!store) {
        if (value === null) memory.delete(key);
        else memory.set(key, value);
        return;
      }
      try {
        if (value === null) store.removeItem(key);
        else store.setItem(key, value);
      } catch {
        // Full: what is there stays, the new value is lost with the page.
        memory.set(key, value ?? '');
      }
    },
    keys: () => (store ? Object.keys(store) : [...memory.keys()]),
    onChange: (run) => {
      const changed = (event: StorageEvent) => {
        if (event.storageArea === store && event.key !== null) run(event.key, event.newValue);
      };
      window.addEventListener('storage', changed);
      return () => window.removeEventListener('storage', changed);
    },
  };
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
