import type { Clock } from '../../src/ports/clock.ts';

/** A clock that advances by this time at each read, so work that reads the time takes time. */
export function createCostlyClock(costMs: number): Clock {
  let now = 0;
  const look = (): number => (now += costMs);
  return { nowMs: look, elapsedMs: look, setTimeout: () => null, clearTimeout: () => undefined };
}
