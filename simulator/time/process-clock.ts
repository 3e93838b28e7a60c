import type { Clock } from '../../src/ports/clock.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The clock of one process in the World: it dies with it, may go wrong, and is slow in a hidden tab. */
export interface ProcessClock extends Clock {
  /** Nothing of this process runs any more. */
  kill(): void;
  readonly dead: boolean;
  /** What the process believes changes; its deadlines stay. */
  jump(ms: number): void;
  /** Timers only fire at multiples of this, as browsers do with hidden tabs; 0 = exactly. */
  throttle(ms: number): void;
  readonly throttled: boolean;
  /** Timers that are set. */
  pending(): number;
}

export function createProcessClock(world: VirtualClock): ProcessClock {
  let [dead, offset, coarse] = [false, 0, 0];
  const bornMs = world.elapsedMs();
  const mine = new Set<unknown>();
  return {
    nowMs: () => Math.floor(world.nowMs()) + offset,
    elapsedMs: () => Math.floor(world.elapsedMs() - bornMs),
    setTimeout: (run, delayMs) => {
      if (dead) return null;
      const due = world.elapsedMs() + Math.max(0, delayMs || 0);
      const at = coarse > 0 ? Math.ceil(due / coarse) * coarse : due;
      const handle: unknown = world.setTimeout(() => {
        mine.delete(handle);
        if (!dead) run();
      }, at - world.elapsedMs());
      mine.add(handle);
      return handle;
    },
    clearTimeout: (handle) => {
      if (!mine.delete(handle)) return;
      world.clearTimeout(handle);
    },
    kill: () => {
      dead = true;
      for (const handle of mine) world.clearTimeout(handle);
      mine.clear();
    },
    get dead() {
      return dead;
    },
    jump: (ms) => {
      offset += ms;
    },
    throttle: (ms) => {
      coarse = ms;
    },
    get throttled() {
      return coarse > 0;
    },
    pending: () => mine.size,
  };
}
