import type { StreamId, UserId } from '../../domain/ids.ts';

/** A user whom another user has blocked (BLOCK-1). */
export interface BlockedRow {
  readonly user: UserId;
  readonly other: UserId;
  readonly atMs: number;
}

export interface BlockedReading {
  has(user: UserId, other: UserId): Promise<boolean>;
  /** Users blocked by one user, the newest first; all of them without a page. */
  of(user: UserId, page?: { readonly page: number; readonly limit: number }): Promise<readonly BlockedRow[]>;
  count(user: UserId): Promise<number>;
  /** Users who have blocked this user. */
  by(other: UserId): Promise<ReadonlySet<UserId>>;
  /** Members of a conversation who have blocked this user, by number and at most this many. */
  among(stream: StreamId, other: UserId, limit: number): Promise<readonly UserId[]>;
  /** Users whom this user has blocked, and users who have blocked them: neither sees the other (BLOCK-6). */
  apart(user: UserId): Promise<readonly UserId[]>;
}

export interface BlockedWriting {
  /** Repeating it changes nothing. */
  insert(row: BlockedRow): Promise<void>;
  delete(user: UserId, other: UserId): Promise<void>;
}
