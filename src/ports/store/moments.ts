import type { UserId } from '../../domain/ids.ts';

export interface MomentRow {
  readonly id: number;
  readonly author: UserId;
  readonly content: string;
  /** Ids of uploaded pictures. */
  readonly pictures: readonly number[];
  readonly createdAtMs: number;
}

export interface CommentRow {
  readonly id: number;
  readonly moment: number;
  readonly author: UserId;
  /** Who is answered, or null. */
  readonly replyTo: UserId | null;
  readonly content: string;
  readonly createdAtMs: number;
}

export interface MomentsReading {
  byId(id: number): Promise<MomentRow | null>;
  /**
   * Newest first, below `before` (0 = from the newest): one's own and those of friends, or of `author`
   * alone.
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
  /** In the order they came. */
  likes(moments: readonly number[]): Promise<readonly { readonly moment: number; readonly user: UserId }[]>;
  comments(moments: readonly number[]): Promise<readonly CommentRow[]>;
  comment(id: number): Promise<CommentRow | null>;
  /**
   * When the newest happened that is news to somebody (MOMENT-7): a moment of somebody else, what others put
   * under theirs, an answer to them; 0: nothing. With `everyone` all know each other.
   */
  newsAt(viewer: UserId, everyone: boolean): Promise<number>;
  /** When the newest moment or comment of all is said to have been; 0: there is none. */
  newestAt(): Promise<number>;
}

export interface MomentsWriting {
  insert(row: Omit<MomentRow, 'id'>): Promise<number>;
  /** With its likes and comments. */
  delete(id: number): Promise<void>;
  /** Liking twice is liking once. */
  like(id: number, user: UserId, nowMs: number): Promise<void>;
  unlike(id: number, user: UserId): Promise<void>;
  insertComment(row: Omit<CommentRow, 'id'>): Promise<number>;
  deleteComment(id: number): Promise<void>;
}
