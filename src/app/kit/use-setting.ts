import { useSyncExternalStore } from 'react';
import { keepOwn, keepSetting, onSetting, readOwn, readSetting } from '../platform/settings.ts';

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
