/**
 * A wait that is shorter for one and longer for another, by up to a quarter: those who were cut off together
 * do not come back together (SEND-19). `draw` is in [0, 1).
 */
export const spread = (waitMs: number, draw: number): number => Math.round(waitMs * (0.75 + draw / 2));

/** Spreads a wait that the server requested: never shorter. */
export const spreadTold = (waitMs: number, draw: number): number => Math.max(waitMs, spread(waitMs, draw));
