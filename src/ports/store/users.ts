import type { UserId } from '../../domain/ids.ts';
import type { Privacy } from '../../domain/privacy.ts';
import type { StorePoint } from './streams.ts';

export interface UserRow {
  readonly id: UserId;
  readonly account: string;
  readonly realname: string;
  readonly passwordHash: string;
  readonly avatar: string;
  readonly email: string;
  readonly motto: string;
  readonly sex: 0 | 1 | 2;
  /** 0 user, 1 super administrator, 2 administrator. */
  readonly role: 0 | 1 | 2;
  readonly isAuth: boolean;
  readonly active: boolean;
  readonly createdAtMs: number;
  readonly lastLoginAtMs: number;
  readonly lastLoginIp: string;
  readonly privacy: Privacy;
}

/** A register: the higher `rev` counts. */
export interface ProfileRow {
  readonly user: UserId;
  readonly rev: number;
}

export interface UsersReading {
  byId(id: UserId): Promise<UserRow | null>;
  /** Reads this field of `byId` only, without caching it (COMMIT-8). */
  privacy(id: UserId): Promise<Privacy | null>;
  byAccount(account: string): Promise<UserRow | null>;
  /** A user whose username has one of these skeletons, other than this one (RULE-8). */
  alike(skeletons: readonly string[], not: UserId | null): Promise<UserId | null>;
  byIds(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, UserRow>>;
  /** The active ones among these, in no order; not cached (COMMIT-8). */
  activeAmong(ids: readonly UserId[]): Promise<readonly UserId[]>;
  count(): Promise<number>;
  /** The minute since 1970 in which they were there last (SEEN-1); null: it was never written down. */
  lastSeen(id: UserId): Promise<number | null>;
  /** Active people with an id above `after`, in order of id. */
  active(after: number, limit: number): Promise<readonly UserRow[]>;
}

export interface UsersWriting {
  insert(user: Omit<UserRow, 'id'>): Promise<UserId>;
  /** A register: an older minute is ignored. */
  seenAt(id: UserId, minute: number): Promise<void>;
  update(id: UserId, patch: Partial<Omit<UserRow, 'id'>>): Promise<void>;
}

/** Changed names and pictures, with their count of changes; users without a change have no row. */
export interface ProfilesReading {
  /** At or above transaction `tx`, oldest first. */
  since(tx: StorePoint, limit: number): Promise<readonly ProfileRow[]>;
  of(users: readonly UserId[]): Promise<readonly ProfileRow[]>;
}

export interface ProfilesWriting {
  /** The user's public fields have changed (STREAM-17). */
  noteChange(user: UserId): Promise<void>;
}
