import type { Redis } from 'ioredis';
import { nodeLimits as limits } from '../kernel/limits.ts';
import type { SharedRates } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';

interface Waiting {
  cost: number;
  readonly windowMs: number;
}

/** Counters that calls do not wait for: sums are sent ten times a second and come back (LIMIT-5). */
export function redisRates(
  redis: Redis,
  prefix: string,
  clock: Clock,
): { readonly rates: SharedRates; readonly stop: () => void } {
  const waiting = new Map<string, Waiting>();
  let learned: ((key: string, used: number, leftMs: number) => void) | null = null;
  let timer: unknown = null;
  const send = async (): Promise<void> => {
    timer = null;
    const batch = [...waiting];
    waiting.clear();
    if (redis.status !== 'ready') return;
    const line = redis.pipeline();
    for (const [key, { cost, windowMs }] of batch)
      line
        .set(prefix + key, 0, 'PX', Math.max(1, Math.ceil(windowMs)), 'NX')
        .incrby(prefix + key, cost)
        .pttl(prefix + key);
    const answers = await line.exec().catch(() => null);
    for (const [at, [key]] of batch.entries()) {
      const [used, left] = [answers?.[at * 3 + 1]?.[1], answers?.[at * 3 + 2]?.[1]];
      if (typeof used === 'number' && typeof left === 'number' && left > 0) learned?.(key, used, left);
    }
  };
  return {
    rates: {
      add(key, cost, windowMs) {
        const entry = waiting.get(key);
        if (entry) entry.cost += cost;
        else if (waiting.size < limits.ratesWaitingMax) waiting.set(key, { cost, windowMs });
        timer ??= clock.setTimeout(() => void send(), limits.ratesEveryMs);
      },
      learned: (run) => void (learned = run),
    },
    stop: () => clock.clearTimeout(timer),
  };
}
