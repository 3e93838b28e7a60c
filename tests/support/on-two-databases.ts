import { afterAll, vi } from 'vitest';
import { groupStream, userId, userStream } from '../../src/domain/ids.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Log } from '../../src/ports/log.ts';
import type { Ids } from '../../src/ports/random.ts';
import type { Store } from '../../src/ports/store.ts';
import { openTwoDatabases } from '../../src/server/storage/engine/open-two.ts';
import type { TwoFaults } from '../../src/server/storage/engine/two-databases.ts';
import { startPostgres } from './postgres.ts';
import type { Postgres } from './postgres.ts';
import { group, happen, member } from './store-rows.ts';
import { testStore, watched } from './test-store.ts';

/** Every group is in the second database: what does not go over both is found at once. */
export const ALL_GROUPS = { groups: 1, numbers: 1_000_000_000_000 } as const;

export interface TwoServers {
  readonly first: Postgres;
  readonly second: Postgres;
  stop(): Promise<void>;
}

/** Two servers: numbers of their transactions have nothing to do with each other. */
export async function startTwo(options: { readonly keeps?: boolean } = {}): Promise<TwoServers> {
  const [first, second] = await Promise.all([startPostgres(options), startPostgres(options)]);
  return { first, second, stop: async () => void (await Promise.all([first.stop(), second.stop()])) };
}

export const ANN = userId(1);
/** Numbers of the second begin here. */
export const IN_SECOND = 1_000_000_000_000;

/** Creates a group, with an event in Ann's own stream. */
export const founded = (store: Store) =>
  store.write(async (tx) => {
    const id = await tx.groups.insert(group());
    await tx.members.put(member(groupStream(id), ANN));
    await happen(tx, groupStream(id));
    await happen(tx, userStream(ANN));
    return id;
  });

interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly faults?: { beforeCommit?(): void | Promise<void> };
  readonly between?: TwoFaults;
}

export async function lentTwo(servers: TwoServers, ports: Ports): Promise<Store> {
  const [one, other] = await Promise.all([servers.first.lend(), servers.second.lend()]);
  const store = await openTwoDatabases({ ...ports, url: one.url, secondUrl: other.url, from: ALL_GROUPS });
  return watched(store, async () => void (await Promise.all([one.back(), other.back()])));
}

/** Opens every store of this test file in two databases from now on. */
export async function onTwoDatabases(): Promise<void> {
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });
  const servers = await startTwo();
  afterAll(() => servers.stop());
  testStore.open = (ports) => lentTwo(servers, ports);
}
