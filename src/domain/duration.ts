/** In milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const duration = { SECOND, MINUTE, HOUR, DAY } as const;

/**
 * Varies a wait by up to a quarter, so that clients disconnected together do not return together (SEND-19).
 * `draw` is in [0, 1).
 */
export const jitter = (waitMs: number, draw: number): number => Math.round(waitMs * (0.75 + draw / 2));

/** Spreads a wait that the server requested: never shorter. */
export const jitterAbove = (waitMs: number, draw: number): number => Math.max(waitMs, jitter(waitMs, draw));
