import type { Clock } from '../../src/ports/clock.ts';

/** Runs work with a delay each, but never before work requested earlier. */
export type InOrder = (delayMs: number, task: () => void) => void;

/**
 * Uses `clock`, with `timers` if those belong to a process that may end. Any timer runs the longest-waiting
 * work: the timers may swap, since sums of large times are rounded, and deadlines move during sleep.
 */
export function createInOrder(
  clock: Pick<Clock, 'elapsedMs' | 'setTimeout'>,
  timers: Pick<Clock, 'setTimeout'> = clock,
): InOrder {
  const waiting: (() => void)[] = [];
  let lastAt = 0;
  return (delayMs, task) => {
    const nowMs = clock.elapsedMs();
    lastAt = Math.max(lastAt, nowMs + delayMs);
    waiting.push(task);
    timers.setTimeout(() => waiting.shift()?.(), lastAt - nowMs);
  };
}
