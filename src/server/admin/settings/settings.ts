import { DEFAULT_CONFIG } from '../../../domain/config.ts';
import { DEFAULT_SERVICES } from '../../kernel/service-values.ts';
import {
  DAY_SEC,
  type SettingDeclaration,
  type StoredSettings,
  choiceKind,
  numberKind,
  secretTextKind,
  switchKind,
  textKind,
} from './declaration.ts';
import { LDAP_SETTINGS } from './ldap.ts';
import { MAIL_SETTINGS } from './mail.ts';
import { MESSAGE_SETTINGS } from './messages.ts';
import { OPENID_SETTINGS, SIGN_ON_SETTINGS } from './openid.ts';
import { SERVER_SETTINGS } from './server.ts';
import { settingText } from './value.ts';

const REGISTRATION_SETTINGS: readonly SettingDeclaration[] = [
  {
    key: 'sysInfo.regtype',
    at: ['sysInfo', 'regtype'],
    group: 'registration',
    valueKind: choiceKind([1, 'open'], [2, 'invite']),
    rule: 'CONF-4',
  },
  {
    key: 'sysInfo.regauth',
    at: ['sysInfo', 'regauth'],
    group: 'registration',
    valueKind: choiceKind([0, 'free'], [1, 'phone'], [2, 'email'], [3, 'either']),
    rule: 'CONF-5',
  },
  {
    key: 'sysInfo.registerInterval',
    at: ['sysInfo', 'registerIntervalSec'],
    group: 'registration',
    valueKind: numberKind(0, DAY_SEC, 'seconds', 'zero.noWait'),
    rule: 'CONF-10',
  },
  {
    key: 'sysInfo.welcomeGroup',
    at: ['sysInfo', 'welcomeGroup'],
    group: 'registration',
    valueKind: numberKind(0, 999_999_999, 'number', 'zero.noGroup'),
    rule: 'FIRST-2',
    isUntold: true,
  },
];

const MAIL_DIGEST: SettingDeclaration = {
  key: 'sysInfo.mailDigest',
  at: ['sysInfo', 'mailDigest'],
  group: 'registration',
  valueKind: switchKind,
  rule: 'DIGEST-1',
  isUntold: true,
};

const FILE_SETTINGS: readonly SettingDeclaration[] = [
  {
    key: 'fileUpload.size',
    at: ['fileUpload', 'sizeMb'],
    group: 'files',
    valueKind: numberKind(1, 10_240, 'megabytes'),
    rule: 'UP-SRV-2',
  },
  {
    key: 'fileUpload.fileExt',
    at: ['fileUpload', 'fileExt'],
    group: 'files',
    valueKind: { kind: 'list' },
    rule: 'UP-5',
  },
  {
    key: 'fileUpload.avatarSize',
    at: ['fileUpload', 'avatarMb'],
    group: 'files',
    valueKind: numberKind(1, 100, 'megabytes'),
    rule: 'UP-SRV-2',
  },
  {
    key: 'fileUpload.emojiSize',
    at: ['fileUpload', 'emojiMb'],
    group: 'files',
    valueKind: numberKind(1, 100, 'megabytes'),
    rule: 'UP-SRV-2',
  },
  {
    key: 'fileUpload.preview',
    at: ['fileUpload', 'preview'],
    group: 'files',
    valueKind: textKind(400),
    rule: 'UP-SRV-3',
  },
];

const WITH_CALLS = { key: 'chatInfo.webrtc', value: '1' };

const CALL_SETTINGS: readonly SettingDeclaration[] = [
  {
    key: 'chatInfo.webrtc',
    at: ['chatInfo', 'webrtc'],
    group: 'calls',
    valueKind: switchKind,
    rule: 'CONF-14',
  },
  {
    key: 'chatInfo.stun',
    at: ['chatInfo', 'stun'],
    group: 'calls',
    valueKind: textKind(400),
    rule: 'CALL-21',
    onlyIf: WITH_CALLS,
  },
  {
    key: 'chatInfo.stunUser',
    at: ['chatInfo', 'stunUser'],
    group: 'calls',
    valueKind: textKind(200),
    rule: 'CALL-21',
    onlyIf: WITH_CALLS,
  },
  {
    key: 'chatInfo.stunPass',
    at: ['chatInfo', 'stunPass'],
    group: 'calls',
    valueKind: secretTextKind(200),
    rule: 'CALL-21',
    onlyIf: WITH_CALLS,
  },
];

/** All settings of the product, by group; the discover list has separate commands (CONF-2). */
export const SETTINGS: readonly SettingDeclaration[] = [
  ...SERVER_SETTINGS,
  ...REGISTRATION_SETTINGS,
  ...MAIL_SETTINGS,
  MAIL_DIGEST,
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
  { at: [part, name], valueKind, service }: SettingDeclaration,
): unknown {
  const partValue: unknown = config[part];
  const value = name === undefined ? partValue : (partValue as Readonly<Record<string, unknown>>)[name];
  if (service === undefined) return value ?? (valueKind.kind === 'switch' ? false : 0);
  return valueKind.kind === 'switch' ? value === '1' : (value ?? '');
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
