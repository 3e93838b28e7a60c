import { SECOND, MINUTE, HOUR, DAY } from './duration.ts';

/* Limits of the list of chats; this file imports no other limits. */

/** Streams and catching up (docs/events.md). */
export const streamLimits = {
  eventAgeMaxMs: 7 * DAY,
  eventsKeptMax: 5_000,
  missingMax: 500,
  syncAnswerMax: 5_000,
  /** Positions that a client shows with its cursor: those of its newest conversations (STREAM-16). */
  positionsMax: 100,
  holeWaitMs: 200,
  /** Gaps that a sync did not close are requested again after this. */
  holeAskAgainMs: SECOND,
  /** After a change that affects every user, the list is fetched within one to two times this. */
  listRestMs: 5 * SECOND,
  /**
   * Rows of a longer first list that are shown before the others are decoded, the time to draw them, and how many
   * others are decoded at once.
   */
  previewRows: 30,
  previewMs: 20,
  decodedAtOnce: 100,
  holdMax: 20,
  holdMaxMs: 3 * SECOND,
  bindHeldMax: 5_000,
  /**
   * Immediate requests for a contact while the user's marks change before its answer; further ones are
   * delayed.
   */
  resyncTriesMax: 3,
  bindHeldMaxMs: 10 * SECOND,
  sendLedgerMs: 90 * DAY,
  opLifeMs: DAY,
  readMarkEveryMs: SECOND,
  /** Simultaneous requests for pins, mutes, hides and read marks; others wait. */
  changesAtOnce: 6,
} as const;

export const outboxLimits = {
  arrayMax: 50,
  arrayBytesMax: 256 * 1_024,
  ageMaxMs: 60 * DAY,
  itemsMax: 1_000,
  /** Waits between attempts of an unknown outcome; the last one repeats. */
  retryMs: [1, 2, 4, 8, 15, 30].map((s) => s * SECOND),
} as const;

/** Removed chats whose message on the screen is not closed yet (UI-97). */
export const removedChatsMax = 20;

/** Relative times (TIME-1). */
export const displayLimits = { minuteMs: MINUTE, hourMs: HOUR, daysMax: 30, weekDays: 7 } as const;

/** Limits of frames and of values that both sides read the same way. */
export const frameLimits = {
  frameBytesMax: 64 * 1_024,
  depthMax: 16,
  pageLimitMax: 100,
  /** Streams that one `sync` may name in `positions`. */
  positionsMax: 1_000,
} as const;

/** Files stored on the device during their upload: their number, and the size of each. */
export const storedFileLimits = { storedMax: 50, storedBytesMax: 100 * 1_024 * 1_024 } as const;

export const albumLimits = {
  /** Pictures of one sender within this time form an album, up to this many. */
  albumGapMs: MINUTE,
  albumMax: 9,
  /** The most pictures that the list counts. */
  albumCountMax: 30,
} as const;

/** The shortest interval at which our client acknowledges shown messages, and the streams in one message. */
export const ackLimits = { ackEveryMs: SECOND, ackStreamsMax: 64 } as const;
