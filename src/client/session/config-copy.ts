import type { GlobalConfig } from '../../domain/config.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { ClientStore } from '../state/store.ts';

const KEY = 'globalConfig';

/** The stored copy of the configuration: for the first paint, before the call answers. */
export function createConfigCopy(
  settings: SettingsPort,
  store: Pick<ClientStore, 'get' | 'dispatch'>,
): { restore(): void; onChange(): void } {
  let copied = store.get().config;
  return {
    restore: () => {
      const config = readConfig(settings.get(KEY));
      if (config === null) return;
      copied = config;
      store.dispatch({ type: 'configLoaded', config });
    },
    onChange: () => {
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
    const parsed = JSON.parse(text) as Partial<GlobalConfig> | null;
    const whole =
      typeof parsed?.sysInfo?.regtype === 'number' &&
      typeof parsed.chatInfo?.redoTimeSec === 'number' &&
      typeof parsed.chatInfo.editTimeSec === 'number' &&
      typeof parsed.chatInfo.linkPreview === 'boolean' &&
      Array.isArray(parsed.compass?.list) &&
      parsed.fileUpload !== undefined;
    return whole ? (parsed as GlobalConfig) : null;
  } catch {
    return null;
  }
}
