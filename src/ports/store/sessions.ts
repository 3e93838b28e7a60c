import type { UserId } from '../../domain/ids.ts';

export interface TokenRow {
  readonly hash: string;
  readonly user: UserId;
  readonly terminal: string;
  readonly isMobile: boolean;
  readonly cid: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** By what somebody logged in, in few words (LOGINS-1). */
  readonly device: string;
  readonly lastUse: LoginUse;
  /** The provider by which somebody came, and their session there; both empty for any other way (OIDC-9). */
  readonly elsewhere: Elsewhere;
  /** When this session last proved by a password or a passkey who asks; 0: never (CONSOLE-9). */
  readonly provedAtMs: number;
}

export interface Elsewhere {
  readonly provider: string;
  readonly session: string;
}

/** Where a login was used, and in which minute since 1970; 0: before that was written down. */
export interface LoginUse {
  readonly place: string;
  readonly minute: number;
}

export interface TokensReading {
  /** Only live tokens of active users; null otherwise. */
  byHash(hash: string, nowMs: number): Promise<TokenRow | null>;
  ofUser(user: UserId, nowMs: number): Promise<readonly TokenRow[]>;
  /** At most so many: one session of a provider has one or two. */
  ofSession(elsewhere: Elsewhere, nowMs: number, limit: number): Promise<readonly TokenRow[]>;
}

export interface TokensWriting {
  insert(token: TokenRow): Promise<void>;
  update(hash: string, patch: Partial<Pick<TokenRow, 'cid' | 'provedAtMs'>>): Promise<void>;
  /** A register: an older minute changes nothing. */
  used(hash: string, use: LoginUse): Promise<void>;
  end(hash: string): Promise<void>;
  endOf(user: UserId, except?: string): Promise<void>;
}

/** When an administrator last let this person in; null: never (ADMIN-6). */
export interface LetInReading {
  at(user: UserId): Promise<number | null>;
}

export interface LetInWriting {
  note(user: UserId): Promise<void>;
}
