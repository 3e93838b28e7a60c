import type { RecordsPort, SettingsPort, TabLockPort } from '../../ports/storage.ts';

/** One browser profile in memory, for tests and the simulator: tabs made from it share what they store. */
export interface MemoryProfile {
  readonly records: RecordsPort;
  readonly lock: TabLockPort;
  /** Settings of one tab: other tabs are notified of its changes. */
  settings(): SettingsPort;
  /** Data that survives a reload, for inspection. */
  stored(user: string, store: string): ReadonlyMap<string, unknown>;
  /** All records of all users, by user, store and key. */
  everything(): readonly (readonly [string, unknown])[];
}

const sorted = (records: ReadonlyMap<string, unknown>) =>
  new Map([...records].toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Copies a value as a database would; a value that cannot be stored throws, as there. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' ? structuredClone(value) : value;
  if (Array.isArray(value)) return value.map(copied);
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = copied((value as Record<string, unknown>)[name]);
  return copy;
}

export function createMemoryProfile(): MemoryProfile {
  const users = new Map<string, Map<string, Map<string, unknown>>>();
  const texts = new Map<string, string>();
  const tabs = new Set<Set<(key: string, value: string | null) => void>>();
  const storeOf = (user: string, store: string): Map<string, unknown> => {
    const stores = users.get(user) ?? new Map<string, Map<string, unknown>>();
    users.set(user, stores);
    const records = stores.get(store) ?? new Map<string, unknown>();
    stores.set(store, records);
    return records;
  };
  const records: RecordsPort = {
    readAll: (user, store) => Promise.resolve(sorted(storeOf(user, store))),
    read: (user, store, key) => Promise.resolve(storeOf(user, store).get(key)),
    write: (user, changes, when) => {
      if (when && !when.condition(storeOf(user, when.store).get(when.key))) return Promise.resolve(false);
      // Copies, as a database would make them: what is written later to the same object stays out.
      for (const { store, key, value } of changes) {
        if (value === undefined) storeOf(user, store).delete(key);
        else storeOf(user, store).set(key, copied(value));
      }
      return Promise.resolve(true);
    },
    wipe: (user) => {
      users.delete(user);
      return Promise.resolve();
    },
  };
  return {
    records,
    lock: createMemoryLock(),
    settings: () => {
      const listeners = new Set<(key: string, value: string | null) => void>();
      tabs.add(listeners);
      return {
        get: (key) => texts.get(key) ?? null,
        set: (key, value) => {
          if (value === null) texts.delete(key);
          else texts.set(key, value);
          for (const tab of tabs)
            if (tab !== listeners) for (const listener of tab) queueMicrotask(() => listener(key, value));
        },
        keys: () => [...texts.keys()],
        onChange: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      };
    },
    stored: (user, store) => sorted(storeOf(user, store)),
    everything: () =>
      [...users].flatMap(([user, stores]) =>
        [...stores].flatMap(([store, entries]) =>
          [...entries].map(([key, value]) => [`${user} ${store} ${key}`, value] as const),
        ),
      ),
  };
}

/** A lock with a queue, like the browser's: a stealing tab takes it at once, the others wait in order. */
export function createMemoryLock(): TabLockPort {
  interface Waiter {
    readonly task: (loss: Promise<void>) => Promise<void>;
    lose: () => void;
  }
  const queues = new Map<string, Waiter[]>();
  const grant = (name: string): void => {
    const first = queues.get(name)?.[0];
    if (first === undefined) return;
    const loss = new Promise<void>((resolve) => {
      first.lose = resolve;
    });
    const over = () => leave(name, first);
    first.task(loss).then(over, over);
  };
  const leave = (name: string, waiter: Waiter): void => {
    const queue = queues.get(name) ?? [];
    const at = queue.indexOf(waiter);
    if (at < 0) return;
    queue.splice(at, 1);
    waiter.lose();
    if (at === 0) grant(name);
  };
  return {
    hold: (name, task, { steal }) => {
      const waiter: Waiter = { task, lose: () => undefined };
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      const robbed = steal ? queue.shift() : undefined;
      if (steal) queue.unshift(waiter);
      else queue.push(waiter);
      robbed?.lose();
      if (queue[0] === waiter) queueMicrotask(() => queue[0] === waiter && grant(name));
      return () => leave(name, waiter);
    },
  };
}
