import type { Clock } from '../../ports/clock.ts';

/** Longest wait that a browser's timer can hold; a longer one would fire at once. */
const LONGEST_MS = 2_147_483_647;

export const browserClock: Clock = {
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  setTimeout: (run, delayMs) => setTimeout(run, Math.min(delayMs, LONGEST_MS)),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout> | undefined),
};
