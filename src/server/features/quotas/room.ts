import { quotaLimits as limits } from '../../kernel/limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Store } from '../../../ports/store.ts';

/**
 * Checks whether files of this size fit below `max` in total (0: no limit). New files of any node are added
 * before each answer; removed ones are noticed at the next full recount.
 */
export function createRoom(
  store: Store,
  clock: Pick<Clock, 'elapsedMs'>,
  max: number,
): (promised: number) => Promise<boolean> {
  let [bytes, last, countedAt] = [0, 0, Number.NEGATIVE_INFINITY];
  let counting: Promise<void> = Promise.resolve();
  const count = async (): Promise<void> => {
    const now = clock.elapsedMs();
    if (now - countedAt > limits.recountMs) [bytes, last, countedAt] = [0, 0, now];
    for (;;) {
      const from = last;
      const part = await store.read((tx) => tx.files.bytes(from, limits.recountStep));
      if (!part) return;
      bytes += part.bytes;
      last = part.last;
    }
  };
  return async (promised) => {
    if (max === 0) return true;
    const turn = counting.then(count);
    counting = turn.catch(() => {
      countedAt = Number.NEGATIVE_INFINITY;
    });
    await turn;
    return bytes + promised <= max;
  };
}
