import type { UserId } from '../../domain/ids.ts';

export interface EmojiRow {
  readonly id: number;
  readonly user: UserId;
  readonly fileId: number;
  readonly name: string;
}

export interface EmojiReading {
  of(user: UserId, limit: number): Promise<readonly EmojiRow[]>;
  count(user: UserId): Promise<number>;
}

export interface EmojiWriting {
  /** Among this person's emoji and to the front. */
  put(user: UserId, fileId: number, name: string): Promise<void>;
  /** Moves only this user's; the first id becomes the first. */
  move(user: UserId, ids: readonly number[]): Promise<void>;
  delete(user: UserId, ids: readonly number[]): Promise<void>;
}
