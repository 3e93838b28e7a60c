import { groupId } from '../../domain/ids.ts';
import type { GroupId } from '../../domain/ids.ts';
import { BadSetting } from './setting-names.ts';
import { ldapLimits } from './limits.ts';

/** The LDAP server of the organisation, as the environment names it (LDAP-1). */
export interface LdapSetting {
  readonly url: string;
  /** Ask for TLS on a connection that begins without. */
  readonly startTls: boolean;
  /** A file with the certificates that its own is checked by; empty: those of the system. */
  readonly ca: string;
  readonly base: string;
  /** Account for lookups; empty: anonymous. */
  readonly bind: { readonly dn: string; readonly password: string };
  /** Filter for entries of users who may log in. */
  readonly people: string;
  /** Names of attributes. */
  readonly attributes: {
    readonly id: string;
    /** Login names besides the address; the first becomes the name of an account here. */
    readonly logins: readonly [string, ...string[]];
    readonly name: string;
    readonly email: string;
  };
  /** The attribute of people that names their groups; empty: groups name their members. */
  readonly memberOf: string;
  /** Entries whose members are in a group of ours. */
  readonly groups: readonly LdapGroup[];
  /** Accounts of the same name belong to the people there. */
  readonly canTakeOver: boolean;
  /** The operator has confirmed that many accounts are to be disabled at once (LDAP-10). */
  readonly disablesMany: boolean;
}

export interface LdapGroup {
  readonly group: GroupId;
  readonly dn: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Null without `LDAP_URL`. @throws BadSetting */
export function ldapSetting(env: Environment): LdapSetting | null {
  const url = env['LDAP_URL'] ?? '';
  if (url === '') return null;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^ldaps?:$/.test(parsed.protocol) || parsed.hostname === '' || parsed.pathname.length > 1)
    throw new BadSetting('LDAP_URL must look like ldaps://ldap.example.org, with a port where it is not 636');
  const startTls = flag(env, 'LDAP_STARTTLS');
  if (parsed.protocol === 'ldap:' && !startTls && !LOCAL.has(parsed.hostname))
    throw new BadSetting('LDAP_URL must begin with ldaps: or have LDAP_STARTTLS=1: passwords pass there');
  const base = env['LDAP_BASE'] ?? '';
  if (!isName(base)) throw new BadSetting('LDAP_BASE must look like ou=people,dc=example,dc=org');
  const people = env['LDAP_PEOPLE'] || '(objectClass=person)';
  if (!/^\(.*\)$/s.test(people)) throw new BadSetting('LDAP_PEOPLE must be a filter as (objectClass=person)');
  return {
    url: parsed.href.replace(/\/$/, ''),
    startTls,
    ca: env['LDAP_CA'] ?? '',
    base,
    bind: { dn: env['LDAP_BIND'] ?? '', password: env['LDAP_BIND_PASSWORD'] ?? '' },
    people,
    attributes: {
      id: attribute(env, 'LDAP_ID', 'entryUUID'),
      logins: logins(env),
      name: attribute(env, 'LDAP_NAME', 'cn'),
      email: attribute(env, 'LDAP_MAIL', 'mail'),
    },
    memberOf: env['LDAP_MEMBER_OF'] ? attribute(env, 'LDAP_MEMBER_OF', 'memberOf') : '',
    groups: groups(env['LDAP_GROUPS'] ?? ''),
    canTakeOver: flag(env, 'LDAP_TAKE_OVER'),
    disablesMany: flag(env, 'LDAP_DISABLE_MANY'),
  };
}

function flag(env: Environment, name: string): boolean {
  const value = env[name] || '0';
  if (value !== '0' && value !== '1') throw new BadSetting(`${name} must be 0 or 1, not "${value}"`);
  return value === '1';
}

const isAttribute = (value: string): boolean => /^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(value);

function attribute(env: Environment, name: string, usual: string): string {
  const value = env[name] || usual;
  if (!isAttribute(value))
    throw new BadSetting(`${name} must name an attribute, as ${usual}, not "${value}"`);
  return value;
}

function logins(env: Environment): readonly [string, ...string[]] {
  const value = env['LDAP_LOGIN'] || 'uid';
  const [first, ...others] = value.split(',').map((name) => name.trim());
  if (first === undefined || others.length > 3 || ![first, ...others].every(isAttribute))
    throw new BadSetting(`LDAP_LOGIN must name one to four attributes, as uid or uid,mail, not "${value}"`);
  return [first, ...others];
}

const isName = (text: string): boolean => /^[^=,;]+=[^;]+$/.test(text);

/** `12:cn=staff,ou=groups,dc=example,dc=org;13:cn=board,…`, each group of ours once. */
function groups(text: string): readonly LdapGroup[] {
  const entries = text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const matches = entries.map((one) => /^(\d{1,9}):(.+)$/s.exec(one));
  const list = matches.map((parts) => ({
    group: groupId(Number(parts?.[1] ?? 0)),
    dn: parts?.[2]?.trim() ?? '',
  }));
  const isWrong = list.some(({ group, dn }) => group === 0 || !isName(dn));
  if (isWrong || new Set(list.map(({ group }) => group)).size < list.length)
    throw new BadSetting('LDAP_GROUPS must look like 12:cn=staff,dc=example,dc=org;13:cn=board,dc=…');
  if (list.length > ldapLimits.groupsMax)
    throw new BadSetting(`LDAP_GROUPS may name at most ${ldapLimits.groupsMax} groups`);
  return list;
}
