import type { UserId } from './ids.ts';
import { type UserStatus, statusAt } from './status.ts';

/**
 * Shown to contacts beside the name, and each a preference of that user under the same name (PRES-4). A new
 * one is a row here and in `EXTRAS_AT`, and its schema in `wire/down/profiles.ts`.
 */
export interface ProfileExtras {
  readonly status: UserStatus;
}
export type ExtraName = keyof ProfileExtras;

/** The value at a moment; null: none, or ended. */
export const EXTRAS_AT: {
  readonly [N in ExtraName]: (
    value: ProfileExtras[N] | null | undefined,
    atMs: number,
  ) => ProfileExtras[N] | null;
} = { status: statusAt };
export const EXTRA_NAMES = Object.keys(EXTRAS_AT) as readonly ExtraName[];
export const isExtra = (name: string): name is ExtraName => Object.hasOwn(EXTRAS_AT, name);

/** What contacts see of a user besides. `disabled`: an administrator has disabled the account (DATA-15). */
export interface ContactFacts extends ProfileExtras {
  readonly disabled: true;
}

/**
 * A user's profile for all users who share a conversation with them: a register, the higher `rev` wins
 * (STREAM-2).
 */
export interface Profile {
  readonly user: UserId;
  readonly rev: number;
  readonly realname: string;
  /** Absent if the server does not send it. */
  readonly account?: string | undefined;
  readonly avatar: string;
  readonly namePy: string;
  readonly index: string;
  /** Absent: none, or not visible to the viewer (PRES-4c). */
  readonly extras?: Partial<ContactFacts> | undefined;
}
