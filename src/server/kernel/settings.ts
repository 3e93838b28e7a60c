import { duration } from '../../domain/limits.ts';
import type { LogLevel } from '../../ports/log.ts';
import type { Settings } from './core.ts';
import { type LdapSetting, ldapSetting } from './ldap-settings.ts';
import {
  auditLimits,
  connectionLimits,
  serverLimits as limits,
  quotaLimits,
  serverLimits,
} from './limits.ts';
import { type OpenIdSetting, openIdSettings } from './openid-settings.ts';
import type { Rate } from './rate.ts';
import { BadSetting, REMOVED_SETTING } from './setting-names.ts';

/** How much one person, one address and all together may ask of a node (LIMIT-21). */
export interface MostSettings {
  readonly sendRate: Rate;
  readonly callRate: Rate;
  readonly socketsPerPerson: number;
  readonly connections: { readonly perAddressMax: number; readonly max: number };
}

export const USUAL: MostSettings = {
  sendRate: serverLimits.sendRate,
  callRate: serverLimits.callRate,
  socketsPerPerson: serverLimits.socketsPerPersonMax,
  connections: { perAddressMax: connectionLimits.perAddressMax, max: connectionLimits.max },
};

type MostSettingsEnvironment = Readonly<Record<string, string | undefined>>;

/** Below `least` a person alone would be held up. */
function most(env: MostSettingsEnvironment, name: string, usual: number, least: number): number {
  const value = env[name] || String(usual);
  if (!/^\d{1,9}$/.test(value) || Number(value) < least)
    throw new BadSetting(`${name} must be a whole number, ${least} or more, not "${value}"`);
  return Number(value);
}

/** @throws BadSetting */
export function mostSettings(env: MostSettingsEnvironment): MostSettings {
  const { sendRate, callRate, socketsPerPerson, connections } = USUAL;
  return {
    sendRate: { ...sendRate, times: most(env, 'LIMIT_SENDS', sendRate.times, 50) },
    callRate: { ...callRate, times: most(env, 'LIMIT_CALLS', callRate.times, 600) },
    socketsPerPerson: most(env, 'LIMIT_SOCKETS', socketsPerPerson, 2),
    connections: {
      perAddressMax: most(env, 'LIMIT_CONNECTIONS', connections.perAddressMax, 10),
      max: most(env, 'LIMIT_ALL_CONNECTIONS', connections.max, 100),
    },
  };
}

/** Settings from the environment (START-2). */
/** UDP port of the unit of group calls, 0 for a free one, and addresses that it announces besides its own. */
interface UnitSettings {
  readonly port: number;
  readonly addresses: readonly string[];
}

export interface HostSettings extends Settings {
  readonly port: number;
  /** The unit of group calls; null: off. */
  readonly unit: UnitSettings | null;
  readonly host: string;
  readonly dataDir: string;
  /** A PostgreSQL server instead of the file in the data folder; null without. */
  readonly databaseUrl: string | null;
  /** Redis between nodes of one database; null without. */
  readonly redisUrl: string | null;
  readonly trustProxy: boolean;
  /** Address of the list of releases (START-20); null: no check. */
  readonly releasesUrl: string | null;
  /** Lines below it are not written (OPS-11). */
  readonly logLevel: LogLevel;
  /** Token of `/metrics`; null: the server generates one. */
  readonly metricsToken: string | null;
  /** Contact address for push services, and whether this machine may act as one (tests). */
  readonly push: {
    readonly subject: string;
    readonly allowPrivate: boolean;
    readonly hosts: readonly string[];
  };
  /** Allows previews of pages on this machine (tests). */
  readonly pages: { readonly allowPrivate: boolean };
  /** Allows outgoing hooks to private networks (HOOK-12). */
  readonly hooks: { readonly allowPrivate: boolean };
  /** Login providers (OIDC-2). */
  readonly openIds: readonly OpenIdSetting[];
  /** Null: no passwords of an organisation (LDAP-1). */
  readonly ldap: LdapSetting | null;
  /** Null: no codes by mail. */
  readonly smtp: { readonly url: string; readonly from: string } | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws BadSetting */
export function readSettings(env: Environment): HostSettings {
  refuseSecondDatabase(env);
  const host = env['HOST'] || '127.0.0.1';
  const address = publicUrl(env['PUBLIC_URL'] ?? '');
  return {
    port: port(env['PORT'] || DEFAULT_PORT),
    unit: unitSettings(env),
    host,
    dataDir: env['DATA_DIR'] || 'data',
    databaseUrl: database(env['DATABASE_URL'] || null),
    redisUrl: redis(env['REDIS_URL'] || null, env['DATABASE_URL'] || null),
    registration: oneOf(
      'REGISTRATION',
      env['REGISTRATION'] || (isAlone(host, address, env['TRUST_PROXY'] ?? '') ? 'open' : 'invite'),
      ['open', 'invite'],
    ),
    logLevel: oneOf('LOG_LEVEL', env['LOG_LEVEL'] || 'warn', ['debug', 'info', 'warn', 'error']),
    metricsToken: metricsToken(env['METRICS_TOKEN'] ?? ''),
    turnSecret: turnSecret(env['TURN_SECRET'] ?? ''),
    quota: {
      messages: whole('QUOTA_MESSAGES', env['QUOTA_MESSAGES'] || String(quotaLimits.messages)),
      files: whole('QUOTA_FILES', env['QUOTA_FILES'] || String(quotaLimits.files)),
      allFilesMb: whole('QUOTA_ALL_FILES_MB', env['QUOTA_ALL_FILES_MB'] || String(quotaLimits.allFilesMb)),
      filesMb: whole('QUOTA_FILES_MB', env['QUOTA_FILES_MB'] || String(quotaLimits.filesMb)),
      diskFloorMb: whole('DISK_FLOOR_MB', env['DISK_FLOOR_MB'] || String(quotaLimits.diskFloorMb)),
    },
    auditDays: auditDays(env['AUDIT_DAYS'] || '0'),
    erasedWords: oneOf('ERASED_WORDS', env['ERASED_WORDS'] || 'stay', ['stay', 'go']),
    most: mostSettings(env),
    waitMs: milliseconds('WAIT_MS', env['WAIT_MS'] || String(limits.waitMs)),
    wireTime: oneOf('WIRE_TIME', env['WIRE_TIME'] || 's', ['s', 'ms']),
    publicUrl: address,
    openIds: openIdSettings(env, address),
    ldap: ldapSetting(env),
    allowOrigins: origins(env['ALLOW_ORIGINS'] ?? ''),
    presenceGraceMs: graceSec(env['PRESENCE_GRACE'] || '20') * duration.SECOND,
    releasesUrl: releasesUrl(env['RELEASES_URL'] || null),
    trustProxy: oneOf('TRUST_PROXY', env['TRUST_PROXY'] || '0', ['0', '1']) === '1',
    smtp: smtp(env['SMTP_URL'] ?? '', env['SMTP_FROM'] ?? ''),
    push: {
      subject: pushSubject(
        env['PUSH_SUBJECT'] ||
          `mailto:${/[^\s<>]+@[^\s<>]+/.exec(env['SMTP_FROM'] ?? '')?.[0] ?? 'admin@localhost'}`,
      ),
      allowPrivate: oneOf('PUSH_PRIVATE', env['PUSH_PRIVATE'] || '0', ['0', '1']) === '1',
      hosts: pushHosts(env['PUSH_HOSTS'] ?? ''),
    },
    pages: { allowPrivate: oneOf('PREVIEW_PRIVATE', env['PREVIEW_PRIVATE'] || '0', ['0', '1']) === '1' },
    hooks: { allowPrivate: oneOf('HOOKS_PRIVATE', env['HOOKS_PRIVATE'] || '0', ['0', '1']) === '1' },
  };
}

function whole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new BadSetting(`${name} must be a whole number, not "${text}"`);
  return Number(text);
}

/** An audit of less than a month is useless. */
function auditDays(text: string): number {
  const days = whole('AUDIT_DAYS', text);
  const { daysMin, daysMax } = auditLimits;
  if (days !== 0 && (days < daysMin || days > daysMax))
    throw new BadSetting(`AUDIT_DAYS must be 0 for never, or from ${daysMin} to ${daysMax}, not "${text}"`);
  return days;
}

function milliseconds(name: string, text: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 100 || value > limits.storeWaitMs)
    throw new BadSetting(
      `${name} must be a number of milliseconds from 100 to ${limits.storeWaitMs}, not "${text}"`,
    );
  return value;
}

/** Short ones are guessed from one password that it made. */
function turnSecret(text: string): string | null {
  if (text === '') return null;
  if (text.length < 16)
    throw new BadSetting(
      'TURN_SECRET must have at least 16 characters, the same as static-auth-secret of the relay',
    );
  return text;
}

/** An origin: pages, calls and the socket are at its root. */
function publicUrl(text: string): string | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new BadSetting(
      'PUBLIC_URL must look like https://chat.example.org, with a port where it is not the usual one, and without a path',
    );
  }
  return url.origin;
}

/** Named one by one, as browsers and the shells of apps call themselves; `*` is all. */
function origins(text: string): readonly string[] {
  const schemes = text
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');
  if (schemes.some((one) => one !== '*' && !/^[a-z][a-z0-9+.-]*:\/\/[^\s/,]+$/.test(one)))
    throw new BadSetting(
      'ALLOW_ORIGINS must look like https://app.example.org,https://other.example.org or be *',
    );
  return schemes;
}

/** Names as `URL.host` has them; a default port is not written. */
function pushHosts(text: string): readonly string[] {
  const hosts = text
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');
  if (hosts.some((one) => !URL.canParse(`http://${one}`) || new URL(`http://${one}`).host !== one))
    throw new BadSetting('PUSH_HOSTS must look like push.example.lan,192.168.1.5:8080');
  return hosts;
}

function releasesUrl(url: string | null): string | null {
  if (url !== null && !/^https:\/\/[^\s/]+\/\S+$/.test(url))
    throw new BadSetting('RELEASES_URL must look like https://example.org/releases.json');
  return url;
}

function graceSec(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > 3_600)
    throw new BadSetting(`PRESENCE_GRACE must be a number of seconds from 0 to 3600, not "${text}"`);
  return Number(text);
}

function metricsToken(text: string): string | null {
  if (text === '') return null;
  if (!/^[\x21-\x7e]{16,}$/.test(text))
    throw new BadSetting('METRICS_TOKEN must have at least 16 characters, without spaces');
  return text;
}

/** Push vendors require a contact address of the sender. */
function pushSubject(text: string): string {
  if (!/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*)$/.test(text))
    throw new BadSetting('PUSH_SUBJECT must look like mailto:admin@example.org or https://example.org');
  return text;
}

function smtp(url: string, from: string): HostSettings['smtp'] {
  if (url === '' && from === '') return null;
  if (!from.includes('@'))
    throw new BadSetting(
      'SMTP_FROM must be the e-mail address that codes come from, and stands beside SMTP_URL',
    );
  if (!/^smtps?:\/\/[^\s/]+/.test(url))
    throw new BadSetting('SMTP_URL must look like smtp://user:password@host:port');
  return { url, from };
}

/** Errors omit the text: it may contain a password. */
function database(url: string | null): string | null {
  if (url !== null && !(URL.canParse(url) && /^postgres(?:ql)?:\/\/[^/?#]/.test(url))) {
    throw new BadSetting(`DATABASE_URL must look like postgres://user:password@host:5432/name`);
  }
  return url;
}

/** A trial of earlier releases. Without it, the groups of the second database would be missing (START-25). */
function refuseSecondDatabase(env: Environment): void {
  if (env[REMOVED_SETTING] || env[`${REMOVED_SETTING}_FILE`])
    throw new BadSetting(
      `${REMOVED_SETTING} was removed: Parley uses one database; see docs/scaling.md, One database`,
    );
}

function redis(url: string | null, databaseUrl: string | null): string | null {
  if (url === null) return null;
  if (!(URL.canParse(url) && /^rediss?:\/\/[^/?#]/.test(url)))
    throw new BadSetting('REDIS_URL must look like redis://:password@host:6379');
  if (databaseUrl === null)
    throw new BadSetting('REDIS_URL is for several nodes, which share a database: set DATABASE_URL as well');
  return url;
}

const DEFAULT_PORT = '8080';
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)$/i;

/** The UDP port has the number of `PORT` unless another one is set. */
function unitSettings(env: Environment): UnitSettings | null {
  const text = env['CALLS_PORT'] || env['PORT'] || DEFAULT_PORT;
  if (text === 'off') return null;
  const value = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (value < 0 || value > 65_535)
    throw new BadSetting(`CALLS_PORT must be a number from 0 to 65535, or off, not "${text}"`);
  const addresses = (env['CALLS_ADDRESS'] ?? '').split(/[\s,]+/).filter((address) => address !== '');
  for (const address of addresses)
    if (!ADDRESS.test(address)) throw new BadSetting(`CALLS_ADDRESS must be IP addresses, not "${address}"`);
  return { port: value, addresses };
}

function port(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (value < 0 || value > 65_535)
    throw new BadSetting(`PORT must be a number from 0 to 65535, not "${text}"`);
  return value;
}

function oneOf<const T extends string>(name: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new BadSetting(`${name} must be ${choices.join(' or ')}, not "${value}"`);
  return choice;
}

/** Nobody else reaches it: no proxy leads others to its loopback, and no public name is known (START-3). */
const isAlone = (host: string, address: string | null, trustProxy: string): boolean =>
  isLoopback(host) &&
  trustProxy !== '1' &&
  (address === null || isLoopback(new URL(address).hostname.replace(/^\[|\]$/g, '')));

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.');

/** The address to open on this machine: one bound to all interfaces is reached by loopback. */
export function addressOf(host: string, boundPort: number): string {
  const displayHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${displayHost.includes(':') ? `[${displayHost}]` : displayHost}:${boundPort}`;
}
