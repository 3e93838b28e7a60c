import type { Clock } from '../../src/ports/clock.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The clock of one process in the World: it dies with it, may go wrong, and is slow in a hidden tab. */
export interface ProcessClock extends Clock {
  /** Stops all timers of this process. */
  kill(): void;
  readonly dead: boolean;
  /** Changes the time the process sees; its deadlines stay. */
  jump(ms: number): void;
  /**
   * Timers only fire at multiples of this, as browsers do with hidden tabs; 0 = exactly, and delayed ones run
   * at once, as in a tab that is shown again.
   */
  throttle(ms: number): void;
  readonly throttled: boolean;
  /** Timers that are set. */
  pending(): number;
}

export function createProcessClock(world: VirtualClock): ProcessClock {
  let [dead, offset, coarse] = [false, 0, 0];
  const bornMs = world.elapsedMs();
  const mine = new Set<Timer>();
  const arm = (timer: Timer): void => {
    const at = coarse > 0 ? Math.ceil(timer.dueMs / coarse) * coarse : timer.dueMs;
    timer.isPutOff = at > timer.dueMs;
    timer.handle = world.setTimeout(() => {
      mine.delete(timer);
      if (!dead) timer.task();
    }, at - world.elapsedMs());
  };
  return {
    nowMs: () => Math.floor(world.nowMs()) + offset,
    elapsedMs: () => Math.floor(world.elapsedMs() - bornMs),
    setTimeout: (task, delayMs) => {
      if (dead) return null;
      const dueMs = world.elapsedMs() + Math.max(0, delayMs || 0);
      const timer: Timer = { dueMs, task, isPutOff: false, handle: null };
      mine.add(timer);
      arm(timer);
      return timer;
    },
    clearTimeout: (handle) => {
      const timer = handle as Timer;
      if (!mine.delete(timer)) return;
      world.clearTimeout(timer.handle);
    },
    kill: () => {
      dead = true;
      for (const { handle } of mine) world.clearTimeout(handle);
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
      if (ms > 0) return;
      for (const timer of mine) {
        if (!timer.isPutOff) continue;
        world.clearTimeout(timer.handle);
        arm(timer);
      }
    },
    get throttled() {
      return coarse > 0;
    },
    pending: () => mine.size,
  };
}

interface Timer {
  readonly dueMs: number;
  readonly task: () => void;
  /** Later than it was wanted. */
  isPutOff: boolean;
  handle: unknown;
}
