import * as v from 'valibot';
import { maybe, int, withDefault } from './scalars.ts';

/** Codes of the envelope (ERR-3, ERR-4). Anything but 0 is a refusal. */
export const code = {
  ok: 0,
  /** Ordinary refusal: validation, permission, not found, limits. */
  refused: 400,
  /** The call does not exist; also sent as HTTP 404. */
  unknown: 404,
  /** Early stop: the group is muted. */
  muted: 401,
  /** Early stop of an upload: too large, not this kind, or not to be sent (protocol 2.5). */
  early: 401,
  /** The password was right, and a code of the second step is wanted (SECOND-2). */
  secondStep: 412,
  /** The password of the organisation was right, and that of the account here is wanted once (LDAP-4). */
  ownPassword: 413,
  /** The console, or a change of the account, requires a fresh proof of identity (CONSOLE-9, ACC-27). */
  freshProof: 414,
  /** Administrators need two-step login here, and this account has none (CONSOLE-10). */
  noSecondStep: 415,
  /** Moderation. */
  moderated: 500,
  /** Something behind the server is away; carries `retry_ms` when it may be tried again. */
  away: 502,
  /** No token, or one that is wrong, expired or revoked (ACC-4). */
  session: -1,
} as const;

/** Every answer of every call, HTTP 200 (WIRE-1). */
export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly count: number;
  readonly data: unknown;
  readonly page: number;
}

/** Reader: early-stopped answers lack `count` and `page`, some lack `data` (WIRE-3). */
export const envelope = v.object({
  code: int,
  msg: withDefault(v.string(), ''),
  count: withDefault(int, 0),
  data: v.optional(v.unknown()),
  page: withDefault(int, 1),
});

/** `data` beside `code.session`: the account of that login was erased (DATA-10). */
export const ERASED = 'erased';

/**
 * Fields of the forms of accounts. `newPassword` is one that the user chooses, `password` one that exists.
 */
export type FormField =
  | 'account'
  | 'realname'
  | 'password'
  | 'ownPassword'
  | 'newPassword'
  | 'repeat'
  | 'code'
  | 'otp'
  | 'invite';

/** `data` of a refusal that is about one field (UI-166). */
export const fieldData = v.object({ field: v.string() });

/** `data` of a temporary refusal: wait in milliseconds. */
export const retryData = v.object({ retry_ms: maybe(int) });
