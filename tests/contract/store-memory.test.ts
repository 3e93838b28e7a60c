import { expect, it } from 'vitest';
import { silentLog } from '../../src/ports/log.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { counterIds } from '../support/counter-ids.ts';
import { user } from '../support/store-rows.ts';
import { storeSuite } from './store-suite.ts';

storeSuite('store in memory', () => ({
  durable: false,
  open: ({ clock, beforeCommit }) =>
    openStore({ path: ':memory:', clock, ids: counterIds(), log: silentLog, faults: { beforeCommit } }),
  remove: () => undefined,
}));

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
