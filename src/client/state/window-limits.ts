/** Of what a client holds of a conversation: a module of its own, which the first page does without. */
export const windowLimits = {
  chunkMax: 64,
  messagesMax: 2_000,
  conversationsMax: 20,
  /** Messages without a sequence number are known by their last ids (STORE-9). */
  recentIdsMax: 256,
  /** Recalled and deleted ids that a late page must not bring back. */
  erasedMax: 256,
  /** What is told of messages while a page is on its way. */
  meanwhileMax: 1_000,
  pageSize: 30,
  /**
   * Read messages that stand before the first unread one, and how many pages are fetched one by one on the
   * way to a message.
   */
  contextRows: 15,
  searchPages: 3,
  /** How often a jump asks anew where its window was cleared or dropped meanwhile. */
  jumpTriesMax: 3,
} as const;
