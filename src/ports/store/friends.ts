import type { UserId } from '../../domain/ids.ts';

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
