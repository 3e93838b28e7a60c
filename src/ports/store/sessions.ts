import type { UserId } from '../../domain/ids.ts';

export interface TokenRow {
  readonly hash: string;
  readonly user: UserId;
  readonly terminal: string;
  readonly isMobile: boolean;
  readonly cid: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface TokensReading {
  /** Only live tokens of active users; null otherwise. */
  byHash(hash: string, nowMs: number): Promise<TokenRow | null>;
  ofUser(user: UserId, nowMs: number): Promise<readonly TokenRow[]>;
}

export interface TokensWriting {
  insert(token: TokenRow): Promise<void>;
  update(hash: string, patch: Partial<Pick<TokenRow, 'cid'>>): Promise<void>;
  end(hash: string): Promise<void>;
  endOf(user: UserId, except?: string): Promise<void>;
}

export interface InvitesReading {
  byCode(code: string): Promise<{
    readonly code: string;
    readonly expiresAtMs: number;
    readonly usedBy: UserId | null;
  } | null>;
}

export interface InvitesWriting {
  insert(code: string, expiresAtMs: number): Promise<void>;
  use(code: string, by: UserId): Promise<boolean>;
}

/** When an administrator last let this person in; null: never (ADMIN-6). */
export interface LetInReading {
  at(user: UserId): Promise<number | null>;
}

export interface LetInWriting {
  note(user: UserId): Promise<void>;
}
