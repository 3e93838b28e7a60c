import { onSetting, readOwn, writeOwn } from './settings.ts';
import { serverListLimits } from './limits.ts';

const KEY = 'servers';
const SEPARATOR = ' ';

/** Addresses of other servers, on this device only (PHONE-11). */
export const servers = (): readonly string[] => (readOwn(KEY) ?? '').split(SEPARATOR).filter(Boolean);

export const onServers = onSetting;

const write = (list: readonly string[]): void => writeOwn(KEY, list.join(SEPARATOR));

export const removeServer = (address: string): void => write(servers().filter((one) => one !== address));

export type ServerProblem = 'shape' | 'here' | 'known' | 'many';

/** Adds the origin of an address; HTTPS, unless the server is this machine. Returns why it cannot. */
export function addServer(typed: string): ServerProblem | null {
  const text = typed.trim();
  const address = text.includes('://') ? text : `https://${text}`;
  if (text === '' || !URL.canParse(address)) return 'shape';
  const { protocol, hostname, origin, username } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  if (username !== '' || !(protocol === 'https:' || (protocol === 'http:' && isLocal))) return 'shape';
  if (!isLocal && !/[.:]/.test(hostname)) return 'shape';
  if (origin === location.origin) return 'here';
  if (servers().includes(origin)) return 'known';
  if (servers().length >= serverListLimits.max) return 'many';
  write([...servers(), origin]);
  return null;
}
