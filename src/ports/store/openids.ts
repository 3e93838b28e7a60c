import type { UserId } from '../../domain/ids.ts';

/** A login elsewhere that opens an account here (OIDC-1). */
export interface OpenIdRow {
  readonly issuer: string;
  readonly subject: string;
  readonly user: UserId;
  /** The name that its provider has in the settings. */
  readonly provider: string;
  /** What it called itself when it was linked; empty where no address was verified. */
  readonly email: string;
  readonly createdAtMs: number;
  /** 0: never since. */
  readonly usedAtMs: number;
}

export interface OpenIdsReading {
  of(issuer: string, subject: string): Promise<OpenIdRow | null>;
  /** The oldest first. */
  ofUser(user: UserId): Promise<readonly OpenIdRow[]>;
  /** In the order of their subjects, from behind `after` on. */
  ofIssuer(issuer: string, after: string, limit: number): Promise<readonly OpenIdRow[]>;
}

export interface OpenIdsWriting {
  /** False: it opens somebody's account already. */
  add(row: OpenIdRow): Promise<boolean>;
  used(issuer: string, subject: string): Promise<void>;
  /** False: this person has no such login. */
  remove(user: UserId, issuer: string, subject: string): Promise<boolean>;
  /** All of a person, with how many there were. */
  removeAll(user: UserId): Promise<number>;
}
