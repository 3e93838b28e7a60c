import { useSyncExternalStore } from 'react';
import { onSetting, readSetting, writeSetting } from '../platform/settings.ts';

/** One stored text, or null; writing tells every user of it. */
export function useSetting(key: string): readonly [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(
    onSetting,
    () => readSetting(key),
    () => null,
  );
  return [value, (next) => writeSetting(key, next)];
}
