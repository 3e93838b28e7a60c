import { DEFAULT_CONFIG } from '../../../domain/config.ts';
import type { GlobalConfig } from '../../../domain/config.ts';
import { CALL_SETTINGS } from './calls.ts';
import type { SettingDeclaration } from './declaration.ts';
import { FILE_SETTINGS } from './files.ts';
import { MESSAGE_SETTINGS } from './messages.ts';
import { REGISTRATION_SETTINGS } from './registration.ts';
import { SERVER_SETTINGS } from './server.ts';
import { SIGN_ON_SETTINGS } from './sign-on.ts';

/** All settings of the product, by group; the discover list has separate commands (CONF-2). */
export const SETTINGS: readonly SettingDeclaration[] = [
  ...SERVER_SETTINGS,
  ...REGISTRATION_SETTINGS,
  ...MESSAGE_SETTINGS,
  ...CALL_SETTINGS,
  ...FILE_SETTINGS,
  ...SIGN_ON_SETTINGS,
];

/** Null: no setting has this name. */
export const settingBy = (key: string): SettingDeclaration | null =>
  SETTINGS.find((one) => one.key.toLowerCase() === key.trim().toLowerCase()) ?? null;

/** The stored value; an unset field is off, or 0. */
export function configField(config: GlobalConfig, { at: [part, name], takes }: SettingDeclaration): unknown {
  const found: unknown = config[part];
  return (
    (name === undefined ? found : (found as Readonly<Record<string, unknown>>)[name]) ??
    (takes.kind === 'switch' ? false : 0)
  );
}

export const defaultSetting = (setting: SettingDeclaration): unknown => configField(DEFAULT_CONFIG, setting);

export function withConfigField(
  config: GlobalConfig,
  { at: [part, name] }: SettingDeclaration,
  value: unknown,
): GlobalConfig {
  if (name === undefined) return { ...config, [part]: value };
  return { ...config, [part]: { ...(config[part] as object), [name]: value } };
}
