import type { Oracle } from '../oracle.ts';
import { calledBy, expectedClosed } from './people.ts';

/** Posts and comments, as written. */
export interface ShownMoments {
  readonly moments: readonly { readonly id: number; readonly author: number; readonly words: string }[];
  readonly likes: readonly { readonly moment: number; readonly by: number }[];
  readonly comments: readonly {
    readonly id: number;
    readonly moment: number;
    readonly by: number;
    readonly to: number | null;
    readonly words: string;
  }[];
}

export interface AskedMoments {
  readonly me: number;
  /** Posts of one author; null: of every author the reader knows. */
  readonly author: number | null;
  /** Older than this one; 0: the newest. */
  readonly before: number;
  readonly limit: number;
}

/** Newest first, each with the reactions and comments of users the reader knows. */
export function expectedMoments(oracle: Oracle, all: ShownMoments, asked: AskedMoments) {
  const { me, author, before, limit } = asked;
  const closed = expectedClosed(oracle);
  if (closed === null) return null;
  const knows = (id: number): boolean =>
    id === me || (!oracle.blocked.areApart(me, id) && (closed || oracle.tie(me, id)?.state === 'friends'));
  const called = (id: number) => [
    id,
    id === me ? (oracle.people.get(id)?.name ?? '') : calledBy(oracle, me, id),
  ];
  return all.moments
    .filter((one) => knows(one.author) && (author === null || one.author === author))
    .filter(({ id }) => before === 0 || id < before)
    .toSorted((a, b) => b.id - a.id)
    .slice(0, limit)
    .map(({ id, author: by, words }) => ({
      id,
      by: called(by),
      words,
      isMine: by === me,
      isLiked: all.likes.some((like) => like.moment === id && like.by === me),
      likes: all.likes
        .filter((like) => like.moment === id && knows(like.by))
        .map((like) => called(like.by).join())
        .toSorted(),
      comments: all.comments
        .filter((one) => one.moment === id && knows(one.by) && (one.to === null || knows(one.to)))
        .toSorted((a, b) => a.id - b.id)
        .map((one) => ({ id: one.id, by: called(one.by), to: one.to && called(one.to), words: one.words })),
    }));
}
