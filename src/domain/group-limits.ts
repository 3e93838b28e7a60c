import { DAY, HOUR } from './duration.ts';

/** What a group says of itself (GROUP-20, GROUP-21), and what lets people in (GROUP-24, GROUP-25). */
export const groupLimits = {
  aboutMax: 300,
  rulesMax: 2_000,
  /** How slow a group may be: seconds between two messages of a member (GROUP-26). */
  slowMinSec: 10,
  slowMaxSec: HOUR / 1_000,
  /** Of one group, at one time; how many may come by one of them. */
  linksMax: 20,
  linkUsesMax: 10_000,
  requestTextMax: 200,
  /** Requests that wait: of one group, of one person, and for how long. */
  requestsMax: 500,
  requestsOfOneMax: 50,
  requestLifeMs: 30 * DAY,
  /** Lines of what was done to a group: how many are kept, and given at once (GROUP-27). */
  linesMax: 2_000,
  linesAtOnceMax: 300,
} as const;

/** What is offered of that; 0: off. */
export const SLOW_SEC = [0, 10, 30, 60, 300, 900, 3_600] as const;

/** For how long a link may open a group, in seconds; 0: until somebody ends it. */
export const LINK_LIVES_SEC = [HOUR / 1_000, DAY / 1_000, (7 * DAY) / 1_000, (30 * DAY) / 1_000, 0] as const;
