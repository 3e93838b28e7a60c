/** Threads (THREAD-1 …). */
export const threadLimits = {
  /** Answers of one page; a person may ask for fewer. */
  pageMax: 100,
  page: 40,
  rate: { times: 240, windowMs: 60_000 },
  /** Threads with stored drafts on a device: the last opened ones. */
  draftsMax: 50,
} as const;
