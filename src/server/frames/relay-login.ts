import type { UserId } from '../../domain/ids.ts';
import { callLimits as limits } from '../../domain/limits.ts';
import type { Core } from '../kernel/core.ts';

export interface RelayLogin {
  /** Second of its end and the user, as relays expect it: `1700000000:7`. */
  readonly name: string;
  readonly password: string;
}

/**
 * A user's relay credentials, derived from the secret shared with the relay: valid for half a day to a day,
 * and unchanged for hours, so that a client's copy stays valid (CALL-21). Null without a secret; then all use
 * the name and password of the configuration.
 */
export function relayLogin(
  { settings, passwords, clock }: Pick<Core, 'settings' | 'passwords' | 'clock'>,
  user: UserId,
): RelayLogin | null {
  if (!settings.turnSecret) return null;
  const half = limits.relayLifeMs / 2;
  const name = `${(Math.floor(clock.nowMs() / half) * half + limits.relayLifeMs) / 1_000}:${user}`;
  return { name, password: passwords.relayPassword(settings.turnSecret, name) };
}
