import { nodeLimits, serverLimits } from './limits.ts';
import type { SharedRates } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';

/** How often one key may do something: `times` in `windowMs`, counted from the first. */
export interface Rate {
  readonly times: number;
  readonly windowMs: number;
}

const widened = new WeakMap<Rate, Rate>();

/** The rate of an address, which many users may share. */
export function wider(rate: Rate): Rate {
  const widerRate = widened.get(rate) ?? { ...rate, times: rate.times * serverLimits.addressFactor };
  widened.set(rate, widerRate);
  return widerRate;
}

/**
 * How long this caller waits before a call of this path, per user and wider per address (LIMIT-1).
 * Another call that does the same work counts under the same path.
 */
export function waitForCall(
  rates: RateCounter,
  path: string,
  rate: Rate,
  { user, address }: { readonly user: number | null; readonly address: string },
): number {
  return user === null
    ? rates.take(`${path} @${address}`, rate)
    : rates.take(`${path} ${user}`, rate) || rates.take(`${path} @${address}`, wider(rate));
}

/** Keys remembered at once; beyond it the oldest windows are forgotten. */
const KEYS_MAX = 50_000;

/**
 * Counts per key in fixed windows, in bounded memory. Decisions are immediate and local; counts of other
 * nodes arrive a moment later, and limits narrow enough to matter apply to all nodes together (LIMIT-5).
 */
export class RateCounter {
  private readonly windows = new Map<string, { untilMs: number; count: number }>();

  constructor(
    private readonly clock: Pick<Clock, 'elapsedMs'>,
    private readonly shared?: SharedRates,
  ) {
    shared?.learned((key, count, leftMs) => this.learn(key, count, leftMs));
  }

  get size(): number {
    return this.windows.size;
  }

  /** Milliseconds to wait, or 0 when `cost` was taken. */
  take(key: string, rate: Rate, cost = 1): number {
    const now = this.clock.elapsedMs();
    const entry = this.windows.get(key);
    if (!entry || entry.untilMs <= now) {
      this.open(key, now + rate.windowMs, cost);
      this.share(key, rate, cost);
      return 0;
    }
    if (entry.count + cost > rate.times) return entry.untilMs - now;
    entry.count += cost;
    this.share(key, rate, cost);
    return 0;
  }

  /** Counts a cost known only afterwards, regardless of the remaining limit. */
  spend(key: string, rate: Rate, cost: number): void {
    const now = this.clock.elapsedMs();
    const entry = this.windows.get(key);
    if (!entry || entry.untilMs <= now) this.open(key, now + rate.windowMs, cost);
    else entry.count += cost;
    this.share(key, rate, cost);
  }

  /** Milliseconds until something is left again; 0 when it is. */
  waitMsOf(key: string, rate: Rate): number {
    const now = this.clock.elapsedMs();
    const entry = this.windows.get(key);
    return !entry || entry.untilMs <= now || entry.count < rate.times ? 0 : entry.untilMs - now;
  }

  /** How much of a window was used; 0 when it is over. */
  usageOf(key: string): number {
    const entry = this.windows.get(key);
    return entry && entry.untilMs > this.clock.elapsedMs() ? entry.count : 0;
  }

  private share(key: string, rate: Rate, cost: number): void {
    if (rate.times <= nodeLimits.sharedRateMax) this.shared?.add(key, cost, rate.windowMs);
  }

  private learn(key: string, count: number, leftMs: number): void {
    const entry = this.windows.get(key);
    if (!entry) return;
    entry.count = Math.max(entry.count, count);
    entry.untilMs = this.clock.elapsedMs() + leftMs;
  }

  private open(key: string, untilMs: number, count: number): void {
    this.windows.delete(key);
    if (this.windows.size >= KEYS_MAX) this.forget();
    this.windows.set(key, { untilMs, count });
  }

  /** A tenth at once, the oldest: so that keys made up by the thousand cost no more than others. */
  private forget(): void {
    for (const key of this.windows.keys()) {
      this.windows.delete(key);
      if (this.windows.size < KEYS_MAX * 0.9) return;
    }
  }
}
