import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { userId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import { Quotas } from '../../src/server/features/quotas/quotas.ts';

it('LIMIT-14: counts are written in one order, so that nodes do not wait for each other', async () => {
  const written: string[] = [];
  const add = (name: string, used: number) => {
    written.push(name);
    return Promise.resolve({ used, endsMs: Infinity });
  };
  const work = <T>(run: (tx: never) => Promise<T>): Promise<T> =>
    run({ usage: { add, of: () => Promise.resolve(null) } } as never);
  const quota = { messages: 9, files: 0, filesMb: 0, allFilesMb: 0, diskFloorMb: 0 };
  const quotas = new Quotas({
    store: { write: work, read: work },
    clock: createVirtualClock(),
    log: silentLog,
    settings: { quota },
  } as never);
  for (const id of [10, 3, 2, 9, 1]) expect(await quotas.takeMessages(userId(id), 1)).toBeNull();
  await quotas.stop();
  expect(written.map((name) => Number(/\d+/.exec(name)?.[0]))).toEqual([1, 2, 3, 9, 10]);
});
