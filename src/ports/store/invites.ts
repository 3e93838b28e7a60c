import type { GroupId, UserId } from '../../domain/ids.ts';

/** A code, or the link that carries it, by which people register (START-5, INVITE-1). */
export interface InviteRow {
  readonly code: string;
  readonly expiresAtMs: number;
  /** How many may come by it, and how many have. */
  readonly max: number;
  readonly used: number;
  /** Role of the new account: 2 is an administrator. */
  readonly role: 0 | 2;
  /** Group that they join at once. */
  readonly group: GroupId | null;
}

export interface InvitesReading {
  byCode(code: string): Promise<InviteRow | null>;
  /** Valid invites, the next to end first. */
  live(nowMs: number, limit: number): Promise<readonly InviteRow[]>;
}

export interface InvitesWriting {
  insert(invite: Omit<InviteRow, 'used'>): Promise<void>;
  /** Uses one of its places; false if none is left, or it has expired. */
  use(code: string, by: UserId): Promise<boolean>;
  /** False: the code does not exist. */
  end(code: string): Promise<boolean>;
}
