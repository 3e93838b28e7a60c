/** Posts and comments as they are now, with their original times. */
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
 * Time of the newest event by other users that concerns a user: a post, a comment on their own post, or an
 * answer to theirs, all by known users; 0: none.
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
