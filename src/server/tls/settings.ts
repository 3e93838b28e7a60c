import { BadSetting } from '../kernel/setting-names.ts';

/** HTTPS by the server itself (TLS-1). */
export interface TlsSettings {
  /** Lower case; all clients are redirected to the first. */
  readonly names: readonly string[];
  /** Port of plain HTTP: proofs for the authority, and redirects to HTTPS. */
  readonly httpPort: number;
  /** Address the authority warns; null: none. */
  readonly email: string | null;
  /** Address of an authority other than the default; null: the default. */
  readonly directory: string | null;
}

const HOST_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Null without `DOMAIN`. @throws BadSetting */
export function tlsSettings(env: Readonly<Record<string, string | undefined>>): TlsSettings | null {
  const names = (env['DOMAIN'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  if (names.length > 20 || names.some((name) => !HOST_NAME.test(name)))
    throw new BadSetting('DOMAIN must be up to 20 host names, like chat.example.org,www.example.org');
  if (env['TRUST_PROXY'] === '1')
    throw new BadSetting('DOMAIN is for a server without a proxy in front of it, TRUST_PROXY for one behind');
  return {
    names,
    httpPort: httpPort(env['HTTP_PORT'] || '80'),
    email: email(env['ACME_EMAIL'] ?? ''),
    directory: directory(env['ACME_DIRECTORY'] ?? ''),
  };
}

function httpPort(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (value < 0 || value > 65_535)
    throw new BadSetting(`HTTP_PORT must be a number from 0 to 65535, not "${text}"`);
  return value;
}

function email(text: string): string | null {
  if (text === '') return null;
  if (!/^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/.test(text))
    throw new BadSetting('ACME_EMAIL must be the e-mail address that the certificate authority may warn');
  return text;
}

function directory(text: string): string | null {
  if (text === '') return null;
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:')
    throw new BadSetting('ACME_DIRECTORY must be the https address of the directory of an authority');
  return text;
}

/**
 * Settings that follow from `DOMAIN`: clients use the first name, at the default port.
 *
 * @throws BadSetting
 */
export function withDomain(env: Readonly<Record<string, string | undefined>>): typeof env {
  const tls = tlsSettings(env);
  if (tls === null) return env;
  const port = env['PORT'] || '443';
  const address = env['PUBLIC_URL'] || `https://${tls.names[0]}${port === '443' ? '' : `:${port}`}`;
  const origin = URL.canParse(address) ? new URL(address) : null;
  if (origin !== null && !(origin.protocol === 'https:' && tls.names.includes(origin.hostname)))
    throw new BadSetting('PUBLIC_URL beside DOMAIN must be https:// and one of its names');
  return { ...env, PORT: port, HOST: env['HOST'] || '::', PUBLIC_URL: address };
}
