import { BadSetting } from './setting-names.ts';
import { openIdLimits } from './limits.ts';

/** A provider of logins as the environment names it (OIDC-2). */
export interface OpenIdSetting {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly client: string;
  readonly secret: string;
  /** True if its users get accounts automatically. */
  readonly isOpen: boolean;
  /** All its addresses count as verified: it is the operator's own. */
  readonly isTrusted: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/;

/** `OPENID` names them; each has its own settings. @throws BadSetting */
export function openIdSettings(env: Environment, publicUrl: string | null): readonly OpenIdSetting[] {
  const ids = (env['OPENID'] ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.some((id) => !/^[a-z][a-z0-9]{0,19}$/.test(id)) || new Set(ids).size < ids.length)
    throw new BadSetting('OPENID must name providers by small letters and digits, each once, as work,school');
  if (ids.length > openIdLimits.providersMax)
    throw new BadSetting(`OPENID may name at most ${openIdLimits.providersMax} providers`);
  if (ids.length > 0 && publicUrl === null)
    throw new BadSetting('OPENID needs PUBLIC_URL: providers lead browsers back to that address');
  return ids.map((id) => openIdSetting(env, id));
}

function openIdSetting(env: Environment, id: string): OpenIdSetting {
  const at = `OPENID_${id.toUpperCase()}`;
  const readSetting = (what: string): string => env[`${at}_${what}`] ?? '';
  const flag = (what: string): boolean => {
    const value = readSetting(what) || '0';
    if (value !== '0' && value !== '1') throw new BadSetting(`${at}_${what} must be 0 or 1, not "${value}"`);
    return value === '1';
  };
  const issuer = readSetting('ISSUER');
  if (!URL.canParse(issuer) || !(issuer.startsWith('https://') || LOCAL.test(issuer)))
    throw new BadSetting(`${at}_ISSUER must be the address of the provider, as https://id.example.org`);
  if (readSetting('CLIENT') === '')
    throw new BadSetting(`${at}_CLIENT must be the name that the provider has given to this server`);
  return {
    id,
    name: readSetting('NAME') || id,
    issuer,
    client: readSetting('CLIENT'),
    secret: readSetting('SECRET'),
    isOpen: flag('NEW'),
    isTrusted: flag('TRUST'),
  };
}
