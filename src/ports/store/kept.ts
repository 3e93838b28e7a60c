import type { UserId } from '../../domain/ids.ts';

/** A preference of a user for all devices (KEPT-1). */
export interface KeptRow {
  readonly user: UserId;
  readonly name: string;
  /** JSON; content, deleted with the row. */
  readonly value: string;
  readonly atMs: number;
}

export interface KeptReading {
  get(user: UserId, name: string): Promise<KeptRow | null>;
  /** The values of this name of these users, in no order. */
  named(name: string, users: readonly UserId[]): Promise<readonly KeptRow[]>;
  /** By name. */
  of(user: UserId): Promise<readonly KeptRow[]>;
}

export interface KeptWriting {
  /** Replaces the value of that name. */
  put(row: KeptRow): Promise<void>;
  drop(user: UserId, name: string): Promise<void>;
  /** Keeps the newest `most` of the values whose names begin with the prefix. */
  trim(user: UserId, prefix: string, most: number): Promise<void>;
}
