import { createHistogram } from 'node:perf_hooks';

const EVERY_MS = 50;

/** Delay of the event loop. */
export interface Lateness {
  /** Present delay: the age of an overdue timer, also during a long turn. */
  nowMs(): number;
  /** The 99th percentile of what its timer saw since the last asking. */
  p99Ms(): number;
}

/** One timer for all callers: it is most of an idle node's work (OPS-13). */
export function createLateness(): Lateness {
  let expectedMs = performance.now() + EVERY_MS;
  const lateness = createHistogram();
  const nowMs = (): number => Math.max(0, performance.now() - expectedMs);
  setInterval(() => {
    // It takes whole numbers from 1 on.
    lateness.record(Math.ceil(nowMs() * 1_000) || 1);
    expectedMs = performance.now() + EVERY_MS;
  }, EVERY_MS).unref();
  return {
    nowMs,
    p99Ms() {
      const late = lateness.percentile(99) / 1_000;
      lateness.reset();
      return late;
    },
  };
}
