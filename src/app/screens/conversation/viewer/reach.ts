/** Checks whether a list includes the newest and the oldest entry. */
export interface Reach {
  readonly newest: boolean;
  readonly oldest: boolean;
}

export const NO_END: Reach = { newest: false, oldest: false };

/** How far one page reaches, from 1, newest first. */
export const reachOfPage = (page: number, pages: number): Reach => ({
  newest: page === 1,
  oldest: page >= pages,
});

/** Checks whether a message of that time would be in this list, if it still existed. */
export const spans = (list: readonly number[], sentAtMs: number, reach: Reach): boolean =>
  (reach.oldest || list.some((one) => one < sentAtMs)) &&
  (reach.newest || list.some((one) => one > sentAtMs));
