import type { GroupSetting } from '../../domain/contact.ts';
import type { GroupId, StreamId, UserId } from '../../domain/ids.ts';

export interface GroupRow {
  readonly id: GroupId;
  readonly name: string;
  readonly avatar: string;
  readonly owner: UserId;
  readonly notice: string;
  readonly setting: GroupSetting;
  readonly createdAtMs: number;
}

/** A group's code as somebody has shown it: who invites, and until when. */
export interface ShownCode {
  readonly group: GroupId;
  readonly inviter: UserId;
  readonly untilMs: number;
}

export interface GroupsReading {
  byId(id: GroupId): Promise<GroupRow | null>;
}

export interface GroupsWriting {
  insert(row: Omit<GroupRow, 'id'>): Promise<GroupId>;
  update(id: GroupId, patch: Partial<Omit<GroupRow, 'id'>>): Promise<void>;
  end(id: GroupId): Promise<void>;
}

export interface DoorsReading {
  /** Which of these were removed from this group and not let back (GROUP-16). */
  barred(stream: StreamId, users: readonly UserId[]): Promise<ReadonlySet<UserId>>;
  /** The live code of this group that the person has shown; null when there is none (GROUP-17). */
  shown(user: UserId, group: GroupId): Promise<ShownCode | null>;
}

export interface DoorsWriting {
  /** Only who leads the group opens it to this person again. */
  bar(stream: StreamId, user: UserId): Promise<void>;
  unbar(stream: StreamId, users: readonly UserId[]): Promise<void>;
  /**
   * The one that is shown last counts for its group; of more than so many, those that end first are
   * forgotten.
   */
  keepShown(user: UserId, code: ShownCode, max: number): Promise<void>;
}
