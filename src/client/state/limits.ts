import { MINUTE, SECOND } from '../../domain/duration.ts';

/** Limits of the client alone; those shared with the server are in `domain/limits.ts`. */

/** Undone recalls that a tab may still hold: far more than anybody undoes in the seconds that one waits. */
export const recallUndosMax = 50;

/** Edits of a person that wait to be sent, each of another message (EDIT-5). */
export const editsWaitingMax = 100;

/** Maximum mentions read one by one that wait to be sent (COUNT-14). */
export const mentionsWaitingMax = 200;

/** Attempts that a full device could not write beside their messages (SEND-14). */
export const attemptNotesMax = 100;

/** Pins, mutes and marks that were pressed last, each of another chat or kind (SEND-20). */
export const flagsKeptMax = 20;

/** Maximum users whose records are still to be wiped: more than log out while a page closes (SESS-3). */
export const wipesKeptMax = 20;

/** Maximum pins and unpins waiting to be sent (PINS-6). */
export const pinsWaitingMax = 100;

/** Cards that wait to be taken away (PREVIEW-11). */
export const cardsWaitingMax = 100;

/** Maximum requests of a pin list that was outdated on arrival. */
export const pinsAskedMax = 3;
/** The same for the list of scheduled items. */
export const laterAskedMax = 3;
/** The same of what is kept. */
export const preferenceRequestsMax = 3;

export const logLimits = { ringMax: 10_000, checkpointEvery: 500, erasedMax: 1_000 } as const;

/**
 * Disappearing messages while offline (VANISH-6): the longest check interval, and the tolerated clock
 * difference.
 */
export const vanishingLimits = { waitMaxMs: 3_600_000, sameClockMs: 1_500 } as const;

/** Fallback for browsers without locks: a lease record, so that one tab of a user sends (STORE-12). */
export const leaseLimits = { lifeMs: 5 * SECOND, renewMs: 2 * SECOND } as const;

/**
 * The client's counting: maximum changes since the base of a mark; the oldest are merged into it (COUNT-4).
 */
export const countingLimits = { sinceMax: 256 } as const;

/** Streams that were left and are remembered (STREAM-11). */
export const leftStreamsMax = 1_000;

/** Maximum remembered profiles, so that older ones can be ignored (STREAM-17). */
export const profilesKnownMax = 2_000;

/** Rendering longer than this is followed by a rest of a multiple of its duration, up to a limit. */
export const drawingLimits = { longMs: 24, restTimes: 1.5, restMaxMs: 300 } as const;

/** Snapshots are written this long after a change, and at once when the page is left. */
export const persistenceLimits = {
  saveAfterMs: 400,
  /** Writes that fail are tried again after twice the time, up to this. */
  saveAgainMaxMs: MINUTE,
} as const;

/** Pause before code of streams that failed to load is requested again. */
export const codeAgainMs = 5_000;

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
