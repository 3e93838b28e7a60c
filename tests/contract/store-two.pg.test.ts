import { afterAll, beforeAll } from 'vitest';
import { silentLog } from '../../src/ports/log.ts';
import { openTwoDatabases } from '../../src/server/storage/engine/open-two.ts';
import { counterIds } from '../support/counter-ids.ts';
import { ALL_GROUPS, startTwo } from '../support/on-two-databases.ts';
import type { TwoServers } from '../support/on-two-databases.ts';
import { storeSuite } from './store-suite.ts';

let servers: TwoServers;
beforeAll(async () => void (servers = await startTwo()), 60_000);
afterAll(() => servers.stop());

storeSuite(
  'store in two PostgreSQL',
  () => {
    let urls: Promise<readonly [string, string]> | null = null;
    return {
      durable: true,
      open: async ({ clock, beforeCommit }) => {
        urls ??= Promise.all([servers.first.place(), servers.second.place()]);
        const [url, secondUrl] = await urls;
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
      remove: () => undefined,
    };
  },
  { grouped: false, split: true },
);
