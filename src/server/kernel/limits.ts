import { SECOND, MINUTE, HOUR, DAY } from '../../domain/duration.ts';

/** Limits of the server alone; those shared with clients are in `domain/limits.ts`. */

/** Clients that know only the contract (docs/protocol.md, "Plain clients"). */
export const plainLimits = {
  /** A client that returns within this is sent missed frames, up to this number (GATE-9). */
  returnsMs: 10 * MINUTE,
  replayMax: 500,
  /** Logins that are remembered, and sockets of each. */
  returnsMax: 2_000,
  returnsOfLoginMax: 4,
  /** Maximum single presence frames at once. */
  presenceMax: 500,
} as const;

export const serverLimits = {
  bodyBytesMax: 1_024 * 1_024,
  /** Maximum body of a call without a login: names, passwords and codes are short (LIMIT-17). */
  strangerBytesMax: 64 * 1_024,
  /** Calls of one person that are under way at one time, bodies that are still coming included. */
  callsAtOnceMax: 100,
  /**
   * Values in one body, those of lists included: above what any call reads (50 messages that mention 200
   * each).
   */
  valuesMax: 15_000,
  /**
   * Bytes of the rows of one history page, and the minimum rows regardless of size: for the contract, and for
   * a list (LIMIT-15).
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
  /** Maximum sockets of one user on one node; the oldest is closed (LIMIT-8). */
  socketsPerPersonMax: 20,
  /** Above this many events behind, a node leaves the rest to the clients' own catching up. */
  gapFillMax: 1_000,
  pruneEveryMs: 10 * MINUTE,
  /** How often a node looks whether it is quiet, and how long it gives no memory back again (OPS-15). */
  idleLookMs: 5 * SECOND,
  idlePauseMs: MINUTE,
  /** After a round of a job that failed the next one waits no longer than this (CONF-17). */
  jobAgainMs: MINUTE,
  pruneStepMax: 500,
  /** Pages of the ledger of sends scanned per pass; the next continues there (SYNC-7). */
  ledgerPagesMax: 40,
  pingEveryMs: 20 * SECOND,
  /** With other nodes: reads streams that moved without a wake-up (NODE-2). */
  lookEveryMs: SECOND,
  /** Maximum changed profiles in one answer or look; a client that missed more loads again (STREAM-17). */
  profilesMax: 200,
  presenceGraceMs: 20 * SECOND,
  presenceEveryMs: SECOND,
  /** Interval at which events of moments are sent together (MOMENT-6). */
  momentsEveryMs: SECOND,
  /** Maximum managers of a group notified of join requests (GROUP-29). */
  managersNotifiedMax: 200,
  /** Consecutive corrections of the same difference, then one per this many occurrences (PRES-3). */
  samePresenceMax: 3,
  samePresenceEvery: 4,
  wrongPasswordsMax: 5,
  wrongPasswordsWindowMs: 5 * MINUTE,
  /** Tries of one account from one place that may wait for their turn. */
  triesWaitingMax: 20,
  storeWaitMs: 5 * SECOND,
  /** Wait above which a new call is refused at once (LIMIT-10). */
  waitMs: SECOND,
  hashesAtOnce: 4,
  hashesWaitingMax: 200,
  /** Against floods, far above what a person does; per user and per address. */
  sendRate: { times: 5_000, windowMs: 10 * SECOND },
  /** Characters of messages with markup of others, which has to be cleaned (LIMIT-9). */
  markupRate: { times: 128 * 1_024, windowMs: 10 * SECOND },
  /** Bytes of answers: what is read costs by its size (LIMIT-9). */
  answerRate: { times: 128 * 1_024 * 1_024, windowMs: MINUTE },
  /** A character whose marks or addresses are read for an answer counts as so many of its bytes. */
  bytesOfCharacter: 32,
  /** Milliseconds that the searches of a user take (SEARCH-10). */
  searchWorkRate: { times: 20 * SECOND, windowMs: MINUTE },
  /** Rate of calls without a narrower one. */
  callRate: { times: 30_000, windowMs: MINUTE },
  /** An address may do so many times what a person may: many can be behind one. */
  addressFactor: 20,
  /** Wrong passwords for one account from addresses that it was not last used from. */
  strangePasswordRate: { times: 50, windowMs: 10 * MINUTE },
  accountRate: { times: 600, windowMs: 10 * MINUTE },
  codeRate: { times: 30, windowMs: 10 * MINUTE },
  signalRate: { times: 600, windowMs: MINUTE },
  /** Signals of a group call: each device is connected with up to seven others. */
  groupSignalRate: { times: 2_000, windowMs: MINUTE },
  searchRate: { times: 120, windowMs: MINUTE },
  /** Changes of a group are sent to all members, mostly as a line in the chat. */
  groupRate: { times: 600, windowMs: MINUTE },
  /** Views of a group by non-members with an invitation (LIMIT-6). */
  previewRate: { times: 120, windowMs: MINUTE },
  drainMs: 5 * SECOND,
  /** The store is asked whether it works at most this often, and may take so long (OPS-2). */
  readyEveryMs: 2 * SECOND,
  readyWaitMs: 2 * SECOND,
  /** How large the database is, and what is free, is asked at most this often (OPS-3). */
  sizesEveryMs: 30 * SECOND,
  /** Signals to end that follow each other so soon are one (START-4). */
  sameSignalMs: SECOND,
  /** Sockets closed at a stop: per round, and its interval (START-8). */
  leaveAtOnce: 20,
  leaveEveryMs: 50,
  /** The longest that letting go may take. */
  leaveMs: 10 * SECOND,
} as const;

export const muteOptionsSec = [600, 3_600, 10_800, 86_400] as const;

export const MEGABYTE = 1_024 * 1_024;

/** Connections of a node's port that are not sockets (LIMIT-7). */
export const connectionLimits = {
  /**
   * Idle time above that of common proxies, which keep theirs for 60 to 120 s: the side that closes first
   * never meets a request.
   */
  idleMs: 125 * SECOND,
  /** Time for the head of a request; above the idle time, so that a head is never considered late. */
  headMs: 130 * SECOND,
  /** Time for a complete request. */
  requestMs: 5 * MINUTE,
  /** Time for a new connection to send the head of its first request. */
  firstMs: 30 * SECOND,
  /** Time for the last connections of a closing port to end. */
  closeMs: 3 * SECOND,
  perAddressMax: 1_000,
  max: 10_000,
} as const;

/** The server's store; how long a command may wait for it is `server.storeWaitMs`. */
export const storeLimits = {
  /** Commands of one commit: enough to pay for one flush of the disk, few enough to answer soon. */
  groupMax: 64,
  /** Groups of one turn, one after another while others wait, may take this long (LIMIT-10). */
  turnMsMax: 250,
  /** One part in so many of the time that the first of them has waited. */
  turnShare: 16,
  /** Commands, and reads, that may wait at one time. */
  queueMax: 5_000,
  statementsMax: 500,
  /** Cached answers of one query (COMMIT-8), and the maximum read one by one instead of as a list. */
  rememberedMax: 20_000,
  singleReadsMax: 256,
  /** Values in one `in (…)`: a power of two. */
  listMax: 512,
  /** Rows of one insert. */
  insertMax: 16,
  /** Number of newest messages searched for earlier answers (THREAD-1). */
  threadsFilledMax: 500_000,
  /** Hexadecimal digits of the digest of a request that the embedded engine keeps: 96 bits. */
  hashKept: 24,
  /** Lines of the journal whose rows are written together, some five of them for each message (COMMIT-10). */
  journalMax: 3_072,
  /**
   * The log is copied into the file after this many pages of 4 KiB: fewer means more work for each message.
   */
  checkpointPages: 4_000,
  cacheKilobytes: 32_768,
  /** Time another process may hold the database before a command is refused. */
  busyMs: SECOND,
  /**
   * Connections of one node to a database server, for commands and for reads; and the maximum repeats of a
   * command.
   */
  writersMax: 16,
  /** Connections of an embedded database for long reads, beside the shared one (LIMIT-19). */
  longReadersMax: 2,
  /**
   * Rows, or equal work, between two turns of others; also the conversations and users of one list. Equal to
   * the size of one query (`listMax`), a power of two, so that no query has a partial size.
   */
  rowsOfTurn: 512,
  /** Characters whose marks or addresses are read between two turns; each takes 2 µs at most. */
  charactersOfTurn: 2_048,
  /** Messages with their words that one command clears. */
  clearedOfTurn: 40,
  /** Members of an ended group that one command notifies (GROUP-32). */
  dismissedOfTurn: 200,
  /** Members notified before the ending command returns; a job notifies the others. */
  dismissedAtOnce: 1_000,
  readersMax: 8,
  repeatsMax: 3,
  /** Beyond the time that a database server gives a statement: then its connection is lost. */
  answerMarginMs: 2 * SECOND,
} as const;

/**
 * Daily limits of a user, the total of all files (0: unlimited), and the free space below which uploads stop
 * first; all are settings (LIMIT-14).
 */
export const quotaLimits = {
  windowMs: DAY,
  messages: 50_000,
  files: 5_000,
  filesMb: 5_000,
  allFilesMb: 0,
  diskFloorMb: 1_000,
  /** Message counts in memory: the interval of writes, users per write, and users remembered. */
  writeMs: 10 * SECOND,
  writeAtOnce: 200,
  usersMax: 50_000,
  /** Interval of the full recount of files, in steps, since removals are not counted. */
  recountMs: 10 * MINUTE,
  recountStep: 2_000,
} as const;

/** Cards of web addresses (PREVIEW-2, PREVIEW-4): made at one time and waiting, for all and for one user. */
export const previewLimits = {
  atOnce: 8,
  ofPersonAtOnce: 2,
  waitingMax: 200,
  waitingOfPersonMax: 10,
  ofPersonRate: { times: 60, windowMs: 10 * MINUTE },
  ofAllRate: { times: 600, windowMs: MINUTE },
  /** Applies to page and picture together. */
  requestMs: 3 * SECOND,
  redirectsMax: 4,
  pageBytesMax: MEGABYTE,
  pictureBytesMax: 2 * 1_024 * 1_024,
  /** Limits for a page: elements read, their depth, and characters passed to the parser at once. */
  elementsMax: 20_000,
  elementDepthMax: 256,
  partCharacters: 16_384,
  /** Bytes in which a page may name its encoding, and its maximum metadata. */
  charsetWithinBytes: 1_024,
  metadataMax: 2_048,
  titleMax: 140,
  textMax: 300,
  siteMax: 60,
  /** The longer side of a stored picture; pictures below the minimum are tracking pixels. */
  picturePx: 640,
  pictureLeastPx: 24,
} as const;

/** Typing (TYPING-4): rights a node caches, and reads at one time. */
export const typingReads = { cacheMax: 20_000, atOnce: 200, goodMs: 30 * SECOND } as const;

/** Last-seen times (SEEN-1): delay of a write, its batch size, and the interval for all present users. */
export const lastSeenLimits = { writeMs: 300, atOnce: 200, roundMs: 5 * MINUTE } as const;

/** Uses of logins (LOGINS-3): those of a minute are written together, in batches. */
export const loginUseLimits = { writeMs: MINUTE, atOnce: 200, waitingMax: 50_000 } as const;

/** Nodes that share a database (NODE-3). */
export const nodeLimits = {
  beatMs: 2 * SECOND,
  /** Silence after which a node does not count. */
  leaseMs: 15 * SECOND,
  changesEveryMs: 100,
  /** Time after which each node knows the users on the others, or has asked. */
  presenceSettledMs: 5 * SECOND,
  /** Minimum interval between reads of a user's blocks (BLOCK-6). */
  apartEveryMs: 30 * SECOND,
  /** Users remembered as recently offline (PRES-3). */
  recentlyOfflineMax: 1_000,
  nodesMax: 100,
  /** A question to another node: asked again, then given up. */
  askAgainMs: 400,
  answerMs: 2 * SECOND,
  questionsMax: 1_000,
  answersKeptMax: 2_000,
  /** Clock difference between nodes above which `/readyz` warns (OPS-2). */
  skewMaxMs: 5 * SECOND,
  /** Time without its own echo after which the bus counts as down. */
  echoEveryMs: SECOND,
  echoMaxMs: 3_500,
  /** Silence after which its connections are replaced (NODE-8). */
  busSilentMs: 7 * SECOND,
  /** Only limits narrower than this are worth being counted together. */
  sharedRateMax: 1_000,
  ratesEveryMs: 100,
  ratesWaitingMax: 5_000,
  notesWaitingMax: 10_000,
  /** Maximum characters of rows sent with notes at once; the rest is read from the store. */
  letterRowsMax: 256 * 1_024,
  /**
   * Time without the store, while others have it, after which a node disconnects its users; otherwise it asks
   * the others again (NODE-11).
   */
  isolationMs: 10 * SECOND,
  isolationRetryMs: 2 * SECOND,
  /** A node reports that it has the store if it had it this recently. */
  storeWorksMs: 3 * SECOND,
} as const;

/** Known browsers: the last users who logged in there, and the duration (LIMIT-12). */
export const deviceLimits = { peopleMax: 8, lifeMs: 400 * DAY } as const;

/** Recovery codes of the second login step (SECOND-4). */
export const secondStepLimits = { codes: 10, codeLength: 10 } as const;
/** How long a challenge of a passkey may be answered (PASSKEY-3). */
export const challengeLimits = { lifeMs: 5 * MINUTE } as const;
/** Provider logins (OIDC-3): maximum duration, and size of the parameters. */
export const openIdLimits = {
  lifeMs: 10 * MINUTE,
  providersMax: 8,
  waitMs: 10 * SECOND,
  /** Providers are asked at the start and so often, for `/readyz`. */
  lookEveryMs: 5 * MINUTE,
  /** Time after which a provider's metadata is requested again. */
  metadataLifeMs: 10 * MINUTE,
  answerBytesMax: 1_048_576,
  perPersonMax: 20,
  /** Maximum length of a provider's session id. */
  sessionLengthMax: 255,
  /** Notes of logouts: how old one may be, by how much its clock may differ, and how long one may be. */
  noteLifeMs: 5 * MINUTE,
  clockSec: 60,
  noteBytesMax: 16_384,
  /** Logins here that one session there may have made. */
  sessionMax: 100,
} as const;
/** Limits for an LDAP server (LDAP-1): its response time, and the size of its answers. */
export const ldapLimits = {
  waitMs: 5 * SECOND,
  everyMs: 5 * MINUTE,
  pageSize: 500,
  peopleMax: 200_000,
  groupsMax: 100,
  /** Members taken in or out by one command. */
  stepMax: 100,
} as const;
/** Registration codes; those with special terms are longer (INVITE-1). */
export const inviteLimits = {
  length: 8,
  lifeMs: 48 * HOUR,
  firstLength: 12,
  longLength: 16,
  passwordLength: 20,
  usesMax: 10_000,
  daysMax: 365,
  /** Lists of people: their lines and time; then mails that may fail in a row (INVITE-3). */
  listMax: 500,
  peopleMax: 5_000,
  listLifeMs: 14 * DAY,
  mailFaultsMax: 3,
  /** Time for which an invitation with a name is listed after its end (INVITE-5). */
  peopleRetentionMs: 90 * DAY,
} as const;
/** Entries of the audit: how long a text in one may be; how many refused logins it names (AUDIT-3). */
export const auditLimits = {
  factMax: 500,
  refusedRate: { times: 20, windowMs: MINUTE },
  refusedOfAllRate: { times: 200, windowMs: MINUTE },
  page: 500,
  pruneEveryMs: DAY,
  daysMin: 30,
  daysMax: 36_500,
} as const;
/** Limits of a store check (CHECK-1): rows, ordinals in one read; faults printed one per line. */
export const checkingLimits = { page: 500, span: 1_000, faultsShown: 200 } as const;
/**
 * Erasing an account (DATA-1): messages in one command, how many are looked through at once; accounts in one
 * round, and how long until the next one.
 */
export const erasingLimits = { step: 50, page: 500, atOnce: 20, lookMs: 10 * SECOND } as const;
/**
 * Archive of a user's data (DATA-7): messages and files read at once, files its first page lists, lifetime of
 * its address, archives a node sends at once, their maximum duration, and the rate of requests.
 */
export const exportLimits = {
  step: 200,
  filesListed: 10_000,
  addressMs: 2 * MINUTE,
  atOnce: 4,
  longestMs: 6 * HOUR,
  rate: { times: 5, windowMs: DAY },
} as const;
/**
 * The console of administrators (CONSOLE-1): how often one may ask, how much a command may be given, rows of
 * a page, entries of the audit and figures that are shown, and how long commands may run beside each other.
 */
export const consoleLimits = {
  rate: { times: 240, windowMs: MINUTE },
  bodyBytesMax: 128 * 1_024,
  /** The body with a logo: the picture as base64. */
  logoTextMax: 352 * 1_024,
  argumentsMax: 40,
  argumentLengthMax: 20_000,
  listLengthMax: 60_000,
  page: 50,
  entries: 100,
  figuresEveryMs: MINUTE,
  figuresMax: 30_000,
  stepMinutes: 10,
  atOnce: 4,
} as const;
