import type { UserId } from '../../domain/ids.ts';

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
  used(hash: string, use: LoginUse): Promise<void>;
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
