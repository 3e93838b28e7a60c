import { useSyncExternalStore } from 'react';
import { keepOwn, keepSetting, onSetting, readOwn, readSetting } from '../platform/settings.ts';

/**
 * One stored text, or null; writing tells every user of it, and answers false when it lasts only until the
 * page closes.
 */
export function useSetting(key: string): readonly [string | null, (value: string | null) => boolean] {
  const value = useSyncExternalStore(
    onSetting,
    () => readSetting(key),
    () => null,
  );
  return [value, (next) => keepSetting(key, next)];
}

/** The same of the person who is signed in: another one who signs in here sees nothing of it. */
export function useOwnSetting(key: string): readonly [string | null, (value: string | null) => boolean] {
  const value = useSyncExternalStore(
    onSetting,
    () => readOwn(key),
    () => null,
  );
  return [value, (next) => keepOwn(key, next)];
}
