import { DAY, HOUR, MINUTE, SECOND } from './duration.ts';
import { ackLimits, albumLimits, storedFileLimits } from './list-limits.ts';

/**
 * Limits that both sides use. Limits of one side are in `server/kernel/limits.ts`, `client/state/limits.ts`
 * and `app/platform/limits.ts`. Each comment names the rule or the reason.
 */
export { mailCodeLimits, tokenLimits } from './account-limits.ts';
export { callLimits } from './call-limits.ts';
export { duration } from './duration.ts';
export { app, networkLimits, richLimits, textLimits } from './first-limits.ts';

export { albumLimits, displayLimits, outboxLimits, streamLimits } from './list-limits.ts';

/**
 * Search (SEARCH-10): size and duration of a step, and the work of one request before it returns a
 * continuation.
 */
export const searchLimits = {
  /** Matches requested at once in the open chat. */
  hitsPage: 30,
  typingMs: 250,
  visibleMax: 30,
  step: 400,
  blocksAtOnce: 100,
  /**
   * The first step reads this many blocks and each further step four times as many, until there are enough
   * rows.
   */
  blocksFirst: 2,
  rowsOfStep: 64,
  placesOfStep: 100,
  /** Without words: messages that one step reads, and how many of them count as one examined row. */
  kindsOfStep: 256,
  kindsOfLook: 16,
  /** Days are found by numbers of messages, which clocks of several nodes may put this far apart. */
  clocksApartMs: 10 * MINUTE,
  stepMs: 4,
  scanMax: 20_000,
  requestMs: 400,
  /** Automatic continuations by a client. */
  goOnMax: 20,
  /** One search at a time for each user; further requests wait this long. */
  againMs: 300,
  rate: { times: 120, windowMs: MINUTE },
  /**
   * Words wait this long, then are indexed together: conversations per round, and messages per transaction
   * (SEARCH-8).
   */
  indexEveryMs: 15 * SECOND,
  /** A single node waits this long after a round with fewer messages than this. */
  indexQuietMs: 2 * MINUTE,
  indexFew: 300,
  indexStreams: 200,
  indexAtOnce: 200,
  /**
   * With other nodes, each node indexes its own conversations, and all of them every so many rounds
   * (NODE-16).
   */
  indexAllEvery: 8,
  /** Conversations in one transaction if no other node writes. */
  indexTogether: 16,
  /** Characters in one transaction, but at least one message. */
  indexCharacters: 16_384,
  /** Words of neighbouring messages in one row, which fills a page of the embedded engine. */
  blockBytes: 3_950,
  /** Blocks at the end of a conversation that may still grow; those before them make groups (SEARCH-13). */
  blocksGrowing: 4,
  /** Groups made in one round, groups of one step, and the runs of characters looked up in each. */
  groupsOfRound: 64,
  groupsAtOnce: 64,
  gramsAsked: 6,
  /** Steps of importing the older index in one round; rows of it that one step removes. */
  takeOverSteps: 32,
  takeOverEveryMs: SECOND,
  tokensDropped: 2_000,
} as const;

export const peopleLimits = {
  forwardMax: 5,
  inviteBatchMax: 20,
  /** Ours: a mention list longer than this is refused. */
  mentionsMax: 200,
  /**
   * Up to this many members, a mention of all lists every member for base-protocol clients; above it, only
   * the reader.
   */
  fullListMax: 200,
  groupCreateMax: 200,
  /** People of a closed organisation in one list (CONF-6). */
  everyoneMax: 10_000,
} as const;

/** Messages that are pinned in one conversation at a time (PINS-3). */
export const pinLimits = { messagesMax: 100 } as const;

export const imageLimits = { boxWidth: 200, boxHeight: 240 } as const;
export const mediaLimits = { videoMaxSec: 60, voiceMaxSec: 60, voiceMinSec: 1 } as const;
/**
 * `codesMax`: valid codes that one user has shown (GROUP-17), and users whose codes they have scanned
 * (FRIEND-10).
 */
export const qrLimits = { lifeMs: 7 * DAY, codesMax: 100 } as const;

/** Limits of the chat page. */
export const chatLimits = {
  ...albumLimits,
  /** Messages of one sender within this time share one avatar and name. */
  senderGapMs: 5 * MINUTE,
  /** The counter of the message box appears when this few characters are left. */
  counterFromLeft: 148,
  /**
   * How near to its end the list counts as "at the end", and how near to its top or end it fetches more, in
   * px.
   */
  nearEndPx: 64,
  nearTopPx: 600,
  recalledTextsMax: 20,
  /**
   * A recall can be undone for this long before it is sent (RECALL-4); the rest of the window remains for its
   * transfer.
   */
  recallUndoMs: 5 * SECOND,
  recallWayMs: 3 * SECOND,
  /**
   * Messages that arrive together and are each announced to a screen reader; more are only counted (UI-91).
   */
  announceMax: 3,
  mentionOptionsMax: 50,
  emojiOptionsMax: 8,
  membersShown: 20,
  /** Chats whose place is remembered for a reader who goes back (UI-167). */
  leftPlacesMax: 50,
  /** Messages selected at once; each is forwarded or deleted by its own call. */
  selectionMax: 30,
  applicationsPage: 10,
} as const;

/** Moments: ours. */
export const momentLimits = {
  picturesMax: 9,
  textMax: 1_000,
  commentMax: 300,
  commentsMax: 500,
  /** Friends who can be chosen to see a moment. */
  audienceMax: 100,
  /** Missed updates are requested again after this while no answer arrives (MOMENT-7). */
  askAgainMs: 10_000,
  attemptsMax: 20,
} as const;

/** Uploads: the platform's limit for transfers; a cut is tried again a few times. */
export const uploadLimits = {
  ...storedFileLimits,
  timeoutMs: MINUTE,
  retryMs: 3 * SECOND,
  attemptsMax: 3,
  /** How often the server may postpone one upload. */
  postponementsMax: 20,
  runningMax: 3,
  /** Larger pictures are refused, because every viewer decodes them with four bytes a pixel. */
  pixelsMax: 64_000_000,
  /**
   * The same for pictures that the server decodes itself, and how many of them at one time, and waiting
   * (UP-SRV-10).
   */
  decodedPixelsMax: 16_000_000,
  decodedAtOnce: 2,
  decodedWaitingMax: 64,
  nameMax: 120,
  avatarPx: 256,
  groupPx: 240,
  groupTiles: 9,
  emojiMax: 500,
  /** At one time, of one person and on one node. */
  atOncePerUser: 8,
  atOnce: 64,
  rate: { times: 240, windowMs: MINUTE },
  /** Unreferenced files are deleted after this. */
  unusedMs: DAY,
  sweepEveryMs: HOUR,
  /** Files of deleted messages are removed so soon. */
  releasedEveryMs: 5 * SECOND,
  sweepStep: 200,
  /** Requests for drawn pictures, for each address; many users may share one. */
  facesRate: { times: 3_000, windowMs: MINUTE },
  /** Drawn and composed pictures in the memory cache. */
  drawingsMax: 500,
} as const;

/** Pushes to devices without a visible window (PUSH-3). */
export const pushLimits = {
  ...ackLimits,
  /** A message is pushed unless a visible device has acknowledged it by then. */
  unseenMs: 10 * SECOND,
  lookMs: SECOND,
  /** A node that took jobs and does not come back loses them after this. */
  claimMs: 2 * MINUTE,
  jobsAtOnce: 50,
  waitingMax: 1_000,
  sendsAtOnce: 8,
  requestMs: 10 * SECOND,
  /** Waits before further attempts with an unreachable push service. */
  againMs: [30 * SECOND, 2 * MINUTE, 10 * MINUTE],
  /** Time that a push service stores a push for a sleeping device. */
  lifeMs: DAY,
  callLifeMs: 40 * SECOND,
  /** The call of a group rings again after this, so many times. */
  ringAgainMs: 15 * SECOND,
  ringsMax: 3,
  wordsMax: 50,
  keyBytes: 65,
  authBytes: 16,
  /** A base-protocol client counts as visible for this long after a ping. */
  plainVisibleMs: 30 * SECOND,
  recordLifeMs: 7 * DAY,
  /** Shown messages that a block looks at. */
  blockScanMax: 500,
  unusedMs: 60 * DAY,
  lookRounds: 15,
  forgetRounds: 600,
} as const;

/** Limits of read receipts in a group (READBY-1). */
export const readByLimits = {
  /** Larger groups have no read receipts. */
  peopleMax: 200,
  rate: { times: 240, windowMs: 60_000 },
} as const;

/** Limits of typing indicators (TYPING-1 …). */
export const typingLimits = {
  /** Each user's typing is sent once in this time in each conversation, together with its end. */
  everyMs: 3 * SECOND,
  /** A client repeats it after this: later than a server accepts the next one, sooner than it disappears. */
  againMs: 3.5 * SECOND,
  /** A typing indicator disappears this long after the last report. */
  hideAfterMs: 6 * SECOND,
  /** Larger groups have no typing indicators. */
  peopleMax: 50,
  /** Conversations in which a client shows typing users. */
  visibleMax: 200,
  /** Conversations in which one person may be telling. */
  atOnceMax: 20,
} as const;
