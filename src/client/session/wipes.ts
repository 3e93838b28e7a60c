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

const pendingWipes = (settings: SettingsPort): readonly string[] =>
  (settings.get(WIPES) ?? '').split(' ').filter(Boolean);

const writeWipes = (settings: SettingsPort, users: readonly string[]): void =>
  settings.set(WIPES, users.length === 0 ? null : users.slice(-wipesKeptMax).join(' '));

const without = (settings: SettingsPort, user: string): readonly string[] =>
  pendingWipes(settings).filter((one) => one !== user);

/** Noted before any wipe: a page may close before it is complete (SESS-3). */
export const noteWipe = (settings: SettingsPort, user: UserId): void =>
  writeWipes(settings, [...without(settings, String(user)), String(user)]);

/** The user signed in again: data stored here from now on is theirs. */
export const forgetWipe = (settings: SettingsPort, user: UserId): void => {
  if (settings.get(WIPES) !== null) writeWipes(settings, without(settings, String(user)));
};

/** Completes wipes that a chosen log-out left unfinished, in this tab or another. */
export async function finishWipes({ settings, records, log }: Ports): Promise<void> {
  for (const user of pendingWipes(settings))
    await records.wipe(user).then(
      () => writeWipes(settings, without(settings, user)),
      () => log.write('warn', 'wipe.failed'),
    );
}
