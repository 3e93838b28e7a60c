import type { StreamId, UserId } from '../../domain/ids.ts';
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
  /** At most ten users whose username has this skeleton, by ID (RULE-8). */
  bySkeleton(skeleton: string): Promise<readonly UserRow[]>;
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
  noteSeen(id: UserId, minute: number): Promise<void>;
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

export interface FriendRow {
  readonly id: number;
  readonly creator: UserId;
  readonly friend: UserId;
  readonly nickname: string;
  readonly remark: string;
  readonly isInvite: boolean;
  /** 0 refused, 1 friends, 2 waiting. */
  readonly status: 0 | 1 | 2;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface FriendsReading {
  byId(id: number): Promise<FriendRow | null>;
  /** The live row (status 1 or 2) that `creator` owns for `friend`. */
  between(creator: UserId, friend: UserId): Promise<FriendRow | null>;
  areFriends(a: UserId, b: UserId): Promise<boolean>;
  /** Friends, or with a pending request between them. */
  areTied(a: UserId, b: UserId): Promise<boolean>;
  /** Checks whether the user has scanned the picture code of the other. */
  wasShown(user: UserId, other: UserId): Promise<boolean>;
  applications(
    of: UserId,
    side: 'received' | 'sent',
    page: number,
    limit: number,
  ): Promise<{ readonly rows: readonly FriendRow[]; readonly total: number }>;
  pending(of: UserId): Promise<{ readonly count: number; readonly newestAtMs: number }>;
  /** Friends of this person, by id. */
  of(user: UserId): Promise<readonly UserId[]>;
  /** My remarks: partner → nickname. */
  nicknames(of: UserId, partners: readonly UserId[]): Promise<ReadonlyMap<UserId, string>>;
}

export interface FriendsWriting {
  insert(row: Omit<FriendRow, 'id'>): Promise<number>;
  update(id: number, patch: Partial<Omit<FriendRow, 'id' | 'creator' | 'friend'>>): Promise<void>;
  end(id: number): Promise<void>;
  /** Records a scan of the other user's code; above the maximum, the oldest are deleted. */
  noteShown(user: UserId, other: UserId, nowMs: number, max: number): Promise<void>;
}

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
  ofUsers(name: string, users: readonly UserId[]): Promise<readonly KeptRow[]>;
  /** By name. */
  of(user: UserId): Promise<readonly KeptRow[]>;
}

export interface KeptWriting {
  /** Replaces the value of that name. */
  save(row: KeptRow): Promise<void>;
  drop(user: UserId, name: string): Promise<void>;
  /** Keeps the newest `most` of the values whose names begin with the prefix. */
  trim(user: UserId, prefix: string, most: number): Promise<void>;
}

/** A user who wants a mail about unread messages after a day away (DIGEST-1). */
export interface MailDigestRow {
  readonly user: UserId;
  readonly language: string;
  /** The next look at the user; moved ahead by the node that does it. */
  readonly dueMs: number;
  /** The minute since 1970 in which the user was there before the last mail; 0: none was sent. */
  readonly sentFor: number;
  /** Mails that failed in this absence. */
  readonly tries: number;
}

export interface MailDigestsReading {
  get(user: UserId): Promise<MailDigestRow | null>;
  /** The longest due first. */
  due(nowMs: number, limit: number): Promise<readonly MailDigestRow[]>;
}

export interface MailDigestsWriting {
  /** Changes only the language of an existing row. */
  save(row: MailDigestRow): Promise<void>;
  /** False if the row is gone, or another node has moved it since it was due at `beforeMs`. */
  advance(
    user: UserId,
    beforeMs: number,
    next: Pick<MailDigestRow, 'dueMs' | 'sentFor' | 'tries'>,
  ): Promise<boolean>;
  remove(user: UserId): Promise<void>;
}
