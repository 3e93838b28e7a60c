import { tokenLimits } from '../../domain/account-limits.ts';
import type { UserId } from '../../domain/ids.ts';
import { CANCELLED, ownPrefix, TRIED } from '../../domain/own-keys.ts';
import type { SettingsPort } from '../../ports/storage.ts';

/** The account of the login form, if the user chose to remember it; never the password. */
export const REMEMBERED = 'LoginAccount';

/**
 * Log-outs the server has not confirmed; the login page checks them too, so that a signed-out page sends them
 * (SESS-6).
 */
export const LOGOUTS = 'logouts';

/** Users whose records a chosen log-out was to wipe; the login page checks them too (SESS-3). */
export const WIPES = 'wipes';

const ownKeys = (settings: SettingsPort, user: UserId): readonly string[] =>
  settings.keys().filter((key) => key.startsWith(ownPrefix(user)));

/** A chosen log-out also removes the user's small settings from the browser (SESS-7). */
export function dropTraces(settings: SettingsPort, user: UserId): void {
  for (const key of [...ownKeys(settings, user), `outbox-${user}`, REMEMBERED]) settings.set(key, null);
}

/** The end of a brief login removes them, too, except for those about unsent messages (SESS-11). */
export function dropBriefTraces(settings: SettingsPort, user: UserId): void {
  const stay = [TRIED, CANCELLED].map((name) => ownPrefix(user) + name);
  for (const key of ownKeys(settings, user)) if (!stay.includes(key)) settings.set(key, null);
}

export const pendingLogouts = (settings: SettingsPort): readonly string[] =>
  (settings.get(LOGOUTS) ?? '').split(' ').filter(Boolean);

export const writeLogouts = (settings: SettingsPort, keys: readonly string[]): void =>
  settings.set(LOGOUTS, keys.length === 0 ? null : keys.slice(-tokenLimits.endedKeptMax).join(' '));

export const keepLogout = (settings: SettingsPort, key: string): void =>
  writeLogouts(settings, [...pendingLogouts(settings).filter((one) => one !== key), key]);
