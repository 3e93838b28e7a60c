import type { UserId } from '../../domain/ids.ts';

export interface MomentRow {
  readonly id: number;
  readonly author: UserId;
  readonly content: string;
  /** Ids of uploaded pictures. */
  readonly pictures: readonly number[];
  readonly createdAtMs: number;
  /** Only chosen friends see it, or none (MOMENT-2). */
  readonly limited: boolean;
}

export interface CommentRow {
  readonly id: number;
  readonly moment: number;
  readonly author: UserId;
  /** The answered user, or null. */
  readonly replyTo: UserId | null;
  readonly content: string;
  readonly createdAtMs: number;
}

export interface MomentsReading {
  byId(id: number): Promise<MomentRow | null>;
  /**
   * Newest first, below `before` (0 = from the newest): the viewer's and their friends' moments, or those of
   * `author` only.
   */
  page(
    viewer: UserId,
    query: {
      readonly author: UserId | null;
      readonly before: number;
      readonly limit: number;
      readonly everyone: boolean;
    },
  ): Promise<readonly MomentRow[]>;
  /** Chosen users of posts with a limited audience. */
  viewers(moments: readonly number[]): Promise<readonly { readonly moment: number; readonly user: UserId }[]>;
  /** In order of their arrival: the oldest like is first. */
  likes(moments: readonly number[]): Promise<readonly { readonly moment: number; readonly user: UserId }[]>;
  comments(moments: readonly number[]): Promise<readonly CommentRow[]>;
  comment(id: number): Promise<CommentRow | null>;
  /**
   * Time of the newest news for the viewer (MOMENT-7): another user's moment, a comment on their moment, an
   * answer to them; 0: none. With `everyone`, all users are friends.
   */
  newsAt(viewer: UserId, everyone: boolean): Promise<number>;
  /** The recorded time of the newest moment or comment of all; 0: none. */
  newestAt(): Promise<number>;
}

export interface MomentsWriting {
  /** `viewers`: the chosen users; null: all friends. */
  insert(row: Omit<MomentRow, 'id' | 'limited'>, viewers: readonly UserId[] | null): Promise<number>;
  /** Deletes it with its audience, likes and comments. */
  delete(id: number): Promise<void>;
  /** Liking twice is liking once. */
  like(id: number, user: UserId, nowMs: number): Promise<void>;
  unlike(id: number, user: UserId): Promise<void>;
  insertComment(row: Omit<CommentRow, 'id'>): Promise<number>;
  deleteComment(id: number): Promise<void>;
}
