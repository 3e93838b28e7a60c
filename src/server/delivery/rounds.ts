import { serverLimits as limits } from '../kernel/limits.ts';
import type { Clock } from '../../ports/clock.ts';

/** Sockets per round out of `total`, so that all are closed within `leaveMs`. */
export const perRound = (total: number): number =>
  Math.max(limits.leaveAtOnce, Math.ceil((total * limits.leaveEveryMs) / limits.leaveMs));

/**
 * Runs a few at a time, all within `leaveMs`, so that the resulting requests do not all arrive at once.
 * Returns a function that ends it.
 */
export function inRounds<T>(clock: Clock, all: readonly T[], task: (one: T) => void): () => void {
  const count = perRound(all.length);
  let [at, handle] = [0, null as unknown];
  const round = () => {
    for (const one of all.slice(at, at + count)) task(one);
    at += count;
    handle = at < all.length ? clock.setTimeout(round, limits.leaveEveryMs) : null;
  };
  round();
  return () => clock.clearTimeout(handle);
}
