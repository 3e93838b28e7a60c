import { randomBytes } from 'node:crypto';
import { timedUuid } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids, Random } from '../../ports/random.ts';

/** The system's clock, chance and ids, handed in by `main`. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  setTimeout: (task, delayMs) => setTimeout(task, delayMs),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout | undefined),
};

export const systemRandom: Random = { next: () => Math.random() };

export const systemIds: Ids = {
  uuid: () => timedUuid(Date.now(), randomBytes(10).toString('hex')),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};
