/** Who has read a message in a group (READBY-1). */
export const readByLimits = {
  /** In larger groups nobody is told. */
  peopleMax: 200,
  rate: { times: 240, windowMs: 60_000 },
} as const;
