import { useSyncExternalStore } from 'react';
import { keepOwn, keepSetting, onSetting, readOwn, readSetting, writeSetting } from '../platform/settings.ts';

/** Settings of this device, under the family's names. */
export interface AppSetting {
  readonly voiceStatus: boolean;
  readonly vibrateStatus: boolean;
  readonly circleAvatar: boolean;
  /** Enter sends; off: Ctrl or Cmd with Enter does, and Enter starts a line. */
  readonly enterSends: boolean;
  /** Typed formatting characters format the text; off: they are plain text (RICH-7). */
  readonly marks: boolean;
  /** Web addresses in sent messages get a link preview; earlier versions stored it here (PREVIEW-12). */
  readonly previews: boolean;
}

const KEY = 'appSetting';
const DEFAULTS: AppSetting = {
  voiceStatus: true,
  vibrateStatus: false,
  circleAvatar: false,
  enterSends: true,
  marks: true,
  previews: true,
};
let parsed: { readonly text: string | null; readonly value: AppSetting } = { text: null, value: DEFAULTS };

export function appSetting(): AppSetting {
  const text = readSetting(KEY);
  if (text !== parsed.text) parsed = { text, value: decode(text) };
  return parsed.value;
}

export const setAppSetting = (part: Partial<AppSetting>): void =>
  writeSetting(KEY, JSON.stringify({ ...appSetting(), ...part }));

export const useAppSetting = (): AppSetting => useSyncExternalStore(onSetting, appSetting, () => DEFAULTS);

function decode(text: string | null): AppSetting {
  if (text === null) return DEFAULTS;
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== 'object' || raw === null) return DEFAULTS;
    const flag = (key: keyof AppSetting): boolean => {
      const value: unknown = Reflect.get(raw, key);
      return typeof value === 'boolean' ? value : DEFAULTS[key];
    };
    return {
      voiceStatus: flag('voiceStatus'),
      vibrateStatus: flag('vibrateStatus'),
      circleAvatar: flag('circleAvatar'),
      enterSends: flag('enterSends'),
      marks: flag('marks'),
      previews: flag('previews'),
    };
  } catch {
    return DEFAULTS;
  }
}

/**
 * One stored text, or null; writing updates all its readers, and returns false if the value lasts only until
 * the page closes.
 */
export function useSetting(key: string): readonly [string | null, (value: string | null) => boolean] {
  const value = useSyncExternalStore(
    onSetting,
    () => readSetting(key),
    () => null,
  );
  return [value, (next) => keepSetting(key, next)];
}

/** The same for the signed-in user; invisible to another user who signs in here. */
export function useOwnSetting(key: string): readonly [string | null, (value: string | null) => boolean] {
  const value = useSyncExternalStore(
    onSetting,
    () => readOwn(key),
    () => null,
  );
  return [value, (next) => keepOwn(key, next)];
}
