/** What people showed and what was put under it, as it stands now; times as they were written. */
export interface OracleMoments {
  readonly moments: readonly { readonly id: number; readonly author: number; readonly atMs: number }[];
  readonly likes: readonly { readonly moment: number; readonly by: number; readonly atMs: number }[];
  readonly comments: readonly {
    readonly moment: number;
    readonly by: number;
    readonly to: number | null;
    readonly atMs: number;
  }[];
}

/**
 * When the newest happened that somebody has not done themselves and that is there for them: a moment, and
 * what is put under their own or answers them, all by people whom they know; 0: nothing.
 */
export function newsFor(
  me: number,
  { moments, likes, comments }: OracleMoments,
  knows: (other: number) => boolean,
): number {
  const isMine = (id: number) => moments.some((one) => one.id === id && one.author === me);
  const isThere = (id: number) =>
    moments.some((one) => one.id === id && (one.author === me || knows(one.author)));
  const isOther = (who: number) => who !== me && knows(who);
  const times = [
    ...moments.filter(({ author }) => isOther(author)),
    ...likes.filter(({ moment, by }) => isMine(moment) && isOther(by)),
    ...comments.filter(
      ({ moment, by, to }) =>
        isThere(moment) && isOther(by) && (to === me || (isMine(moment) && (to === null || knows(to)))),
    ),
  ].map(({ atMs }) => atMs);
  return Math.max(0, ...times);
}
