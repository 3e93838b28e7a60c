import { SECOND, MINUTE, DAY } from './duration.ts';

/** Calls: the ring time matches existing clients, the rest is ours. */
export const callLimits = {
  /** One description of a call's media. */
  sdpMax: 60_000,
  ringMs: 40 * SECOND,
  ringGraceMs: 5 * SECOND,
  connectMs: 20 * SECOND,
  repairMs: 30 * SECOND,
  /** After this time an unsuccessful repair is replaced by a new connection. */
  repairAgainMs: 5 * SECOND,
  /** A signalling step of unknown outcome is sent again after these waits, then abandoned (CALL-19). */
  signalRetryMs: [500, SECOND, 2 * SECOND, 4 * SECOND],
  /**
   * A hang-up is sent again at the longest of those waits, for longer than a restart of the server takes
   * (CALL-31).
   */
  hangupAttemptsMax: 40,
  /**
   * The device that accepted a call repeats its acceptance until the wait for the connection is over. Another
   * device may have accepted first, and only the server decides (CALL-11).
   */
  acceptAttemptsMax: 8,
  /** Steps that wait to be sent; candidates in one request; remembered ended calls. */
  signalsMax: 128,
  candidatesMax: 32,
  endedMax: 64,
  /** Candidate requests sent at once; later ones wait, each twice as long, and combine candidates. */
  candidatePostsAtOnce: 3,
  candidateWaitMs: 100,
  candidateWaitMaxMs: 5 * SECOND,
  /** Repair attempts for one connection before a new one replaces it. */
  repairsOfOne: 2,
  /** Automatic replacements of lost devices until the user switches one: a plug may be loose. */
  replacedDevicesMax: 3,
  iceServersMax: 8,
  relayLifeMs: DAY,
  /** Relay credentials with less time left than this are renewed before a call. */
  credentialRestMs: MINUTE,
  /** Preparing waits for the user to permit camera and microphone. */
  prepareMs: MINUTE,
  /**
   * On the server: stored frames of a call, how long after its end they are kept, and when a call without an
   * end is removed (CALL-18).
   */
  framesMax: 128,
  retentionMs: MINUTE,
  lifeMaxMs: DAY,
  /**
   * Interval of checks for the devices in a talk; a device missing this many times in a row counts as lost
   * (CALL-23).
   */
  holderLookMs: 15 * SECOND,
  holderMissedMax: 4,
  /** A talk that no server followed for this long, at two checks, is over (CALL-40). */
  unfollowedMs: MINUTE,
  liveMax: 10_000,
} as const;
