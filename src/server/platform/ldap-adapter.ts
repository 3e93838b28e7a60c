import {
  AndFilter,
  Client,
  EqualityFilter,
  FilterParser,
  InvalidCredentialsError,
  NoSuchObjectError,
  OrFilter,
  ResultCodeError,
} from 'ldapts';
import type { Entry, Filter } from 'ldapts';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { SECOND } from '../../domain/duration.ts';
import type { GroupId } from '../../domain/ids.ts';
import type { Ldap, LdapFault, LdapPeople, LdapPerson } from '../../ports/ldap.ts';
import type { Log } from '../../ports/log.ts';
import { BadSetting } from '../kernel/setting-names.ts';
import type { LdapGroup, LdapSetting } from '../kernel/ldap-settings.ts';
import { ldapLimits as limits } from '../kernel/limits.ts';
import { ldapFaultText } from '../kernel/ldap-faults.ts';
import { BindRefused, NoAttribute, NoTls, faultOf, isUserRefusal } from './ldap-fault.ts';

/** How groups name their members: whole names of entries, or what people log in with. */
const MEMBERS = ['member', 'uniqueMember', 'memberUid'];
const BINARY = 'hex:';

/** @throws BadSetting where the filter of people is none, or the certificates cannot be read */
export function createLdap(setting: LdapSetting, log: Log, waitMs: number = limits.waitMs): Ldap {
  const people = parsed(setting.people);
  const way = new Way(setting, people, certificates(setting.ca), log, waitMs);
  let fault: LdapFault | null = null;
  const orAway = async <T>(work: () => Promise<T>): Promise<T | 'away'> => {
    try {
      const answer = await work();
      fault = null;
      return answer;
    } catch (error) {
      // For the operator; the library includes no user data.
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      fault = faultOf(setting, error);
      log.write('warn', 'LDAP server does not answer', { error: name, message, fault: ldapFaultText(fault) });
      return 'away';
    }
  };
  return {
    enter: (name, password) => orAway(() => way.enter(name, password)),
    fits: (id, password) => orAway(() => way.fits(id, password)),
    everybody: () => orAway(() => way.everybody()),
    find: (name) => orAway(() => way.find(name)),
    fault: () => fault,
    canTakeOver: setting.canTakeOver,
  };
}

function parsed(filter: string): Filter {
  try {
    return FilterParser.parseString(filter);
  } catch {
    throw new BadSetting(`LDAP_PEOPLE must be a filter as (objectClass=person), not "${filter}"`);
  }
}

function certificates(file: string): { readonly ca?: string } {
  if (file === '') return {};
  try {
    return { ca: readFileSync(file, 'utf8') };
  } catch {
    throw new BadSetting(`LDAP_CA must be a file with certificates that can be read, not "${file}"`);
  }
}

/** A connection per question: questions are rare, and an open one could die in the meantime. */
class Way {
  private readonly attributeNames: string[];

  constructor(
    private readonly setting: LdapSetting,
    private readonly people: Filter,
    private readonly tlsTrust: { readonly ca?: string },
    private readonly log: Log,
    private readonly waitMs: number,
  ) {
    const { attributes, memberOf } = setting;
    const { id, logins, name, email } = attributes;
    this.attributeNames = [id, ...logins, name, email, memberOf].filter((one) => one !== '');
  }

  /** Values enter filters as values, never as filter text: input cannot match other users. */
  async enter(name: string, password: string): Promise<LdapPerson | null> {
    return this.asking(async (client) => {
      const entry = await this.one(client, this.filterFor(name));
      if (!entry || !(await this.opens(entry.dn, password))) return null;
      const person = this.personOf(entry);
      return person && { ...person, groups: await this.groupsOf(client, person.login, entry) };
    });
  }

  async find(name: string): Promise<LdapPerson | null> {
    return this.asking(async (client) => {
      const entry = await this.one(client, this.filterFor(name));
      const person = entry && this.personOf(entry);
      return entry && person && { ...person, groups: await this.groupsOf(client, person.login, entry) };
    });
  }

  /** The user with this login name or address. */
  private filterFor(value: string): Filter {
    const { logins, email } = this.setting.attributes;
    const attributes = [...new Set([...logins, email])];
    return new OrFilter({ filters: attributes.map((attribute) => new EqualityFilter({ attribute, value })) });
  }

  async fits(id: string, password: string): Promise<boolean> {
    const value = id.startsWith(BINARY) ? Buffer.from(id.slice(BINARY.length), 'hex') : id;
    const filter = new EqualityFilter({ attribute: this.setting.attributes.id, value });
    return this.asking(async (client) => {
      const entry = await this.one(client, filter);
      return entry !== null && this.opens(entry.dn, password);
    });
  }

  async everybody(): Promise<LdapPeople> {
    return this.asking(async (client) => {
      const ids = new Set<string>();
      const byName = new Map<string, string>();
      const membersByGroup = new Map(this.setting.groups.map(({ dn }) => [plain(dn), new Set<string>()]));
      const pages = client.searchPaginated(this.setting.base, {
        ...this.search(this.people),
        paged: { pageSize: limits.pageSize },
      });
      const lack = new Set<'LDAP_ID' | 'LDAP_LOGIN'>(['LDAP_ID', 'LDAP_LOGIN']);
      let count = 0;
      for await (const { searchEntries } of pages) {
        count += searchEntries.length;
        for (const entry of searchEntries) {
          this.strike(lack, entry);
          const person = this.personOf(entry);
          if (!person) continue;
          ids.add(person.id);
          byName.set(plain(entry.dn), person.id).set(plain(person.login), person.id);
          for (const group of texts(entry, this.setting.memberOf))
            membersByGroup.get(plain(group))?.add(person.id);
        }
        if (ids.size > limits.peopleMax) throw new Error(`more than ${limits.peopleMax} people`);
      }
      const [setting] = lack;
      if (count > 0 && setting !== undefined) throw new NoAttribute(setting, this.attributeOf(setting));
      const groups = new Map<GroupId, ReadonlySet<string>>();
      for (const group of this.setting.groups) {
        const listed = await this.membersOf(client, group);
        if (listed === null) continue;
        const inside = listed.map((name) => byName.get(plain(name)) ?? '').filter((id) => id !== '');
        const members = this.setting.memberOf === '' ? new Set(inside) : membersByGroup.get(plain(group.dn));
        groups.set(group.group, members ?? new Set());
      }
      return { ids, groups };
    });
  }

  private attributeOf(setting: 'LDAP_ID' | 'LDAP_LOGIN'): string {
    const { id, logins } = this.setting.attributes;
    return setting === 'LDAP_ID' ? id : logins[0];
  }

  /** Removes the settings whose attribute this entry has. */
  private strike(lack: Set<'LDAP_ID' | 'LDAP_LOGIN'>, entry: Entry): void {
    for (const setting of lack)
      if (valuesOf(entry, this.attributeOf(setting)).length > 0) lack.delete(setting);
  }

  private async asking<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.open();
    try {
      const { dn, password } = this.setting.bind;
      if (dn !== '') await this.bindAs(client, dn, password);
      return await work(client);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  private async bindAs(client: Client, dn: string, password: string): Promise<void> {
    try {
      await client.bind(dn, password);
    } catch (error) {
      if (error instanceof InvalidCredentialsError) throw new BindRefused(error.message);
      throw error;
    }
  }

  private async open(): Promise<Client> {
    const { url, startTls } = this.setting;
    const { hostname, protocol } = new URL(url);
    const client = new Client({
      url,
      timeout: this.waitMs,
      connectTimeout: this.waitMs,
      strictDN: false,
      ...(protocol === 'ldaps:' ? { tlsOptions: this.tlsTrust } : {}),
    });
    // Certificates of bare addresses are looked for by the address itself.
    const servername = isIP(hostname) === 0 ? { servername: hostname } : {};
    if (startTls) await this.secured(client, { host: hostname, ...servername, ...this.tlsTrust });
    return client;
  }

  /** The library sets no time limit for the change to TLS, and leaves the connection open if it fails. */
  private async secured(client: Client, options: ConnectionOptions): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer for ${this.waitMs / SECOND} s`)), this.waitMs);
    });
    try {
      await Promise.race([client.startTLS(options), limit]);
    } catch (error) {
      options.socket?.destroy();
      await client.unbind().catch(() => undefined);
      throw new NoTls('no TLS', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** An empty password is rejected: servers treat it as an anonymous bind. */
  private async opens(dn: string, password: string): Promise<boolean> {
    if (password === '') return false;
    const client = await this.open();
    try {
      await client.bind(dn, password);
      return true;
    } catch (error) {
      if (!isUserRefusal(error)) throw error;
      // Only this user: the others can log in.
      if (!(error instanceof InvalidCredentialsError))
        this.log.write('warn', 'LDAP server refuses the login of one user', { code: codeOf(error) });
      return false;
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  private search(filter: Filter) {
    const { id } = this.setting.attributes;
    return { scope: 'sub' as const, filter, attributes: this.attributeNames, explicitBufferAttributes: [id] };
  }

  /** Null if none or several match: then the user is unknown. */
  private async one(client: Client, filter: Filter): Promise<Entry | null> {
    const both = new AndFilter({ filters: [this.people, filter] });
    const { searchEntries } = await client.search(this.setting.base, { ...this.search(both), sizeLimit: 2 });
    return searchEntries.length === 1 ? (searchEntries[0] ?? null) : null;
  }

  private async groupsOf(client: Client, login: string, entry: Entry): Promise<readonly GroupId[]> {
    const { groups, memberOf } = this.setting;
    if (memberOf !== '') {
      const groupNames = new Set(texts(entry, memberOf).map(plain));
      return groups.filter(({ dn }) => groupNames.has(plain(dn))).map(({ group }) => group);
    }
    const mine = new Set([plain(login), plain(entry.dn)]);
    const memberships: GroupId[] = [];
    for (const group of groups) {
      const names = await this.membersOf(client, group);
      if (names?.some((name) => mine.has(plain(name))) === true) memberships.push(group.group);
    }
    return memberships;
  }

  /** Null: the entry does not exist, or does not list all members, so no member is affected. */
  private async membersOf(client: Client, { dn }: LdapGroup): Promise<readonly string[] | null> {
    // Checks that the group exists, if users list their groups.
    const attributes = this.setting.memberOf === '' ? MEMBERS : ['objectClass'];
    try {
      const { searchEntries } = await client.search(dn, { scope: 'base', attributes });
      if (searchEntries.some(inParts)) {
        this.log.write('warn', 'an LDAP group is given in parts, so it is not followed: set LDAP_MEMBER_OF', {
          group: dn,
        });
        return null;
      }
      return searchEntries.flatMap((entry) => MEMBERS.flatMap((name) => texts(entry, name)));
    } catch (error) {
      if (error instanceof NoSuchObjectError) return null;
      throw error;
    }
  }

  private personOf(entry: Entry): LdapPerson | null {
    const { attributes } = this.setting;
    const id = idOf(valuesOf(entry, attributes.id)[0]);
    const [login = ''] = texts(entry, attributes.logins[0]);
    if (id === '' || login === '') return null;
    const [name = ''] = texts(entry, attributes.name);
    const [email = ''] = texts(entry, attributes.email);
    return { id, login, name: name || login, email: email.trim().toLowerCase(), groups: [] };
  }
}

/** Some servers give long lists as `member;range=0-1499`: not whole, so not to be followed. */
const inParts = (entry: Entry): boolean =>
  Object.keys(entry).some((key) =>
    MEMBERS.some((name) => key.toLowerCase().startsWith(`${name.toLowerCase()};`)),
  );

/** Number of the answer, without its text, which may name the user. */
const codeOf = (error: unknown): number => (error instanceof ResultCodeError ? error.code : 0);

/** Servers write names of attributes as they like. */
function valuesOf(entry: Entry, attribute: string): readonly (Buffer | string)[] {
  const small = attribute.toLowerCase();
  return Object.entries(entry)
    .filter(([key]) => key.toLowerCase() === small)
    .flatMap(([, value]) => value);
}

const texts = (entry: Entry, attribute: string): readonly string[] =>
  valuesOf(entry, attribute).map((value) => (typeof value === 'string' ? value : value.toString('utf8')));

/** Some servers identify entries by text, some by bytes. */
function idOf(value: Buffer | string | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  const text = value.toString('utf8');
  return /^[\x20-\x7e]+$/.test(text) ? text : `${BINARY}${value.toString('hex')}`;
}

/** Entry names ignore case and blanks between their parts. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/\s*([,=+])\s*/g, '$1')
    .trim();
