/** Limits of read receipts in a group (READBY-1). */
export const readByLimits = {
  /** Larger groups have no read receipts. */
  peopleMax: 200,
  rate: { times: 240, windowMs: 60_000 },
} as const;
