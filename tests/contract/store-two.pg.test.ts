import { afterAll, beforeAll, vi } from 'vitest';
import { silentLog } from '../../src/ports/log.ts';
import { openTwoDatabases } from '../../src/server/storage/engine/open-two.ts';
import { counterIds } from '../support/counter-ids.ts';
import { ALL_GROUPS, startTwo } from '../support/on-two-databases.ts';
import type { TwoServers } from '../support/on-two-databases.ts';
import { storeSuite } from './store-suite.ts';

type Lent = Awaited<ReturnType<TwoServers['first']['lend']>>;

// Every statement needs three processes, which wait for other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });
let servers: TwoServers;
beforeAll(async () => void (servers = await startTwo()), 60_000);
afterAll(() => servers.stop());

storeSuite(
  'store in two PostgreSQL',
  () => {
    let lent: Promise<readonly Lent[]> | null = null;
    return {
      durable: true,
      open: async ({ clock, beforeCommit }) => {
        lent ??= Promise.all([servers.first.lend(), servers.second.lend()]);
        const [url = '', secondUrl = ''] = (await lent).map((one) => one.url);
        const faults = { beforeCommit };
        return openTwoDatabases({
          url,
          secondUrl,
          clock,
          ids: counterIds(),
          log: silentLog,
          faults,
          from: ALL_GROUPS,
        });
      },
      remove: async () => {
        await Promise.all(((await lent) ?? []).map((one) => one.back()));
      },
    };
  },
  { grouped: false, split: true },
);
