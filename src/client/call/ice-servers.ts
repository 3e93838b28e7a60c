import type { GlobalConfig } from '../../domain/config.ts';
import { callLimits as limits } from '../../domain/limits.ts';
import type { IceServer } from '../../ports/media.ts';
import type { SettingsPort } from '../../ports/storage.ts';

/** Setting of this device: calls go through a relay only, so that the peer does not learn the address. */
const RELAY_ONLY = 'callRelayOnly';

export const isRelayOnly = (settings: SettingsPort): boolean => settings.get(RELAY_ONLY) === '1';

/**
 * The call servers of the configuration: addresses apart by commas or spaces; a relay takes the name and
 * password (CALL-21).
 */
export function iceServersOf({ chatInfo }: GlobalConfig): readonly IceServer[] {
  const addresses = chatInfo.stun.split(/[\s,]+/).filter((address) => /^(?:stun|turn)s?:./.test(address));
  return addresses
    .slice(0, limits.iceServersMax)
    .map((urls) =>
      urls.startsWith('stun')
        ? { urls }
        : { urls, username: chatInfo.stunUser, credential: chatInfo.stunPass },
    );
}

/**
 * True if the TURN password expires soon: such user names begin with the second of their expiry (CALL-21).
 */
export function endsSoon({ chatInfo }: GlobalConfig, nowMs: number): boolean {
  const ends = /^(\d{9,12}):/.exec(chatInfo.stunUser);
  return ends !== null && Number(ends[1]) * 1_000 < nowMs + limits.credentialRestMs;
}
