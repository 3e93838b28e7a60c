/** People whom one has blocked, and how often that changes (BLOCK-7). */
export const blockLimits = {
  peopleMax: 500,
  rate: { times: 60, windowMs: 60_000 },
} as const;
