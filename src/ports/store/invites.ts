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
  /** The person it was made for, and their mail address; empty if it is for nobody in particular. */
  readonly name: string;
  readonly email: string;
}

export interface InvitesReading {
  byCode(code: string): Promise<InviteRow | null>;
  /** Valid invites, the next to end first. */
  live(nowMs: number, limit: number): Promise<readonly InviteRow[]>;
  /** Those made for a person, used and expired ones as well, by name (INVITE-5). */
  named(limit: number): Promise<readonly InviteRow[]>;
  /** How many were made for a person, and how many of them came. */
  countNamed(): Promise<{ readonly invited: number; readonly came: number }>;
}

export interface InvitesWriting {
  insert(
    invite: Omit<InviteRow, 'used' | 'name' | 'email'> & Partial<Pick<InviteRow, 'name' | 'email'>>,
  ): Promise<void>;
  /** Uses one of its places; false if none is left, or it has expired. */
  use(code: string, by: UserId): Promise<boolean>;
  /** False: the code does not exist. */
  end(code: string): Promise<boolean>;
}
