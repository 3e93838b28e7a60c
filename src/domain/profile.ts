import type { UserId } from './ids.ts';

/**
 * What everybody who shares a conversation with a person is shown of them: a register, the higher `rev`
 * counts (STREAM-2).
 */
export interface Profile {
  readonly user: UserId;
  readonly rev: number;
  readonly realname: string;
  /** Absent where a server does not say. */
  readonly account?: string | undefined;
  readonly avatar: string;
  readonly namePy: string;
  readonly index: string;
}
