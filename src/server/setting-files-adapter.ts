import { readFileSync } from 'node:fs';
import { BadSetting, isSetting } from './kernel/setting-names.ts';

const FILE = /_FILE$/;

/**
 * `DATABASE_URL_FILE=/run/secrets/database`: the value is in that file, as container engines hand secrets
 * over (START-21). Sets it in the environment given, so that every reader and process below finds it there.
 *
 * @throws BadSetting
 */
export function readSettingFiles(env: Record<string, string | undefined>): void {
  for (const [key, path = ''] of Object.entries(env)) {
    const name = key.replace(FILE, '');
    if (name === key || path === '' || !isSetting(name)) continue;
    if ((env[name] ?? '') !== '') throw new BadSetting(`${name} and ${key} are both set: remove one of them`);
    let value: string;
    try {
      value = readFileSync(path, 'utf8').trim();
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      throw new BadSetting(`${key} names a file that cannot be read: ${path} (${code})`);
    }
    // A secret that was never filled in would otherwise count as "not set".
    if (value === '') throw new BadSetting(`${key} names an empty file: ${path}; write the value into it`);
    env[name] = value;
  }
}
