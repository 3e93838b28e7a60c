import { DAY, SECOND } from '../../domain/duration.ts';

/** The feed of releases (START-20). */
export const releaseLimits = {
  lookEveryMs: DAY,
  readMs: 10 * SECOND,
  bytesMax: 65_536,
  listedMax: 500,
} as const;
