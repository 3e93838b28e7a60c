import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Attribute, Change, Client } from 'ldapts';
import { ldapSetting, type LdapSetting } from '../../src/server/kernel/ldap-settings.ts';
import { freePort, temporaryFolder } from './server.ts';
import { until } from './until.ts';

export const BASE = 'dc=example,dc=org';
export const ROOT = { dn: `cn=admin,${BASE}`, password: 'root of the tree' };
const INSTALL = 'apt-get install -y --no-install-recommends slapd openssl';

export interface Entry {
  readonly uid: string;
  readonly cn: string;
  readonly password: string;
  readonly mail?: string;
}

/** A real LDAP server on this machine, with users and groups of the test. */
export class Slapd {
  readonly url: string;
  /** The address with TLS and a test certificate. */
  readonly secureUrl: string;
  readonly ca: string;
  private readonly arguments: readonly string[];
  private child: ChildProcess | null = null;

  private constructor(folder: string, port: number, securePort: number) {
    this.url = `ldap://127.0.0.1:${port}`;
    this.secureUrl = `ldaps://127.0.0.1:${securePort}`;
    this.ca = join(folder, 'own.pem');
    const config = join(folder, 'slapd.conf');
    this.arguments = ['-h', `${this.url}/ ${this.secureUrl}/`, '-f', config, '-d', '0'];
  }

  /**
   * `more`: lines of its configuration before its database and in it.
   * @throws when it cannot start: tests fail, they do not skip.
   */
  static async start(
    more: { readonly before?: readonly string[]; readonly inside?: readonly string[] } = {},
  ): Promise<Slapd> {
    const folder = temporaryFolder();
    const slapd = new Slapd(folder, await freePort(), await freePort());
    const key = join(folder, 'key.pem');
    const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=ldap';
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', slapd.ca];
    if (spawnSync('openssl', [...request.split(' '), ...names]).status !== 0)
      throw new Error(`These tests need an LDAP server. Type as root: ${INSTALL}`);
    mkdirSync(join(folder, 'data'));
    writeFileSync(
      join(folder, 'slapd.conf'),
      [
        ...['core', 'cosine', 'nis', 'inetorgperson'].map(
          (name) => `include /etc/ldap/schema/${name}.schema`,
        ),
        'modulepath /usr/lib/ldap',
        'moduleload back_mdb',
        ...(more.before ?? []),
        `pidfile ${join(folder, 'pid')}`,
        `TLSCertificateFile ${slapd.ca}`,
        `TLSCertificateKeyFile ${key}`,
        'database mdb',
        'maxsize 10485760',
        `suffix "${BASE}"`,
        `rootdn "${ROOT.dn}"`,
        `rootpw "${ROOT.password}"`,
        `directory ${join(folder, 'data')}`,
        'dbnosync',
        ...(more.inside ?? []),
        '',
      ].join('\n'),
    );
    await slapd.up();
    await slapd.as(async (client) => {
      await client.add(BASE, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' });
      for (const ou of ['people', 'groups'])
        await client.add(`ou=${ou},${BASE}`, { objectClass: 'organizationalUnit', ou });
    });
    return slapd;
  }

  /** The setting of an operator, with connected groups. */
  setting(more: Readonly<Record<string, string>> = {}): LdapSetting {
    const match = ldapSetting({
      LDAP_URL: this.url,
      LDAP_BASE: `ou=people,${BASE}`,
      LDAP_BIND: ROOT.dn,
      LDAP_BIND_PASSWORD: ROOT.password,
      ...more,
    });
    if (!match) throw new Error('there is an address');
    return match;
  }

  async up(): Promise<void> {
    const child = spawn('/usr/sbin/slapd', this.arguments, { stdio: 'ignore' });
    this.child = child;
    child.on('error', () => undefined);
    process.on('exit', () => void child.kill('SIGKILL'));
    await until(() => this.as(() => Promise.resolve()));
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => void child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  add({ uid, cn, password, mail }: Entry): Promise<void> {
    return this.as((client) =>
      client.add(nameOf(uid), {
        objectClass: 'inetOrgPerson',
        uid,
        cn,
        sn: cn,
        userPassword: password,
        ...(mail === undefined ? {} : { mail }),
      }),
    );
  }

  remove(uid: string): Promise<void> {
    return this.as((client) => client.del(nameOf(uid)));
  }

  rename(uid: string, to: string): Promise<void> {
    return this.as((client) => client.modifyDN(nameOf(uid), `uid=${to}`));
  }

  /** Makes the group, or gives it other members. */
  async group(cn: string, people: readonly string[], entry = nameOf): Promise<void> {
    const member = people.map(entry);
    await this.replace(groupName(cn), 'member', member).catch(() =>
      this.as((client) => client.add(groupName(cn), { objectClass: 'groupOfNames', cn, member })),
    );
  }

  replace(dn: string, type: string, values: string[]): Promise<void> {
    const modification = new Attribute({ type, values });
    return this.as((client) => client.modify(dn, new Change({ operation: 'replace', modification })));
  }

  async as(work: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client({ url: this.url, timeout: 5_000, connectTimeout: 5_000 });
    try {
      await client.bind(ROOT.dn, ROOT.password);
      await work(client);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }
}

const nameOf = (uid: string): string => `uid=${uid},ou=people,${BASE}`;
export const groupName = (cn: string): string => `cn=${cn},ou=groups,${BASE}`;
