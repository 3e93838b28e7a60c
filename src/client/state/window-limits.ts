/** Limits of a client's conversation windows; a separate module, which the first page does not load. */
export const windowLimits = {
  chunkMax: 64,
  messagesMax: 2_000,
  conversationsMax: 20,
  /** Messages without a sequence number are known by their last ids (STORE-9). */
  recentIdsMax: 256,
  /** Recalled and deleted ids that a late page must not bring back. */
  erasedMax: 256,
  /** Maximum changes of messages recorded during a page request. */
  meanwhileMax: 1_000,
  pageSize: 30,
  /**
   * Read messages shown before the first unread one, and the maximum pages loaded one by one on the way to a
   * message.
   */
  contextRows: 15,
  searchPages: 3,
  /** Maximum repeats of a jump whose window was cleared or dropped in the meantime. */
  jumpTriesMax: 3,
} as const;
