import { SECOND } from './duration.ts';

/** Limits of typing indicators (TYPING-1 …). */
export const typingLimits = {
  /** Each user's typing is sent once in this time in each conversation, together with its end. */
  everyMs: 3 * SECOND,
  /** A client repeats it after this: later than a server accepts the next one, sooner than it disappears. */
  againMs: 3.5 * SECOND,
  /** A typing indicator disappears this long after the last report. */
  goneMs: 6 * SECOND,
  /** Larger groups have no typing indicators. */
  peopleMax: 50,
  /** Conversations in which a client shows typing users. */
  shownMax: 200,
  /** Conversations in which one person may be telling. */
  atOnceMax: 20,
} as const;
