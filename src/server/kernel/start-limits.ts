import { SECOND } from '../../domain/duration.ts';

export const startLimits = {
  /** A start that found the disk full is tried again so often (OPS-19). */
  roomAgainMs: 2 * SECOND,
} as const;
