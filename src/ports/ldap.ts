import type { GroupId } from '../domain/ids.ts';

/** A user in the organisation's LDAP server. */
export interface LdapPerson {
  /** Stays the same when they are renamed or moved. */
  readonly id: string;
  /** Login name there. */
  readonly login: string;
  /** In lower case; empty if the entry has none. */
  readonly email: string;
  readonly name: string;
  /** Groups of ours that the settings connect with groups of theirs. */
  readonly groups: readonly GroupId[];
}

/** All current users, and the members of each connected group, by `LdapPerson.id`. */
export interface LdapPeople {
  readonly ids: ReadonlySet<string>;
  readonly groups: ReadonlyMap<GroupId, ReadonlySet<string>>;
}

/** An LDAP server that the operator named. `away`: it does not answer, or not as it should. */
export interface Ldap {
  /**
   * Finds the user with this name or address and this password. Null: no match, without saying which of the
   * two is wrong.
   */
  enter(name: string, password: string): Promise<LdapPerson | null | 'away'>;
  /** Checks the password of the entry with this id. */
  fits(id: string, password: string): Promise<boolean | 'away'>;
  everybody(): Promise<LdapPeople | 'away'>;
  /** The entry with this login name or address, without a password, for the operator's test. */
  find(name: string): Promise<LdapPerson | null | 'away'>;
  /** Why the last question had no answer, in one line; null: it had one. */
  fault(): LdapFault | null;
  /** Accounts of the same name belong to the people there (LDAP-3). */
  readonly canTakeOver: boolean;
}

/** A cause in both languages; it names the settings as the environment does. */
export interface LdapFault {
  readonly zh: string;
  readonly en: string;
}
