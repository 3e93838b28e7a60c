import type { UserId } from '../../domain/ids.ts';
import type { Answer } from './answer.ts';
import type { LocalFile } from './files.ts';

/** Posts that users show their friends. */
export interface MomentActions {
  /** Requests the time of the newest unseen post (MOMENT-7). */
  refreshMomentNews(): Answer;
  /** Stored for all devices: the time up to which the user has looked. */
  momentsSeen(atMs: number): Answer;
  /** Newest first, older than `before` (0: the newest). */
  moments(before: number): Answer<readonly Moment[]>;
  /**
   * Words, pictures, or both; the pictures go up first. `viewers`: the chosen friends, none for the author
   * alone; null: all friends.
   */
  addMoment(words: string, pictures: readonly LocalFile[], viewers: readonly UserId[] | null): Answer;
  deleteMoment(id: number): Answer;
  likeMoment(id: number, on: boolean): Answer;
  commentMoment(id: number, words: string, replyTo: UserId | null): Answer;
  deleteComment(id: number): Answer;
}

export interface MomentPerson {
  readonly id: UserId;
  readonly name: string;
  readonly avatar: string;
}

export interface MomentComment {
  readonly id: number;
  readonly author: MomentPerson;
  readonly replyTo: MomentPerson | null;
  readonly words: string;
}

export interface Moment {
  readonly id: number;
  readonly author: MomentPerson;
  readonly words: string;
  readonly pictures: readonly { readonly id: number; readonly src: string }[];
  readonly atMs: number;
  readonly mine: boolean;
  readonly liked: boolean;
  /** The chosen friends who see the user's own post; null: all friends, or a post of another user. */
  readonly seenBy: readonly MomentPerson[] | null;
  readonly likes: readonly MomentPerson[];
  readonly comments: readonly MomentComment[];
}
