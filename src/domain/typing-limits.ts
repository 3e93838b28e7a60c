import { SECOND } from './duration.ts';

/** Who is typing (TYPING-1 …). */
export const typingLimits = {
  /** Each person is told of once in this time in each conversation, with one end of it. */
  everyMs: 3 * SECOND,
  /** A client says it again after this: later than a server takes the next, sooner than it is gone. */
  againMs: 3.5 * SECOND,
  /** So long somebody is shown of whom nothing more is heard. */
  goneMs: 6 * SECOND,
  /** In larger groups nobody is told. */
  peopleMax: 50,
  /** Conversations in which a client shows somebody. */
  shownMax: 200,
  /** Conversations in which one person may be telling. */
  atOnceMax: 20,
} as const;
