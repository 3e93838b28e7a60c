import { DAY, MINUTE, SECOND } from './duration.ts';

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
   * one list.
   */
  rowsOfTurn: 200,
  /** Messages with their words that one command clears. */
  clearedOfTurn: 40,
  readersMax: 8,
  repeatsMax: 3,
  /** Beyond the time that a database server gives a statement: then its connection is lost. */
  lostAfterMs: 2 * SECOND,
} as const;

/**
 * Search (SEARCH-10): what a step looks at, and how long; what one request does before it says where to go
 * on.
 */
export const searchLimits = {
  /** Hits asked for at once while the open chat is searched. */
  hitsPage: 30,
  typingMs: 250,
  shownMax: 30,
  step: 400,
  blocksAtOnce: 100,
  /** So many blocks first, and each time four times as many, until there are rows enough. */
  blocksFirst: 2,
  rowsOfStep: 64,
  placesOfStep: 100,
  stepMs: 4,
  lookedMax: 20_000,
  requestMs: 400,
  /** A client goes on so often by itself. */
  goOnMax: 20,
  /** One search at a time for each person; who is too many comes again. */
  againMs: 300,
  rate: { times: 120, windowMs: MINUTE },
  /**
   * Words wait so long, then go into the index together: of so many conversations in one look, of so many
   * messages in one transaction (SEARCH-8).
   */
  indexEveryMs: 15 * SECOND,
  indexStreams: 200,
  indexAtOnce: 200,
  /** Of so many conversations, where nobody else writes meanwhile. */
  indexTogether: 16,
  /** And of so many characters, but at least one message. */
  indexCharacters: 16_384,
  /** Words of neighbouring messages in one row, which fills a page of the embedded engine. */
  blockBytes: 3_950,
  /** Steps of taking over what was indexed before, so often; rows of before that go in one of them. */
  takeOverSteps: 32,
  takeOverEveryMs: SECOND,
  tokensDropped: 2_000,
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
