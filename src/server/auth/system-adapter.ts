import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import type { Ids, Random } from '../../ports/random.ts';

/** The system's clock, chance and ids, handed in by `main`. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  setTimeout: (run, delayMs) => setTimeout(run, delayMs),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout | undefined),
};

export const systemRandom: Random = { next: () => Math.random() };

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};
