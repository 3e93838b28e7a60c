import { SECOND, MINUTE, DAY } from './duration.ts';

/** Calls: the ring time is seen in existing clients, the rest is ours. */
export const callLimits = {
  /** One description of a call's media. */
  sdpMax: 60_000,
  ringMs: 40 * SECOND,
  ringGraceMs: 5 * SECOND,
  connectMs: 20 * SECOND,
  repairMs: 30 * SECOND,
  /** A repair that has not worked by then is begun anew, with a new connection. */
  repairAgainMs: 5 * SECOND,
  /**
   * A step of signalling of unknown outcome goes out again after these waits, then it is given up (CALL-19).
   */
  signalRetryMs: [500, SECOND, 2 * SECOND, 4 * SECOND],
  /**
   * A hang-up goes out again with the longest of those waits: longer than a restart of the server takes
   * (CALL-31).
   */
  hangupAttemptsMax: 40,
  /**
   * Who took a call says so until the wait for the connection is over: another device may have taken it
   * meanwhile, and only the server knows (CALL-11).
   */
  acceptAttemptsMax: 8,
  /** Steps that wait to be sent; candidates that go together; ended calls that are remembered. */
  signalsMax: 128,
  candidatesMax: 32,
  endedMax: 64,
  /**
   * Posts of candidates that leave at once; the next ones wait, each twice as long, and take others along.
   */
  candidatePostsAtOnce: 3,
  candidateWaitMs: 100,
  candidateWaitMaxMs: 5 * SECOND,
  /** Attempts to mend one connection before a new one takes its place. */
  repairsOfOne: 2,
  /** Devices that take the place of lost ones until the user switches one: a plug may be loose. */
  replacedDevicesMax: 3,
  iceServersMax: 8,
  relayLifeMs: DAY,
  /** A password of a relay that ends sooner is asked for anew before a call. */
  credentialRestMs: MINUTE,
  /** Asking for camera and microphone waits for a person. */
  prepareMs: MINUTE,
  /**
   * On the server: frames kept of a call, for how long after its end, and when one that nobody ends is
   * forgotten (CALL-18).
   */
  framesMax: 128,
  keptAfterEndMs: MINUTE,
  forgottenMs: DAY,
  /**
   * Devices of those who talk are looked for this often; missed so many times in a row they are gone
   * (CALL-23).
   */
  holderLookMs: 15 * SECOND,
  holderMissedMax: 4,
  /** A talk that no server has followed for so long, at two looks, is over (CALL-40). */
  unfollowedMs: MINUTE,
  liveMax: 10_000,
} as const;
