import type { UserId } from '../../domain/ids.ts';

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
  /** In order of subject, above `after`. */
  ofIssuer(issuer: string, after: string, limit: number): Promise<readonly OpenIdRow[]>;
}

export interface OpenIdsWriting {
  /** False: it already opens another account. */
  add(row: OpenIdRow): Promise<boolean>;
  used(issuer: string, subject: string): Promise<void>;
  /** False: the user does not have the login. */
  remove(user: UserId, issuer: string, subject: string): Promise<boolean>;
  /** All of a person, with how many there were. */
  removeAll(user: UserId): Promise<number>;
}
