import type { GroupId } from '../domain/ids.ts';

/** Somebody as the organisation's LDAP server has them. */
export interface LdapPerson {
  /** Stays the same when they are renamed or moved. */
  readonly id: string;
  /** What they log in with there. */
  readonly login: string;
  /** In small letters; empty where the entry has none. */
  readonly email: string;
  readonly name: string;
  /** Groups of ours that the settings connect with groups of theirs. */
  readonly groups: readonly GroupId[];
}

/** Everybody who is there now, and who is in each connected group, by `LdapPerson.id`. */
export interface LdapPeople {
  readonly ids: ReadonlySet<string>;
  readonly groups: ReadonlyMap<GroupId, ReadonlySet<string>>;
}

/** An LDAP server that the operator named. `away`: it does not answer, or not as it should. */
export interface Ldap {
  /** Whoever has this name or address and this password; null: nobody, which of the two is not told. */
  enter(name: string, password: string): Promise<LdapPerson | null | 'away'>;
  /** Whether this is the password of the entry with this id. */
  fits(id: string, password: string): Promise<boolean | 'away'>;
  everybody(): Promise<LdapPeople | 'away'>;
  /** The entry with this login name or address, without a password, for the operator's test. */
  find(name: string): Promise<LdapPerson | null | 'away'>;
  /** Why the last question had no answer, in one line; null: it had one. */
  fault(): string | null;
}
