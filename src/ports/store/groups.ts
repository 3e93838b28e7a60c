import type { GroupSetting } from '../../domain/group-fields.ts';
import type { GroupId, StreamId, UserId } from '../../domain/ids.ts';

export interface GroupRow {
  readonly id: GroupId;
  readonly name: string;
  readonly avatar: string;
  readonly owner: UserId;
  readonly notice: string;
  readonly setting: GroupSetting;
  readonly createdAtMs: number;
  /** How many are in it now; the store counts as they come and go (GROUP-31). */
  readonly members: number;
}

/** A shown group code: its inviter, and its end. */
export interface ShownCode {
  readonly group: GroupId;
  readonly inviter: UserId;
  readonly untilMs: number;
  /** Number of a link; null: the picture code of a member. */
  readonly link: number | null;
}

/** A group's invite link, made by a manager (GROUP-24). */
export interface LinkRow {
  readonly id: number;
  readonly group: GroupId;
  readonly by: UserId;
  readonly createdAtMs: number;
  /** Null: until a manager ends it. */
  readonly untilMs: number | null;
  /** How many may come by it; null: any number. */
  readonly max: number | null;
  readonly used: number;
  /** Managers approve each join request (GROUP-25). */
  readonly asks: boolean;
  /** Also admits users without an account, who stay for so many days; 0: it does not (GUEST-1). */
  readonly guestDays: number;
}

/** A user's request to join a group. */
export interface RequestRow {
  readonly group: GroupId;
  readonly user: UserId;
  readonly text: string;
  readonly link: number;
  readonly atMs: number;
  readonly endsMs: number;
}

export interface GroupsReading {
  byId(id: GroupId): Promise<GroupRow | null>;
  /** Groups with their own retention, in days (RETAIN-1). */
  retained(): Promise<ReadonlyMap<GroupId, number>>;
}

export interface GroupsWriting {
  insert(row: Omit<GroupRow, 'id' | 'members'>): Promise<GroupId>;
  update(id: GroupId, patch: Partial<Omit<GroupRow, 'id' | 'members'>>): Promise<void>;
  end(id: GroupId): Promise<void>;
  /** Keeps messages there for this many days; 0: the server's default. */
  retain(id: GroupId, days: number): Promise<void>;
}

export interface EntrancesReading {
  /** Which of these were removed from this group and not readmitted (GROUP-16). */
  barred(stream: StreamId, users: readonly UserId[]): Promise<ReadonlySet<UserId>>;
  /** The user's valid code for this group; null if it does not exist (GROUP-17). */
  activeCode(user: UserId, group: GroupId): Promise<ShownCode | null>;
  /** Null once the link is used up or expired. */
  link(id: number): Promise<LinkRow | null>;
  /** Valid links, the newest first. */
  linksOf(group: GroupId): Promise<readonly LinkRow[]>;
  /** Null unless it is waiting. */
  request(group: GroupId, user: UserId): Promise<RequestRow | null>;
  /** Waiting requests, the oldest first. */
  requestsOf(group: GroupId, limit: number): Promise<readonly RequestRow[]>;
  requestCount(of: { readonly group: GroupId } | { readonly user: UserId }): Promise<number>;
}

export interface EntrancesWriting {
  /** Only who leads the group opens it to this person again. */
  bar(stream: StreamId, user: UserId): Promise<void>;
  unbar(stream: StreamId, users: readonly UserId[]): Promise<void>;
  /**
   * Stores a shown code; the last one is valid for its group. Above the maximum, those that end first are
   * deleted.
   */
  keepShown(user: UserId, code: ShownCode, max: number): Promise<void>;
  addLink(row: Omit<LinkRow, 'id' | 'used'>): Promise<LinkRow>;
  /** Counts one more use of the link; false: it is no longer valid. */
  useLink(id: number): Promise<boolean>;
  /** False: this group does not have the link. */
  endLink(group: GroupId, id: number): Promise<boolean>;
  /** One for each user and group: a new one replaces the old. */
  saveRequest(row: RequestRow): Promise<void>;
  dropRequests(group: GroupId, users: readonly UserId[]): Promise<void>;
  /** Ends all links and join requests of the group. */
  close(group: GroupId): Promise<void>;
}
