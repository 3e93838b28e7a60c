import type { UserId } from '../../domain/ids.ts';
import { callLimits as limits } from '../../domain/limits.ts';
import type { Core } from '../kernel/core.ts';

export interface RelayLogin {
  /** Second of its end and the user, as relays expect it: `1700000000:7`. */
  readonly name: string;
  readonly password: string;
}

/**
 * What one person may use the relay with, made from the secret that the relay knows, too: for half a day
 * to a day, and the same for hours, so that a client's copy need not change all the time (CALL-21). Null
 * without a secret; then all have the name and password of the configuration.
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
