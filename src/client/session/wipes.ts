import type { UserId } from '../../domain/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { RecordsPort, SettingsPort } from '../../ports/storage.ts';
import { wipesKeptMax } from '../state/limits.ts';
import { WIPES } from './traces.ts';

interface Ports {
  readonly settings: SettingsPort;
  readonly records: RecordsPort;
  readonly log: Log;
}

const noted = (settings: SettingsPort): readonly string[] =>
  (settings.get(WIPES) ?? '').split(' ').filter(Boolean);

const put = (settings: SettingsPort, users: readonly string[]): void =>
  settings.set(WIPES, users.length === 0 ? null : users.slice(-wipesKeptMax).join(' '));

const without = (settings: SettingsPort, user: string): readonly string[] =>
  noted(settings).filter((one) => one !== user);

/** Before anything of somebody is wiped: a page may be closed before all of it is gone (SESS-3). */
export const noteWipe = (settings: SettingsPort, user: UserId): void =>
  put(settings, [...without(settings, String(user)), String(user)]);

/** They sign in anew: what lies here from now on is theirs. */
export const forgetWipe = (settings: SettingsPort, user: UserId): void => {
  if (settings.get(WIPES) !== null) put(settings, without(settings, String(user)));
};

/** What a chosen log-out was to wipe and did not, in this tab or another. */
export async function finishWipes({ settings, records, log }: Ports): Promise<void> {
  for (const user of noted(settings))
    await records.wipe(user).then(
      () => put(settings, without(settings, user)),
      () => log.write('warn', 'wipe.failed'),
    );
}
