import { SECOND } from './duration.ts';

/** Nodes that share a database (NODE-3). */
export const nodeLimits = {
  beatMs: 2 * SECOND,
  /** A node that was not heard for so long does not count. */
  leaseMs: 15 * SECOND,
  changesEveryMs: 100,
  /** By then each node has heard who is on the others, or asked for it. */
  presenceSettledMs: 5 * SECOND,
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
  /**
   * Without the store for so long, while others have it, a node lets its people go; else it asks them again
   * (NODE-11).
   */
  cutOffMs: 10 * SECOND,
  cutOffAgainMs: 2 * SECOND,
  /** A node says that it has the store when it had it so lately. */
  storeWorksMs: 3 * SECOND,
} as const;
