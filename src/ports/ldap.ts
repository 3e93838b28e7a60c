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
  /** Why the last question had no answer; null: it had one. */
  fault(): LdapFault | null;
  /** Accounts of the same name belong to the people there (LDAP-3). */
  readonly canTakeOver: boolean;
}

/** Why a question had no answer. */
export interface LdapFault {
  readonly why:
    | 'away'
    | 'badName'
    | 'bindRefused'
    | 'busy'
    | 'closing'
    | 'loginFirst'
    | 'mayNotRead'
    | 'needsTls'
    | 'noAttribute'
    | 'noBase'
    | 'noPages'
    | 'noStartTls'
    | 'noTls'
    | 'refused'
    | 'sizeLimit'
    | 'untrusted'
    | 'unwilling'
    | 'wrongLogin';
  readonly url: string;
  /** The code or text that came, or the attribute that no entry has. */
  readonly detail?: string;
  /** The setting that names the attribute. */
  readonly setting?: 'LDAP_ID' | 'LDAP_LOGIN';
}
