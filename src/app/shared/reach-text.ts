import type { ReachRefusal } from '../../domain/reach.ts';

/** Why a user cannot be reached, in place of the composer and of a call (DATA-15). */
export const REACH_TEXT = {
  blocked: 'block.silence',
  erased: 'reach.erased',
  disabled: 'reach.disabled',
} as const satisfies Record<ReachRefusal, string>;
