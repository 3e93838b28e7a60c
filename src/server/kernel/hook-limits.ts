import { duration } from '../../domain/limits.ts';
import type { Rate } from './rate.ts';

/**
 * Incoming hooks (HOOK-7): bytes of a request, messages that one request may become, characters of each, and
 * requests of a hook and of an address.
 */
export const hookLimits = {
  bytesMax: 1_048_576,
  partsMax: 5,
  partMax: 1_900,
  rate: { times: 60, windowMs: duration.MINUTE } satisfies Rate,
  addressRate: { times: 600, windowMs: duration.MINUTE } satisfies Rate,
} as const;

/**
 * Outgoing hooks (HOOK-12, HOOK-14): hooks that a node serves at once; events and time of one turn, after
 * which others get theirs; how far a hook may be behind; and rows of its log.
 */
export const outgoingLimits = {
  lookMs: duration.SECOND,
  wakeMs: 50,
  atOnce: 50,
  eventsAtOnce: 100,
  turnMs: 10 * duration.SECOND,
  requestMs: 10 * duration.SECOND,
  /** Longer than a turn with a last request. */
  claimMs: duration.MINUTE,
  ageMaxMs: duration.DAY,
  behindMax: 10_000,
  /** Waits after failed attempts; the last one repeats. */
  againMs: [5, 15, 60, 300, 900, 1_800, 3_600].map((sec) => sec * duration.SECOND),
  /** A hook of a disabled owner waits so long. */
  pausedMs: duration.MINUTE,
  answerMax: 2_048,
  answerShown: 200,
  logMax: 100,
  /** An operator reads of a hook that has failed for so long. */
  warnMs: 15 * duration.MINUTE,
  warnMax: 3,
  againRate: { times: 30, windowMs: duration.MINUTE } satisfies Rate,
} as const;

/**
 * Commands of bots (COMMAND-10, COMMAND-11): uses of a user, and of all users of a bot; bytes of an answer
 * that are read; and late answers to one use, for how long.
 */
export const programLimits = {
  rate: { times: 30, windowMs: duration.MINUTE } satisfies Rate,
  botRate: { times: 600, windowMs: duration.MINUTE } satisfies Rate,
  waitMs: 5 * duration.SECOND,
  answerMax: 65_536,
  lateMax: 5,
  lateMs: 30 * duration.MINUTE,
} as const;
