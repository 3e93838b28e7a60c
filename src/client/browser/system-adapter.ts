import { timedUuid } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids, Random } from '../../ports/random.ts';

/** Longest wait that a browser's timer can hold; a longer one would fire at once. */
const LONGEST_MS = 2_147_483_647;

export const browserClock: Clock = {
  nowMs: () => Date.now(),
  // Whole: an age goes into requests, whose numbers have no fraction.
  elapsedMs: () => Math.floor(performance.now()),
  setTimeout: (task, delayMs) => setTimeout(task, Math.min(delayMs, LONGEST_MS)),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout> | undefined),
};

/** Only `getRandomValues`: `randomUUID` and `subtle` are missing on plain http in a local network. */
const bytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

const hexOf = (from: Uint8Array): string =>
  Array.from(from, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const browserRandom: Random = {
  next: () => {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    return ((high >>> 5) * 67_108_864 + (low >>> 6)) / 9_007_199_254_740_992;
  },
};

export const browserIds: Ids = {
  uuid: () => timedUuid(Date.now(), hexOf(bytes(10))),
  hex: (count) => hexOf(bytes(count)),
};
