import type { GroupId, UserId } from '../../domain/ids.ts';
import type { PasskeyFacts } from '../passkeys.ts';
import type { Day } from './sends.ts';

export interface TokenRow {
  readonly hash: string;
  readonly user: UserId;
  readonly terminal: string;
  readonly isMobile: boolean;
  readonly cid: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Short name of the device that logged in (LOGINS-1). */
  readonly device: string;
  readonly lastUse: LoginUse;
  /** The provider of a single sign-on, and its session; both empty for other logins (OIDC-9). */
  readonly elsewhere: Elsewhere;
  /**
   * The last time that this session's user proved their identity by a password or a passkey; 0: never
   * (CONSOLE-9).
   */
  readonly provedAtMs: number;
}

export interface Elsewhere {
  readonly provider: string;
  readonly session: string;
}

/** Place of the last use, and its minute since 1970; 0: before this was recorded. */
export interface LoginUse {
  readonly place: string;
  readonly minute: number;
}

export interface TokensReading {
  /** Only live tokens of active users; null otherwise. */
  byHash(hash: string, nowMs: number): Promise<TokenRow | null>;
  ofUser(user: UserId, nowMs: number): Promise<readonly TokenRow[]>;
  /** At most this many: one session of a provider has one or two. */
  ofSession(elsewhere: Elsewhere, nowMs: number, limit: number): Promise<readonly TokenRow[]>;
}

export interface TokensWriting {
  insert(token: TokenRow): Promise<void>;
  update(hash: string, patch: Partial<Pick<TokenRow, 'cid' | 'provedAtMs'>>): Promise<void>;
  /** A register: an older minute is ignored. */
  noteUse(hash: string, use: LoginUse): Promise<void>;
  end(hash: string): Promise<void>;
  endOf(user: UserId, except?: string): Promise<void>;
}

/** The last time that an administrator unlocked this user; null: never (ADMIN-6). */
export interface LetInReading {
  at(user: UserId): Promise<number | null>;
}

export interface LetInWriting {
  note(user: UserId): Promise<void>;
}

/** A login elsewhere that opens an account here (OIDC-1). */
export interface OpenIdRow {
  readonly issuer: string;
  readonly subject: string;
  readonly user: UserId;
  /** The name that its provider has in the settings. */
  readonly provider: string;
  /** The address when it was linked; empty without a verified address. */
  readonly email: string;
  readonly createdAtMs: number;
  /** 0: never since. */
  readonly usedAtMs: number;
}

export interface OpenIdsReading {
  of(issuer: string, subject: string): Promise<OpenIdRow | null>;
  /** The oldest first. */
  ofUser(user: UserId): Promise<readonly OpenIdRow[]>;
  /** Sorted by subject, above `after`. */
  ofIssuer(issuer: string, after: string, limit: number): Promise<readonly OpenIdRow[]>;
}

export interface OpenIdsWriting {
  /** False: it already opens another account. */
  add(row: OpenIdRow): Promise<boolean>;
  noteUse(issuer: string, subject: string): Promise<void>;
  /** False: the user does not have the login. */
  remove(user: UserId, issuer: string, subject: string): Promise<boolean>;
  /** All of a person, with how many there were. */
  removeAll(user: UserId): Promise<number>;
}

/** A user's passkey (PASSKEY-1). */
export interface PasskeyRow extends PasskeyFacts {
  readonly user: UserId;
  readonly name: string;
  readonly createdAtMs: number;
  /** 0: never. */
  readonly usedAtMs: number;
}

export interface PasskeysReading {
  byId(id: string): Promise<PasskeyRow | null>;
  /** The oldest first. */
  ofUser(user: UserId): Promise<readonly PasskeyRow[]>;
}

export interface PasskeysWriting {
  /** False: it is already registered. */
  add(passkey: PasskeyRow): Promise<boolean>;
  /** False: the user does not have the passkey. */
  rename(user: UserId, id: string, name: string): Promise<boolean>;
  remove(user: UserId, id: string): Promise<boolean>;
  /** All of a person, with how many there were. */
  removeAll(user: UserId): Promise<number>;
  /** False if its counter is not below this one (unless it does not count), or if it no longer exists. */
  use(id: string, counter: number): Promise<boolean>;
  /** False when this challenge was used up already; it is remembered until then. */
  spend(challenge: string, endsMs: number): Promise<boolean>;
}

/** A user's second login step (SECOND-1). */
export interface SecondStepRow {
  readonly user: UserId;
  /** The secret of their authenticator app, in hexadecimal. */
  readonly secret: string;
  /** Confirmed by a code; until then logins do not ask for one. */
  readonly isOn: boolean;
  /** Time step of the newest accepted code: half minutes since 1970. */
  readonly lastStep: number;
}

export interface SecondStepsReading {
  get(user: UserId): Promise<SecondStepRow | null>;
  /** How many recovery codes are left. */
  recoveryLeft(user: UserId): Promise<number>;
}

export interface SecondStepsWriting {
  /** Replaces an unconfirmed one; false if one was confirmed. */
  begin(user: UserId, secret: string): Promise<boolean>;
  /** Confirmed by the code of this half minute; false if this secret is not waiting for confirmation. */
  turnOn(user: UserId, secret: string, step: number): Promise<boolean>;
  /** False when a code of this half minute, or of a later one, was taken already. */
  takeStep(user: UserId, step: number): Promise<boolean>;
  addRecovery(user: UserId, digests: readonly string[]): Promise<void>;
  /** False if the code does not exist, or was used. */
  takeRecovery(user: UserId, digest: string): Promise<boolean>;
  /** Deletes it with all recovery codes; false if it did not exist. */
  end(user: UserId): Promise<boolean>;
}

/**
 * Purpose of a code; a code works for its purpose only. `newAddress` and `undo` follow a change of the
 * address (ACC-28, ACC-29); `proved` marks a session whose user has used a code to prove presence (ACC-27).
 */
export type CodePurpose =
  | 'login'
  | 'register'
  | 'password'
  | 'account'
  | 'proof'
  | 'proved'
  | 'link'
  | 'newAddress'
  | 'undo';

export interface CodeKey {
  readonly account: string;
  readonly purpose: CodePurpose;
  /** The requester: a user, a device or an address; a code works for its requester only (ACC-16). */
  readonly asker: string;
}

/** A code that was sent to an address, as a digest. */
export interface CodeRow extends CodeKey {
  readonly hash: string;
  readonly sentAtMs: number;
  readonly expiresAtMs: number;
  /** Wrong answers so far. */
  readonly tries: number;
}

export interface CodesReading {
  get(key: CodeKey): Promise<CodeRow | null>;
  /** Count under this name in a day that has not ended. */
  day(name: string, nowMs: number): Promise<Day | null>;
}

export interface CodesWriting {
  /** Replaces an earlier code for the same purpose. */
  save(row: CodeRow): Promise<void>;
  /** Counts a try, in order of arrival; null if the code no longer exists. */
  countTry(key: CodeKey): Promise<number | null>;
  end(key: CodeKey): Promise<void>;
  saveDay(name: string, day: Day): Promise<void>;
  /** One less: it did not come to anything. */
  undoDay(name: string): Promise<void>;
}

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
  listNamed(limit: number): Promise<readonly InviteRow[]>;
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
