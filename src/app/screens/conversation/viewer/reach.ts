/** Whether a list reaches to the newest and to the oldest that there is. */
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

/** Whether what was sent then would stand in this list, if it were still there. */
export const spans = (list: readonly number[], sentAtMs: number, reach: Reach): boolean =>
  (reach.oldest || list.some((one) => one < sentAtMs)) &&
  (reach.newest || list.some((one) => one > sentAtMs));
