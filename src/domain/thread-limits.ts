/** Threads (THREAD-1 …). */
export const threadLimits = {
  /** Answers of one page; a person may ask for fewer. */
  pageMax: 100,
  page: 40,
  rate: { times: 240, windowMs: 60_000 },
  /** Drafts of answers in threads that a device keeps; the one that was touched longest ago goes first. */
  draftsMax: 50,
} as const;
