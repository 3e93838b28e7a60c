import type { Clock } from '../../src/ports/clock.ts';

/** Runs things later, each after its own delay, and never before what was asked for earlier. */
export type InOrder = (delayMs: number, run: () => void) => void;

/**
 * By `clock`, on `timers` where those are of a process that may end. Whichever timer fires runs what has
 * waited longest: the timers themselves may change places, as sums of large times are rounded, and deadlines
 * move while all sleeps.
 */
export function createInOrder(
  clock: Pick<Clock, 'elapsedMs' | 'setTimeout'>,
  timers: Pick<Clock, 'setTimeout'> = clock,
): InOrder {
  const waiting: (() => void)[] = [];
  let lastAt = 0;
  return (delayMs, run) => {
    const nowMs = clock.elapsedMs();
    lastAt = Math.max(lastAt, nowMs + delayMs);
    waiting.push(run);
    timers.setTimeout(() => waiting.shift()?.(), lastAt - nowMs);
  };
}
