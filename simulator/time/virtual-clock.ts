import type { Clock } from '../../src/ports/clock.ts';

/**
 * A clock that only moves on request. It goes from deadline to deadline, so a repeating timer fires as often
 * as in real time, and lets all woken work settle before the next one. It has the shape XState requires of a
 * clock, too.
 */
export interface VirtualClock extends Clock {
  /** Runs every timer that is due within `ms`, in order of deadline, then of setting. */
  advance(ms: number): Promise<void>;
  /** Advances to the next deadline and runs the timers due there; false if none is pending. */
  next(): Promise<boolean>;
  /** Lets promises settle without advancing the time. */
  settle(): Promise<void>;
  /** Timers set and neither fired nor cleared. */
  pending(): number;
  /**
   * Moves what people see, as a wrong or corrected system clock does; durations and deadlines stay what they
   * are.
   */
  jump(ms: number): void;
  /**
   * Passes time in which nothing runs, as during a machine's sleep: rates and waits see it, deadlines are
   * postponed by it.
   */
  pass(ms: number): void;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly task: () => void;
  live: boolean;
}

export interface VirtualClockOptions {
  /** Time that `nowMs` starts with, in ms since 1970. */
  readonly startMs?: number;
  /** Resolves when all work possible without time is done. */
  readonly settle?: () => Promise<void>;
  /** Elapsed time that it begins with. */
  readonly fromMs?: number;
  /** Maximum timers at one moment; more of them throw (SIM-27). */
  readonly mostAtOnce?: number;
}

/** One turn of the event loop: every promise that needs no outside help is settled after it. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createVirtualClock({
  startMs = 1_700_000_000_000,
  settle = turn,
  fromMs = 0,
  mostAtOnce = 10_000_000,
}: VirtualClockOptions = {}): VirtualClock {
  let now = fromMs;
  let offset = startMs;
  let slept = 0;
  let order = 0;
  let live = 0;
  let atOnce = 0;
  const heap: Timer[] = [];

  const nextDue = (limit: number): Timer | null => {
    for (let top = heap[0]; top !== undefined; top = heap[0]) {
      if (top.live) return top.at <= limit ? top : null;
      pop(heap);
    }
    return null;
  };
  const fire = async (timer: Timer): Promise<void> => {
    pop(heap);
    timer.live = false;
    live -= 1;
    atOnce = timer.at > now ? 1 : atOnce + 1;
    if (atOnce > mostAtOnce)
      throw new Error(`Time stands still: more than ${mostAtOnce} timers at ${now} ms`);
    now = timer.at;
    timer.task();
    await settle();
  };

  return {
    nowMs: () => offset + now,
    elapsedMs: () => slept + now,
    setTimeout: (task, delayMs) => {
      const timer: Timer = { at: now + Math.max(0, delayMs || 0), order: (order += 1), task, live: true };
      live += 1;
      push(heap, timer);
      return timer;
    },
    clearTimeout: (handle) => {
      const timer = handle as Timer | null | undefined;
      if (!timer?.live) return;
      timer.live = false;
      live -= 1;
    },
    advance: async (ms) => {
      const target = now + ms;
      await settle();
      for (let timer = nextDue(target); timer !== null; timer = nextDue(target)) await fire(timer);
      now = target;
    },
    next: async () => {
      await settle();
      const first = nextDue(Number.POSITIVE_INFINITY);
      if (first === null) return false;
      const { at } = first;
      for (let timer = nextDue(at); timer !== null; timer = nextDue(at)) await fire(timer);
      return true;
    },
    settle,
    pending: () => live,
    jump: (ms) => {
      offset += ms;
    },
    pass: (ms) => {
      offset += ms;
      slept += ms;
    },
  };
}

const before = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

function push(heap: Timer[], timer: Timer): void {
  let at = heap.length;
  heap.push(timer);
  while (at > 0) {
    const up = (at - 1) >> 1;
    const parent = heap[up];
    if (parent === undefined || before(parent, timer)) break;
    heap[at] = parent;
    at = up;
  }
  heap[at] = timer;
}

function pop(heap: Timer[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    let down = 2 * at + 1;
    const left = heap[down];
    const right = heap[down + 1];
    if (left === undefined) break;
    if (right !== undefined && before(right, left)) down += 1;
    const child = heap[down];
    if (child === undefined || before(last, child)) break;
    heap[at] = child;
    at = down;
  }
  heap[at] = last;
}
