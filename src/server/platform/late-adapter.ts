import { createHistogram } from 'node:perf_hooks';

const EVERY_MS = 50;

/** By how much the event loop is late. */
export interface Lateness {
  /** At this moment: a look at a timer that should have run by now, also while a long turn goes on. */
  nowMs(): number;
  /** The 99th percentile of what its timer saw since the last asking. */
  p99Ms(): number;
}

/** One timer for all who want to know: it is most of what a node does that nobody uses (OPS-13). */
export function createLateness(): Lateness {
  let due = performance.now() + EVERY_MS;
  const seen = createHistogram();
  const nowMs = (): number => Math.max(0, performance.now() - due);
  setInterval(() => {
    // It takes whole numbers from 1 on.
    seen.record(Math.ceil(nowMs() * 1_000) || 1);
    due = performance.now() + EVERY_MS;
  }, EVERY_MS).unref();
  return {
    nowMs,
    p99Ms() {
      const late = seen.percentile(99) / 1_000;
      seen.reset();
      return late;
    },
  };
}
