import { useSyncExternalStore } from 'react';
import { onSetting, readSetting, keepSetting } from '../platform/settings.ts';

/** One stored text, or null; writing tells every user of it, and answers false when it lasts only until the page closes. */
export function useSetting(key: string): readonly [string | null, (value: string | null) => boolean] {
  const value = useSyncExternalStore(
    onSetting,
    () => readSetting(key),
    () => null,
  );
  return [value, (next) => keepSetting(key, next)];
}
