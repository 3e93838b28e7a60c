/** Posts and comments as they are now, with their original times. */
export interface OracleMoments {
  readonly moments: readonly {
    readonly id: number;
    readonly author: number;
    readonly atMs: number;
    /** The chosen users; null: all friends of the author. */
    readonly seenBy: readonly number[] | null;
  }[];
  readonly likes: readonly { readonly moment: number; readonly by: number; readonly atMs: number }[];
  readonly comments: readonly {
    readonly moment: number;
    readonly by: number;
    readonly to: number | null;
    readonly atMs: number;
  }[];
}

/** Posts that a user's list has, newest first (MOMENT-2). */
export const listFor = (
  me: number,
  { moments }: OracleMoments,
  isAcquainted: (other: number) => boolean,
): readonly number[] =>
  moments
    .filter(
      ({ author, seenBy }) =>
        author === me || (isAcquainted(author) && (seenBy === null || seenBy.includes(me))),
    )
    .map(({ id }) => id)
    .toSorted((a, b) => b - a);

/**
 * Time of the newest event by other users that concerns a user: a post, a comment on their own post, or an
 * answer to theirs, all by known users; 0: none.
 */
export function newsFor(me: number, all: OracleMoments, isAcquainted: (other: number) => boolean): number {
  const { moments, likes, comments } = all;
  const listed = new Set(listFor(me, all, isAcquainted));
  const isMine = (id: number) => moments.some((one) => one.id === id && one.author === me);
  const isOther = (who: number) => who !== me && isAcquainted(who);
  const times = [
    ...moments.filter(({ id, author }) => listed.has(id) && isOther(author)),
    ...likes.filter(({ moment, by }) => isMine(moment) && isOther(by)),
    ...comments.filter(
      ({ moment, by, to }) =>
        listed.has(moment) &&
        isOther(by) &&
        (to === me || (isMine(moment) && (to === null || isAcquainted(to)))),
    ),
  ].map(({ atMs }) => atMs);
  return Math.max(0, ...times);
}
