import type { VirtualClock } from './virtual-clock.ts';

/** Moves the time until the promise is settled; a World never waits for anything else. */
export async function drive<T>(clock: VirtualClock, work: Promise<T>, limitMs = 600_000): Promise<T> {
  let over = false;
  const end = clock.elapsedMs() + limitMs;
  const settlement = work.finally(() => {
    over = true;
  });
  settlement.catch(() => undefined);
  for (;;) {
    await clock.settle();
    if (over) return settlement;
    if (clock.elapsedMs() > end || !(await clock.next()))
      throw new Error('nothing moves any more, and it is not done');
  }
}
