/** Threads (THREAD-1 …). */
export const threadLimits = {
  /** Answers of one page; a person may ask for fewer. */
  pageMax: 100,
  page: 40,
  rate: { times: 240, windowMs: 60_000 },
  /** Threads whose drafts a device keeps: those that were opened last. */
  draftsMax: 50,
} as const;
