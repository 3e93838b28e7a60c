import { DEFAULT_CONFIG } from '../../../domain/config.ts';
import { DEFAULT_SERVICES } from '../../kernel/service-values.ts';
import { CALL_SETTINGS } from './calls.ts';
import type { SettingDeclaration, StoredSettings } from './declaration.ts';
import { FILE_SETTINGS } from './files.ts';
import { LDAP_SETTINGS } from './ldap.ts';
import { MAIL_SETTINGS } from './mail.ts';
import { MESSAGE_SETTINGS } from './messages.ts';
import { OPENID_SETTINGS } from './openid.ts';
import { REGISTRATION_SETTINGS } from './registration.ts';
import { SERVER_SETTINGS } from './server.ts';
import { SIGN_ON_SETTINGS } from './sign-on.ts';
import { settingText } from './value.ts';

/** All settings of the product, by group; the discover list has separate commands (CONF-2). */
export const SETTINGS: readonly SettingDeclaration[] = [
  ...SERVER_SETTINGS,
  ...REGISTRATION_SETTINGS,
  ...MAIL_SETTINGS,
  ...MESSAGE_SETTINGS,
  ...CALL_SETTINGS,
  ...FILE_SETTINGS,
  ...SIGN_ON_SETTINGS,
  ...LDAP_SETTINGS,
  ...OPENID_SETTINGS,
];

/** Null: no setting has this name. */
export const settingBy = (key: string): SettingDeclaration | null =>
  SETTINGS.find((one) => one.key.toLowerCase() === key.trim().toLowerCase()) ?? null;

/** The stored value; an unset field is off, or 0. */
export function configField(
  config: StoredSettings,
  { at: [part, name], takes, service }: SettingDeclaration,
): unknown {
  const partValue: unknown = config[part];
  const value = name === undefined ? partValue : (partValue as Readonly<Record<string, unknown>>)[name];
  if (service === undefined) return value ?? (takes.kind === 'switch' ? false : 0);
  return takes.kind === 'switch' ? value === '1' : (value ?? '');
}

export const defaultSetting = (setting: SettingDeclaration): unknown =>
  configField({ ...DEFAULT_CONFIG, services: DEFAULT_SERVICES }, setting);

export function withConfigField(
  config: StoredSettings,
  { at: [part, name], service }: SettingDeclaration,
  value: unknown,
): StoredSettings {
  if (name === undefined) return { ...config, [part]: value };
  const field = service === undefined ? value : settingText(value);
  return { ...config, [part]: { ...(config[part] as object), [name]: field } };
}
