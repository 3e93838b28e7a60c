import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { reviewRun } from '../../simulator/recorder/review.ts';
import { Recorder } from '../../simulator/recorder/recorder.ts';
import { streamId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { WriteTx } from '../../src/ports/store.ts';
import { counterIds } from '../support/counter-ids.ts';
import { post } from '../support/store-rows.ts';
import { testStore } from '../support/test-store.ts';

const A = streamId('1-2');

it('SIM-12, GROUP-13: a clearing in parts removes every part before it notifies any member', async () => {
  const store = await testStore.open({ clock: createVirtualClock(), ids: counterIds(), log: silentLog });
  const recorder = new Recorder(() => 5_000);
  const command = (work: (tx: WriteTx) => Promise<unknown>): Promise<void> =>
    store.write(async (given) => {
      const { tx, ran } = recorder.watch(given);
      ran.state = 'kept';
      await work(tx);
    });
  const listRemovals = (): readonly boolean[] =>
    [...reviewRun(recorder, [], String).oracle.lines.values()].map((one) => one.isDeleted);
  for (let n = 1; n <= 3; n += 1) await command((tx) => post(tx, A));
  expect(listRemovals()).toEqual([false, false, false]);
  await command((tx) => tx.messages.clear(A, 3, 2));
  expect(listRemovals()).toEqual([true, true, false]);
  await command((tx) => tx.messages.clear(A, 3, 2));
  expect(listRemovals()).toEqual([true, true, true]);
  await store.close();
});
