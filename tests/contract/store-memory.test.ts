import { expect, it } from 'vitest';
import { silentLog } from '../../src/ports/log.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { counterIds } from '../support/counter-ids.ts';
import { LentConnections } from '../support/lent-connections.ts';
import { user } from '../support/store-rows.ts';
import { storeSuite } from './store-suite.ts';

const connections = new LentConnections();

storeSuite('store in memory', () => {
  const response: (() => void)[] = [];
  return {
    durable: false,
    open: ({ clock, beforeCommit }) => {
      const { connection, giveBack } = connections.lend();
      response.push(giveBack);
      const faults = { beforeCommit };
      return openStore({ path: ':memory:', connection, clock, ids: counterIds(), log: silentLog, faults });
    },
    remove: () => response.forEach((giveBack) => giveBack()),
  };
});

it('COMMIT-2: in memory a group needs no turn of the event loop, so a virtual world can drive it', async () => {
  const clock = createVirtualClock();
  const store = await openStore({ path: ':memory:', clock, ids: counterIds(), log: silentLog });
  let written = false;
  const done = store.write((tx) => tx.users.insert(user())).then(() => (written = true));
  for (let microtask = 0; microtask < 100; microtask += 1) await Promise.resolve();
  expect(written).toBe(true);
  await done;
  expect(clock.pending()).toBe(0);
  await store.close();
});
