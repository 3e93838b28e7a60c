import type { Clock } from '../../src/ports/clock.ts';

/** A clock on which every look at it costs so much: work that looks at the time takes time. */
export function createCostlyClock(costMs: number): Clock {
  let now = 0;
  const look = (): number => (now += costMs);
  return { nowMs: look, elapsedMs: look, setTimeout: () => null, clearTimeout: () => undefined };
}
