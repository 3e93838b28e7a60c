import type { UserId } from './ids.ts';

/** What everybody who shares a conversation with a person is shown of them: a register, the higher `rev` counts (STREAM-2). */
export interface Profile {
  readonly user: UserId;
  readonly rev: number;
  readonly realname: string;
  readonly avatar: string;
  readonly namePy: string;
  readonly index: string;
}
