import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import type { RecordsPort, SettingsPort, TabLockPort } from '../../src/ports/storage.ts';
import type { Chance } from '../plan/random.ts';
import type { Surroundings } from '../environment/surroundings.ts';
import { passing } from '../time/holds.ts';
import { createInOrder } from '../time/in-order.ts';

/** Storage of one browser profile: it outlives its tabs, is slow, and may be full. */
export interface Disk {
  tab(alive: () => boolean): DiskOfTab;
  setFull(full: boolean): void;
  /** The token of the stored session. */
  token(): string | null;
  /** The previous token. */
  lastToken(): string | null;
  /** A client has stored this message here, however long (SEND-22). */
  hasStored(id: string): boolean;
  /** A copy of everything, for another World. */
  stored(): StoredProfile;
  /** All stored texts of all users, with their locations. */
  texts(): readonly (readonly [string, string])[];
}

/** Everything a browser profile has stored. */
export interface StoredProfile {
  readonly records: ReturnType<ReturnType<typeof createMemoryProfile>['everything']>;
  readonly texts: readonly (readonly [string, string])[];
}

export interface DiskOfTab {
  readonly records: RecordsPort;
  readonly settings: SettingsPort;
  readonly lock: TabLockPort;
  /** The browser gives back what a closed page held. */
  release(): void;
}

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

export function createDisk(around: Surroundings, chance: Chance, name: string, stored?: StoredProfile): Disk {
  const { clock, orderControl } = around;
  /** Some devices are old. */
  const slow = chance.pick([1, 1, 1, 10]);
  const withinMs = (): number => chance.next() * slow * around.weather.diskMs;
  const profile = createMemoryProfile();
  const peek = profile.settings();
  if (stored) fill(profile, stored);
  let lastToken: string | null = peek.get('authToken');
  peek.onChange((key, value) => {
    if (key === 'authToken') lastToken = value ?? lastToken;
  });
  const inOrder = createInOrder(clock);
  let full = false;
  /** Ids of messages. */
  const outbox = new Set<string>();

  /** One after another in the order of asking, as transactions over the same records are. */
  const turn = (writes: boolean): Promise<void> => {
    const lane = `disk of ${name}`;
    // A read changes nothing: it only waits for earlier writes.
    if (orderControl.present && !writes && !orderControl.present.isWaiting(lane)) return Promise.resolve();
    return passing(
      orderControl,
      { kind: 'disk', at: name, what: writes ? 'write' : 'read', lane },
      () => new Promise((resolve) => inOrder(withinMs(), resolve)),
    );
  };
  return {
    setFull: (on) => {
      full = on;
    },
    hasStored: (id) => outbox.has(id),
    token: () => peek.get('authToken'),
    lastToken: () => lastToken,
    stored: () => ({
      records: profile.everything(),
      texts: peek.keys().map((key) => [key, peek.get(key) ?? ''] as const),
    }),
    texts: () => [
      ...profile.everything().map(([where, value]) => [where, JSON.stringify(value)] as const),
      ...peek.keys().map((key) => [key, peek.get(key) ?? ''] as const),
    ],
    tab: (alive) => {
      /** A page that closes during a write has written all or nothing. */
      const execute = async <T>(work: () => Promise<T>, writes: boolean, needsRoom = writes): Promise<T> => {
        await turn(writes);
        if (!alive() && (!writes || chance.happens(0.5))) return never<T>();
        if (needsRoom && full) {
          around.count('storage full');
          throw Object.assign(new Error('no room left'), { name: 'QuotaExceededError' });
        }
        const value = await work();
        return alive() ? value : never<T>();
      };
      const releases = new Set<() => void>();
      return {
        records: recordsOfTab(profile.records, execute, outbox),
        settings: settingsOfTab(profile.settings(), alive, clock, () => 4 * withinMs()),
        lock: lockOfTab(profile.lock, alive, releases),
        release: () => {
          for (const cancel of releases) cancel();
          releases.clear();
        },
      };
    },
  };
}

/** Puts what another World's device had stored into an empty profile. */
function fill(profile: ReturnType<typeof createMemoryProfile>, { texts, records }: StoredProfile): void {
  const settings = profile.settings();
  for (const [key, value] of texts) settings.set(key, value);
  for (const [where, value] of records) {
    const [user = '', store = '', ...key] = where.split(' ');
    void profile.records.write(user, [{ store, key: key.join(' '), value }]);
  }
}

/** Every access waits for its turn. */
const recordsOfTab = (
  records: RecordsPort,
  execute: <T>(work: () => Promise<T>, writes: boolean, needsRoom?: boolean) => Promise<T>,
  outbox: Set<string>,
): RecordsPort => ({
  readAll: (user, store) => execute(() => records.readAll(user, store), false),
  read: (user, store, key) => execute(() => records.read(user, store, key), false),
  write: (user, changes, when) =>
    execute(async () => {
      const isWritten = await records.write(user, changes, when);
      if (isWritten)
        for (const { store, key, value } of changes)
          if (store === 'outbox' && value !== undefined) outbox.add(key);
      return isWritten;
    }, true),
  wipe: (user) => execute(() => records.wipe(user), true, false),
});

/** Other tabs hear of a change later, in the order in which it was written. */
function settingsOfTab(
  texts: SettingsPort,
  alive: () => boolean,
  clock: Surroundings['clock'],
  delayMs: () => number,
): SettingsPort {
  return {
    get: (key) => texts.get(key),
    set: (key, value) => {
      if (alive()) texts.set(key, value);
    },
    keys: () => texts.keys(),
    onChange: (changed) => {
      const inOrder = createInOrder(clock);
      return texts.onChange((key, value) => inOrder(delayMs(), () => alive() && changed(key, value)));
    },
  };
}

/** `releases`: how to give back each lock that the tab holds or waits for. */
function lockOfTab(lock: TabLockPort, alive: () => boolean, releases: Set<() => void>): TabLockPort {
  return {
    hold: (name, holder, options) => {
      const cancel = lock.hold(name, async (loss) => (alive() ? holder(loss) : undefined), options);
      releases.add(cancel);
      return () => {
        releases.delete(cancel);
        cancel();
      };
    },
  };
}
