import type { GlobalConfig } from '../../domain/config.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { ClientStore } from '../state/store.ts';

const KEY = 'globalConfig';

/** The stored copy of the configuration: for the first paint, before the call answers. */
export function createConfigCopy(
  settings: SettingsPort,
  store: Pick<ClientStore, 'get' | 'dispatch'>,
): { restore(): void; looked(): void } {
  let copied = store.get().config;
  return {
    restore: () => {
      const found = readConfig(settings.get(KEY));
      if (found === null) return;
      copied = found;
      store.dispatch({ type: 'configLoaded', config: found });
    },
    looked: () => {
      const { config } = store.get();
      if (config === copied) return;
      copied = config;
      settings.set(KEY, JSON.stringify(config));
    },
  };
}

/** Accepts only a copy with all parts of today's configuration; one of another version is fetched again. */
export function readConfig(text: string | null): GlobalConfig | null {
  if (text === null) return null;
  try {
    const found = JSON.parse(text) as Partial<GlobalConfig> | null;
    const whole =
      typeof found?.sysInfo?.regtype === 'number' &&
      typeof found.chatInfo?.redoTimeSec === 'number' &&
      typeof found.chatInfo.editTimeSec === 'number' &&
      typeof found.chatInfo.linkPreview === 'boolean' &&
      Array.isArray(found.compass?.list) &&
      found.fileUpload !== undefined;
    return whole ? (found as GlobalConfig) : null;
  } catch {
    return null;
  }
}
