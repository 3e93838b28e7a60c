import { tokenLimits } from '../../domain/account-limits.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import { LOGOUTS } from './traces.ts';

export const pendingLogouts = (settings: SettingsPort): readonly string[] =>
  (settings.get(LOGOUTS) ?? '').split(' ').filter(Boolean);

export const writeLogouts = (settings: SettingsPort, keys: readonly string[]): void =>
  settings.set(LOGOUTS, keys.length === 0 ? null : keys.slice(-tokenLimits.endedKeptMax).join(' '));

export const keepLogout = (settings: SettingsPort, key: string): void =>
  writeLogouts(settings, [...pendingLogouts(settings).filter((one) => one !== key), key]);
