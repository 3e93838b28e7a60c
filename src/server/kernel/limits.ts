import { SECOND, MINUTE, HOUR, DAY } from '../../domain/duration.ts';

/** Numbers of the server alone; those that clients go by too are in `domain/limits.ts`. */

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

export const serverLimits = {
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
  /** How often a node looks whether it is quiet, and how long it gives no memory back again (OPS-15). */
  idleLookMs: 5 * SECOND,
  idlePauseMs: MINUTE,
  /** After a round of a job that failed the next one waits no longer than this (CONF-17). */
  jobAgainMs: MINUTE,
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
  /** What happens to moments is told together, so often (MOMENT-6). */
  momentsEveryMs: SECOND,
  /** Of those who lead a group so many are told who asks to come in (GROUP-29). */
  leadsToldMax: 200,
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
  /** How large the database is, and what is free, is asked at most this often (OPS-3). */
  sizesEveryMs: 30 * SECOND,
  /** Signals to end that follow each other so soon are one (START-4). */
  sameSignalMs: SECOND,
  /** Sockets that are let go at the end: so many at once, so often (START-8). */
  leaveAtOnce: 20,
  leaveEveryMs: 50,
  /** The longest that letting go may take. */
  leaveMs: 10 * SECOND,
} as const;

export const muteOptionsSec = [600, 3_600, 10_800, 86_400] as const;

export const MEGABYTE = 1_024 * 1_024;

/** Connections of the port of a node that are no sockets (LIMIT-7). */
export const connectionLimits = {
  /**
   * A kept one ends later than those of the usual proxies, which keep theirs for 60 to 120 s: whoever closes
   * first meets no request.
   */
  keptMs: 125 * SECOND,
  /** For the head of a request; above the time of kept ones, so that no head is taken for a late one. */
  headMs: 130 * SECOND,
  /** For a request as a whole. */
  requestMs: 5 * MINUTE,
  /** A new one that has not sent the head of its first request by then. */
  firstMs: 30 * SECOND,
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
  /** A lock in the first of two databases is waited for so long with locks held in the second (TWO-6). */
  circleMs: SECOND,
  /**
   * Answers of one query that seldom change (COMMIT-8), and how many at once are asked for one by one instead
   * of as a list.
   */
  rememberedMax: 20_000,
  askedSinglyMax: 256,
  /** Values in one `in (…)`: a power of two. */
  listMax: 512,
  /** Rows of one insert. */
  insertMax: 16,
  /** Among so many of the newest messages answers of before were looked for (THREAD-1). */
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
  /** Another process may hold the database this long before a command is refused. */
  busyMs: SECOND,
  /**
   * Connections of one node to a database server, for commands and for reads; a command runs at most this
   * often anew.
   */
  writersMax: 16,
  /**
   * Beside the one that reads for everybody: connections of an embedded database for reads that take long
   * (LIMIT-19).
   */
  longReadersMax: 2,
  /**
   * Rows, or what costs as much as reading one, between two turns of the others; conversations and people of
   * one list. As many as one query takes (`listMax`): it is a power of two, so none is asked for twice.
   */
  rowsOfTurn: 512,
  /** Messages with their words that one command clears. */
  clearedOfTurn: 40,
  /** Members of an ended group whom one command tells (GROUP-32). */
  dismissedOfTurn: 200,
  /** Of these the command that ends it waits for so many; a job tells the others. */
  dismissedAtOnce: 1_000,
  readersMax: 8,
  repeatsMax: 3,
  /** Beyond the time that a database server gives a statement: then its connection is lost. */
  lostAfterMs: 2 * SECOND,
} as const;

/**
 * What one person may send in a day, what all files together may take (0: none), and the free room below
 * which uploads stop first; all are settings (LIMIT-14).
 */
export const quotaLimits = {
  windowMs: DAY,
  messages: 50_000,
  files: 5_000,
  filesMb: 5_000,
  allFilesMb: 0,
  diskFloorMb: 1_000,
  /**
   * Messages are counted in memory and written so often, of so many people at once; so many are kept in mind.
   */
  writeMs: 10 * SECOND,
  writeAtOnce: 200,
  kept: 50_000,
  /** All files are counted anew so often, in steps, since those that went are not told of. */
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
  /** For page and picture together. */
  requestMs: 3 * SECOND,
  redirectsMax: 4,
  pageBytesMax: MEGABYTE,
  pictureBytesMax: 2 * 1_024 * 1_024,
  /** Of a page: elements that are looked at, how deep, and characters that the reader gets at once. */
  elementsMax: 20_000,
  elementDepthMax: 256,
  partCharacters: 16_384,
  /** Where a page may name its encoding, and of what it says of itself. */
  charsetWithinBytes: 1_024,
  saidMax: 2_048,
  titleMax: 140,
  textMax: 300,
  siteMax: 60,
  /** The longer side, as it is kept; smaller than this it only counts who looks. */
  picturePx: 640,
  pictureLeastPx: 24,
} as const;

/** Who is typing (TYPING-4): what a node keeps in mind, and asks of the store at one time. */
export const typingReads = { keptMax: 20_000, atOnce: 200, goodMs: 30 * SECOND } as const;

/** When people were there last (SEEN-1): written soon, of many together, and of all who are here so often. */
export const lastSeenLimits = { writeMs: 300, atOnce: 200, roundMs: 5 * MINUTE } as const;

/** When logins were used last (LOGINS-3): those of a minute are written together, in parts. */
export const loginUseLimits = { writeMs: MINUTE, atOnce: 200, waitingMax: 50_000 } as const;

/** Nodes that share a database (NODE-3). */
export const nodeLimits = {
  beatMs: 2 * SECOND,
  /** A node that was not heard for so long does not count. */
  leaseMs: 15 * SECOND,
  changesEveryMs: 100,
  /** By then each node has heard who is on the others, or asked for it. */
  presenceSettledMs: 5 * SECOND,
  /** So often at most it is read anew whom somebody is kept apart from (BLOCK-6). */
  apartEveryMs: 30 * SECOND,
  /** Of so many people a node remembers that they went lately (PRES-3). */
  goneKeptMax: 1_000,
  nodesMax: 100,
  /** A question to another node: asked again, then given up. */
  askAgainMs: 400,
  answerMs: 2 * SECOND,
  questionsMax: 1_000,
  answersKeptMax: 2_000,
  /** Clocks of nodes that differ by more are told in `/readyz` (OPS-2). */
  skewMaxMs: 5 * SECOND,
  /** One's own word not heard for so long: the bus is away. */
  echoEveryMs: SECOND,
  echoMaxMs: 3_500,
  /** Not heard for so long: its connections are given up, and made anew (NODE-8). */
  busSilentMs: 7 * SECOND,
  /** Only limits narrower than this are worth being counted together. */
  sharedRateMax: 1_000,
  ratesEveryMs: 100,
  ratesWaitingMax: 5_000,
  notesWaitingMax: 10_000,
  /** What was written goes with its notes up to so many characters at once; more is left to the store. */
  letterRowsMax: 256 * 1_024,
  /**
   * Without the store for so long, while others have it, a node lets its people go; else it asks them again
   * (NODE-11).
   */
  cutOffMs: 10 * SECOND,
  cutOffAgainMs: 2 * SECOND,
  /** A node says that it has the store when it had it so lately. */
  storeWorksMs: 3 * SECOND,
} as const;

/** Browsers that are known again: the last people who logged in there, and how long (LIMIT-12). */
export const deviceLimits = { peopleMax: 8, lifeMs: 400 * DAY } as const;

/** Of a second step of a login (SECOND-4). */
export const secondStepLimits = { codes: 10, codeLength: 10 } as const;
/** How long a challenge of a passkey may be answered (PASSKEY-3). */
export const challengeLimits = { lifeMs: 5 * MINUTE } as const;
/** Logins elsewhere (OIDC-3): how long a trip there may take, and what comes back. */
export const openIdLimits = {
  lifeMs: 10 * MINUTE,
  providersMax: 8,
  waitMs: 10 * SECOND,
  /** What a provider says of itself is asked anew after this. */
  knownMs: 10 * MINUTE,
  answerBytesMax: 1_048_576,
  perPersonMax: 20,
  /** Of a session there, as it names it. */
  sessionLengthMax: 255,
  /** Notes of logouts: how old one may be, by how much its clock may differ, and how long one may be. */
  noteLifeMs: 5 * MINUTE,
  clockSec: 60,
  noteBytesMax: 16_384,
  /** Logins here that one session there may have made. */
  sessionMax: 100,
} as const;
/** What is asked of an LDAP server (LDAP-1): how long it may take, and how much it may answer. */
export const ldapLimits = {
  waitMs: 5 * SECOND,
  everyMs: 5 * MINUTE,
  pageSize: 500,
  peopleMax: 200_000,
  groupsMax: 100,
  /** Members taken in or out by one command. */
  stepMax: 100,
} as const;
/** Codes that let people register; those with terms of their own are longer (INVITE-1). */
export const inviteLimits = {
  length: 8,
  lifeMs: 48 * HOUR,
  longLength: 16,
  usesMax: 10_000,
  daysMax: 365,
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
/** Looking through a store (CHECK-1): rows, ordinals in one read; how many faults are told by a line. */
export const checkingLimits = { page: 500, span: 1_000, faultsShown: 200 } as const;
/**
 * Erasing an account (DATA-1): messages in one command, how many are looked through at once; accounts in one
 * round, and how long until the next one.
 */
export const erasingLimits = { step: 50, page: 500, atOnce: 20, lookMs: 10 * SECOND } as const;
/**
 * One's own data as an archive (DATA-7): messages and files read at once, files that its first page lists,
 * how long its address is good, archives on their way from a node and how long each, and how often one may
 * ask.
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
  bodyBytesMax: 64 * 1_024,
  givenMax: 12,
  givenLengthMax: 20_000,
  page: 50,
  entries: 100,
  figuresEveryMs: MINUTE,
  figuresMax: 30_000,
  stepMinutes: 10,
  atOnce: 4,
} as const;
