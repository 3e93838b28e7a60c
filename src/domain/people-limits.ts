/** Users blocked by one user, and how often that changes (BLOCK-7). */
export const blockLimits = {
  peopleMax: 500,
  /** A user blocked by more members of a group cannot mention all members there (BLOCK-11). */
  leftOutMax: 500,
  rate: { times: 60, windowMs: 60_000 },
} as const;

/** The directory (DIR-1, DIR-2): people of a page, and those that one request looks through for them. */
export const directoryLimits = { page: 20, step: 200, stepsMax: 10 } as const;
