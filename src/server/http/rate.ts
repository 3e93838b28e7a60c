import { server } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';

/** How often one key may do something: `times` in `windowMs`, counted from the first. */
export interface Rate {
  readonly times: number;
  readonly windowMs: number;
}

/** For an address, behind which many people may be. */
export const wider = (rate: Rate): Rate => ({ ...rate, times: rate.times * server.addressFactor });

/** Keys remembered at once; beyond it the oldest windows are forgotten. */
const KEYS_MAX = 50_000;

/** Counts per key in fixed windows, on this node, in bounded memory. */
export class RateCounter {
  private readonly windows = new Map<string, { untilMs: number; used: number }>();

  constructor(private readonly clock: Pick<Clock, 'nowMs'>) {}

  get size(): number {
    return this.windows.size;
  }

  /** Milliseconds to wait, or 0 when `cost` was taken. */
  take(key: string, rate: Rate, cost = 1): number {
    const now = this.clock.nowMs();
    const found = this.windows.get(key);
    if (!found || found.untilMs <= now) {
      this.open(key, now + rate.windowMs, cost);
      return 0;
    }
    if (found.used + cost > rate.times) return found.untilMs - now;
    found.used += cost;
    return 0;
  }

  /** Takes back what did not count after all. */
  giveBack(key: string): void {
    const found = this.windows.get(key);
    if (found && found.used > 0) found.used -= 1;
  }

  private open(key: string, untilMs: number, used: number): void {
    this.windows.delete(key);
    if (this.windows.size >= KEYS_MAX) this.forget();
    this.windows.set(key, { untilMs, used });
  }

  /** A tenth at once, the oldest: so that keys made up by the thousand cost no more than others. */
  private forget(): void {
    for (const key of this.windows.keys()) {
      this.windows.delete(key);
      if (this.windows.size < KEYS_MAX * 0.9) return;
    }
  }
}
