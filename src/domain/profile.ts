import type { UserId } from './ids.ts';
import type { UserStatus } from './status.ts';

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
  readonly status?: UserStatus | undefined;
}
