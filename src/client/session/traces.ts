import type { UserId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import type { SettingsPort } from '../../ports/storage.ts';

/** The account of the login form, where somebody wanted it to be remembered; never the password. */
export const REMEMBERED = 'LoginAccount';

/**
 * Log-outs that the server has not been heard to know; looked for by the door as well, so that a page of
 * nobody says them (SESS-6).
 */
export const LOGOUTS = 'logouts';

/** Whose records a chosen log-out was to wipe; looked for by the door as well (SESS-3). */
export const WIPES = 'wipes';

/** After a chosen log-out nothing small of the person stays in the browser either (SESS-7). */
export function dropTraces(settings: SettingsPort, user: UserId): void {
  const own = settings.keys().filter((key) => key.startsWith(ownPrefix(user)));
  for (const key of [...own, `outbox-${user}`, REMEMBERED]) settings.set(key, null);
}
