import { duration } from './limits.ts';

const { HOUR, MINUTE } = duration;

/** A third of its life before the end (TLS-2): milliseconds since 1970. */
export const renewalAtMs = ({
  fromMs,
  untilMs,
}: {
  readonly fromMs: number;
  readonly untilMs: number;
}): number => untilMs - (untilMs - fromMs) / 3;

const FIRST_MS = 2 * MINUTE;
const MOST_MS = 12 * HOUR;

/**
 * Wait after this many failures in a row (TLS-2): four attempts in the first hour, because authorities allow
 * five.
 */
export const retryAfterMs = (failures: number): number => Math.min(MOST_MS, FIRST_MS * 3 ** (failures - 1));
