import { SECOND, MINUTE, HOUR, DAY } from './duration.ts';
import { ackLimits, albumLimits, frameLimits, storedFileLimits } from './list-limits.ts';

/** Every number of the product in one place; the comment names its rule or its reason. */
export { deviceLimits, inviteLimits, mailCodeLimits, tokenLimits } from './account-limits.ts';
export { callLimits } from './call-limits.ts';
export { duration } from './duration.ts';
export { app, networkLimits, takeOverMs, textLimits } from './first-limits.ts';
export {
  countingLimits,
  displayLimits,
  drawingLimits,
  goneChatsMax,
  leftStreamsMax,
  outboxLimits,
  persistenceLimits,
  profilesKnownMax,
  streamLimits,
  windowLimits,
} from './list-limits.ts';
export { nodeLimits } from './node-limits.ts';
export { MEGABYTE, connectionLimits, quotaLimits, searchLimits, storeLimits } from './cost-limits.ts';

export const peopleLimits = {
  forwardMax: 5,
  inviteBatchMax: 20,
  /** Ours: a mention list longer than this is refused. */
  mentionsMax: 200,
  /** Up to so many members a mention of everybody names them all to plain clients, else whoever reads it. */
  namedAtMax: 200,
  groupCreateMax: 200,
  /** People of a closed organisation in one list (CONF-6). */
  everyoneMax: 10_000,
} as const;

/** Undone recalls that a tab may still hold: far more than anybody undoes in the seconds that one waits. */
export const undoneMax = 50;
/** Clients that know only the contract (docs/protocol.md, "Plain clients"). */
export const plainLimits = {
  /** Who comes back within this is sent what was missed, so many frames at most (GATE-9). */
  returnsMs: 10 * MINUTE,
  missedMax: 500,
  /** Logins that are remembered, and sockets of each. */
  returnsMax: 2_000,
  returnsOfLoginMax: 4,
  /** Single frames at once about who is online. */
  presenceMax: 500,
} as const;

export const logLimits = { ringMax: 10_000, checkpointEvery: 500, erasedMax: 1_000 } as const;

export const serverLimits = {
  ...frameLimits,
  bodyBytesMax: 1_024 * 1_024,
  /** Of a call without a login: names, passwords and codes are short (LIMIT-17). */
  strangerBytesMax: 64 * 1_024,
  /** Calls of one person that are under way at one time, bodies that are still coming included. */
  callsAtOnceMax: 100,
  /**
   * Values in one body, those of lists included: above what any call reads (50 messages that mention 200
   * each).
   */
  valuesMax: 15_000,
  /**
   * Bytes of the rows of one page of history, and rows that it holds all the same: one of the contract, and
   * one of a list (LIMIT-15).
   */
  pageBytesMax: 512 * 1_024,
  contractPage: 20,
  listedAtLeast: 30,
  socketBufferBytesMax: 1_024 * 1_024,
  silentSocketMs: 75 * SECOND,
  /** Frames that a socket may send: a burst, then this many a second. */
  framesBurst: 60,
  framesPerSec: 10,
  unboundSocketsPerAddressMax: 200,
  /** Of one person on one node; the oldest goes (LIMIT-8). */
  socketsPerPersonMax: 20,
  /** Above this many events behind, a node leaves the rest to the clients' own catching up. */
  gapFillMax: 1_000,
  pruneEveryMs: 10 * MINUTE,
  pruneStepMax: 500,
  /** Pages of the ledger of sends that one pass looks through; the next goes on where it ended (SYNC-7). */
  ledgerPagesMax: 40,
  pingEveryMs: 20 * SECOND,
  /** Beside other nodes: reads what moved without a wake-up (NODE-2). */
  lookEveryMs: SECOND,
  /** Changed profiles in one answer or look; whoever missed more loads anew (STREAM-17). */
  profilesMax: 200,
  presenceGraceMs: 20 * SECOND,
  presenceEveryMs: SECOND,
  /** The same difference is told so often in a row, then each so many times that it is seen (PRES-3). */
  samePresenceMax: 3,
  samePresenceEvery: 4,
  wrongPasswordsMax: 5,
  wrongPasswordsWindowMs: 5 * MINUTE,
  /** Tries of one account from one place that may wait for their turn. */
  triesWaitingMax: 20,
  storeWaitMs: 5 * SECOND,
  /** Where others wait for longer than this, a new call is refused at once (LIMIT-10). */
  waitMs: SECOND,
  hashesAtOnce: 4,
  hashesWaitingMax: 200,
  /** Against floods, far above what a person does; per user and per address. */
  sendRate: { times: 5_000, windowMs: 10 * SECOND },
  /** Characters of messages with markup of others, which has to be cleaned (LIMIT-9). */
  markupRate: { times: 128 * 1_024, windowMs: 10 * SECOND },
  /** Bytes of answers: what is read costs by its size (LIMIT-9). */
  answerRate: { times: 128 * 1_024 * 1_024, windowMs: MINUTE },
  /** Calls with no narrower rate of their own. */
  callRate: { times: 30_000, windowMs: MINUTE },
  /** An address may do so many times what a person may: many can be behind one. */
  addressFactor: 20,
  /** Wrong passwords for one account from addresses that it was not last used from. */
  strangePasswordRate: { times: 50, windowMs: 10 * MINUTE },
  accountRate: { times: 600, windowMs: 10 * MINUTE },
  codeRate: { times: 30, windowMs: 10 * MINUTE },
  /** One description of a call's media. */
  sdpMax: 60_000,
  signalRate: { times: 600, windowMs: MINUTE },
  searchRate: { times: 120, windowMs: MINUTE },
  /** What changes a group is told to all of its members, mostly by a line in the chat. */
  groupRate: { times: 600, windowMs: MINUTE },
  /** Groups looked at with an invitation by those who are not in them (LIMIT-6). */
  doorRate: { times: 120, windowMs: MINUTE },
  drainMs: 5 * SECOND,
  /** The store is asked whether it works at most this often, and may take so long (OPS-2). */
  readyEveryMs: 2 * SECOND,
  readyWaitMs: 2 * SECOND,
  /** Signals to end that follow each other so soon are one (START-4). */
  sameSignalMs: SECOND,
  /** Sockets that are let go at the end: so many at once, so often (START-8). */
  leaveAtOnce: 20,
  leaveEveryMs: 50,
  /** The longest that letting go may take. */
  leaveMs: 10 * SECOND,
} as const;

export const imageLimits = { boxWidth: 200, boxHeight: 240 } as const;
/** On wide windows a picture is large enough to look at where it stands. */
export const imageWide = { boxWidth: 420, boxHeight: 420, leastPx: 100 } as const;
export const mediaLimits = { videoMaxSec: 60, voiceMaxSec: 60, voiceMinSec: 1 } as const;
export const muteOptionsSec = [600, 3_600, 10_800, 86_400] as const;
/** Silences of conversations with an end (LIST-14): so many, and a timer that no browser cuts short. */
export const quietLimits = { timedMax: 500, waitMaxMs: 7 * DAY } as const;
/** Days of a mute of one's own length (ROLE-6). */
export const groupLimits = { muteDaysMax: 365 } as const;
/** `shownMax`: live codes that one person has shown and may still join by (GROUP-17). */
export const qrLimits = { lifeMs: 7 * DAY, shownMax: 100 } as const;

/** What the chat page shows. */
export const chatLimits = {
  ...albumLimits,
  /** Messages of one sender within this time share one avatar and name. */
  runGapMs: 5 * MINUTE,
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
   * A recall can be undone for so long before it goes out (RECALL-4); that much is left of the window for its
   * way.
   */
  recallUndoMs: 5 * SECOND,
  recallWayMs: 3 * SECOND,
  /** Messages that arrive together and are each said to a screen reader; more are counted (UI-91). */
  saidMax: 3,
  mentionOptionsMax: 50,
  membersShown: 20,
  /** Messages chosen at once; each is forwarded or deleted by a call of its own. */
  chosenMax: 30,
  applicationsPage: 10,
} as const;

/** Moments: ours. */
export const momentLimits = { picturesMax: 9, textMax: 1_000, commentMax: 300, commentsMax: 500 } as const;

/** Uploads: the platform's limit for transfers; a cut is tried again a few times. */
export const uploadLimits = {
  ...storedFileLimits,
  timeoutMs: MINUTE,
  retryMs: 3 * SECOND,
  attemptsMax: 3,
  runningMax: 3,
  /** Larger pictures are refused: whoever looks at one decodes it, with four bytes for each of its points. */
  pixelsMax: 64_000_000,
  /**
   * The same of pictures that the server decodes itself, and how many of them at one time, and wait
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
  /** Files that nothing holds any more are kept this long. */
  unusedMs: DAY,
  sweepEveryMs: HOUR,
  sweepStep: 200,
  /** Drawn pictures asked for, for each address; behind one there may be many people. */
  facesRate: { times: 3_000, windowMs: MINUTE },
  /** Drawn and composed pictures kept in memory. */
  drawnMax: 500,
} as const;

/**
 * What a person chooses at once, what the emoji panel remembers, and what pictures become that are made
 * smaller (quality of 1).
 */
export const attachLimits = {
  photosMax: 30,
  filesMax: 30,
  emojiAtOnce: 9,
  recentEmojiMax: 24,
  placeNameMax: 60,
  cancelSlidePx: 80,
  heardVoicesMax: 400,
  pictureLongestPx: 2_048,
  pictureLargeBytes: 1_000_000,
  pictureQuality: 0.82,
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
  /** Waits before further tries with a push service that is away. */
  againMs: [30 * SECOND, 2 * MINUTE, 10 * MINUTE],
  /** How long a push service keeps a note for a device that sleeps. */
  lifeMs: DAY,
  callLifeMs: 40 * SECOND,
  wordsMax: 50,
  keyBytes: 65,
  authBytes: 16,
  /** A plain client counts as visible for so long after a ping. */
  plainVisibleMs: 30 * SECOND,
  shownMs: 7 * DAY,
  unusedMs: 60 * DAY,
  lookRounds: 15,
  forgetRounds: 600,
} as const;

/** Where the browser has no locks: a lease record, so that one tab of a user sends (STORE-12). */
export const leaseLimits = { lifeMs: 5 * SECOND, renewMs: 2 * SECOND } as const;
