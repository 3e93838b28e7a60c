import type { StreamId, UserId } from '../../domain/ids.ts';
import type { MessageRow } from './messages.ts';

/** A file as it was uploaded; several may share stored bytes (`key`). */
export interface FileRow {
  readonly id: number;
  readonly user: UserId;
  /** The owner's name for it, with its extension. */
  readonly name: string;
  /** Lower case, without the dot; '' when it has none. */
  readonly ext: string;
  /** The type by its bytes, never as claimed. */
  readonly mime: string;
  /** 1 document, 2 picture, 3 audio, 4 video, 9 other. */
  readonly cate: 1 | 2 | 3 | 4 | 9;
  readonly sizeBytes: number;
  readonly digest: string;
  /** Name of the bytes in the storage; random, so that it carries no information. */
  readonly key: string;
  /**
   * `message` is private to conversations; the others are pictures, visible to any holder of their address.
   */
  readonly purpose: 'message' | 'avatar' | 'emoji';
  readonly details: {
    readonly width: number;
    readonly height: number;
    readonly durationSec: number | null;
  } | null;
  readonly createdAtMs: number;
}

export interface FileQuery {
  readonly user: UserId;
  readonly open: readonly StreamId[];
  readonly role: 'any' | 'sent' | 'received';
  readonly cate: number | null;
  readonly keywords: string;
  readonly page: number;
  readonly limit: number;
}

export interface ListedFile {
  readonly message: MessageRow;
  readonly file: FileRow;
}

export interface FilesReading {
  byId(id: number): Promise<FileRow | null>;
  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, FileRow>>;
  byKey(key: string): Promise<FileRow | null>;
  /** A file with the same bytes for the same purpose: its stored bytes may be shared. */
  same(digest: string, purpose: FileRow['purpose']): Promise<FileRow | null>;
  /** Checks whether a message of this conversation above the ordinal holds the file. */
  isHeld(id: number, stream: StreamId, aboveN: number): Promise<boolean>;
  /** A file with these stored bytes in such a message. */
  findBytes(key: string, stream: StreamId, aboveN: number): Promise<FileRow | null>;
  /** Messages that hold the file in conversations of this person. */
  placesOf(id: number, user: UserId): Promise<readonly { readonly stream: StreamId; readonly n: number }[]>;
  /** Files in the conversations of one person, newest message first (FILE-3). */
  list(query: FileQuery): Promise<{ readonly rows: readonly ListedFile[]; readonly total: number }>;
  /** All files of messages, newest first, for administrators. */
  every(query: FileQuery): Promise<{ readonly rows: readonly FileRow[]; readonly total: number }>;
  /**
   * Total bytes of this many files with an id above `after`, identical bytes once, and the id of the last
   * one; null if there are no more.
   */
  bytes(after: number, limit: number): Promise<{ readonly bytes: number; readonly last: number } | null>;
  /** Unreferenced files older than this, with an id above `after` (FILE-5). */
  unused(beforeMs: number, after: number, limit: number): Promise<readonly FileRow[]>;
  /** True if it exists, and nothing refers to it. */
  isUnused(id: number): Promise<boolean>;
  /** Files that lost a holder, perhaps the last one. */
  released(limit: number): Promise<readonly Pick<FileRow, 'id' | 'key'>[]>;
}

export interface FilesWriting {
  insert(row: Omit<FileRow, 'id'>): Promise<number>;
  delete(id: number): Promise<void>;
  /** It was swept, or another one holds it. */
  endRelease(id: number): Promise<void>;
}

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
  save(user: UserId, fileId: number, name: string): Promise<void>;
  /** Moves only this user's; the first id becomes the first. */
  move(user: UserId, ids: readonly number[]): Promise<void>;
  delete(user: UserId, ids: readonly number[]): Promise<void>;
}
