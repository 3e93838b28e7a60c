import { DAY, HOUR } from './duration.ts';

/** Group details (GROUP-20, GROUP-21) and ways to join (GROUP-24, GROUP-25). */
export const groupLimits = {
  /** How slow a group may be: seconds between two messages of a member (GROUP-26). */
  slowMinSec: 10,
  slowMaxSec: HOUR / 1_000,
  /** Active links of one group, and the members that may join by one of them. */
  linksMax: 20,
  linkUsesMax: 10_000,
  requestTextMax: 200,
  /** Waiting requests: of one group, of one user, and for how long. */
  requestsMax: 500,
  requestsOfOneMax: 50,
  requestLifeMs: 30 * DAY,
  /** System lines of a group: the most stored, and the most in one answer (GROUP-27). */
  linesMax: 2_000,
  linesAtOnceMax: 300,
} as const;

/** Offered slow-mode intervals; 0: off. */
export const SLOW_SEC = [0, 10, 30, 60, 300, 900, 3_600] as const;

/** Offered lifetimes of an invite link, in seconds; 0: until a manager ends it. */
export const LINK_LIVES_SEC = [HOUR / 1_000, DAY / 1_000, (7 * DAY) / 1_000, (30 * DAY) / 1_000, 0] as const;
