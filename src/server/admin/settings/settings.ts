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
  toChoice,
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
    valueKind: choiceKind(
      toChoice(1, 'open', '任何人都可以注册', 'Open: anyone can register'),
      toChoice(2, 'invite', '凭邀请注册', 'By invitation only'),
    ),
    rule: 'CONF-4',
    label: { zh: '谁可以注册', en: 'Who can register' },
    help: {
      zh: '邀请在“邀请”栏目中生成。',
      en: 'You create invitations in the section Invitations.',
    },
  },
  {
    key: 'sysInfo.regauth',
    at: ['sysInfo', 'regauth'],
    group: 'registration',
    valueKind: choiceKind(
      toChoice(0, 'free', '不限', 'Any name'),
      toChoice(1, 'phone', '手机号，用验证码确认', 'Phone number, confirmed by a code'),
      toChoice(2, 'email', '邮箱，用验证码确认', 'Email address, confirmed by a code'),
      toChoice(
        3,
        'either',
        '手机号或邮箱，用验证码确认',
        'Phone number or email address, confirmed by a code',
      ),
    ),
    rule: 'CONF-5',
    label: { zh: '账号形式', en: 'Usernames are' },
    help: {
      zh:
        '忘记密码后，只有以邮箱为账号的用户可凭验证码登录；其他人需要管理员设置新密码。' +
        '发送验证码需要配置邮件。',
      en:
        'Only users whose username is an email address can log in by a code after they forgot the password. ' +
        'Others need an administrator. Codes need mail.',
    },
  },
  {
    key: 'sysInfo.registerInterval',
    at: ['sysInfo', 'registerIntervalSec'],
    group: 'registration',
    valueKind: numberKind(0, DAY_SEC, 'seconds', { zh: '不限制', en: 'No wait' }),
    rule: 'CONF-10',
    label: { zh: '两次注册的间隔', en: 'Wait between registrations' },
    help: {
      zh: '同一地址两次注册之间的最短时间。同一网络中的用户共用一个地址。',
      en: 'Shortest time between two registrations from one address. Users of one network share an address.',
    },
  },
  {
    key: 'sysInfo.welcomeGroup',
    at: ['sysInfo', 'welcomeGroup'],
    group: 'registration',
    valueKind: numberKind(0, 999_999_999, 'number', { zh: '没有', en: 'No group' }),
    rule: 'FIRST-2',
    label: { zh: '新用户自动加入的群', en: 'Group that new users join' },
    help: {
      zh: '填群的编号，见“群”栏目。在那里新建的群会向新成员显示以前的消息，先在群里发一条欢迎消息即可。',
      en:
        'Number of the group. The section Groups shows it. In a group created there, new members read earlier ' +
        'messages: write the first message there yourself.',
    },
    isUntold: true,
  },
];

const FILE_SETTINGS: readonly SettingDeclaration[] = [
  {
    key: 'fileUpload.size',
    at: ['fileUpload', 'sizeMb'],
    group: 'files',
    valueKind: numberKind(1, 10_240, 'megabytes'),
    rule: 'UP-SRV-2',
    label: { zh: '文件大小上限', en: 'Largest file' },
    help: { zh: '用于消息中的图片、视频和文件。', en: 'For pictures, videos and files in messages.' },
  },
  {
    key: 'fileUpload.fileExt',
    at: ['fileUpload', 'fileExt'],
    group: 'files',
    valueKind: { kind: 'list' },
    rule: 'UP-5',
    label: { zh: '可发送的文件类型', en: 'File types that can be sent' },
    help: {
      zh: '用逗号分隔，如 pdf、docx、jpg。不填则不限。',
      en: 'Separated by commas, such as pdf, docx, jpg. Empty for all types.',
    },
  },
  {
    key: 'fileUpload.avatarSize',
    at: ['fileUpload', 'avatarMb'],
    group: 'files',
    valueKind: numberKind(1, 100, 'megabytes'),
    rule: 'UP-SRV-2',
    label: { zh: '头像大小上限', en: 'Largest profile picture' },
    help: { zh: '用于头像和群头像。', en: 'For pictures of users and groups.' },
  },
  {
    key: 'fileUpload.emojiSize',
    at: ['fileUpload', 'emojiMb'],
    group: 'files',
    valueKind: numberKind(1, 100, 'megabytes'),
    rule: 'UP-SRV-2',
    label: { zh: '表情大小上限', en: 'Largest custom emoji' },
    help: { zh: '用于自定义表情。', en: 'For emoji that users upload.' },
  },
  {
    key: 'fileUpload.preview',
    at: ['fileUpload', 'preview'],
    group: 'files',
    valueKind: textKind(400),
    rule: 'UP-SRV-3',
    label: { zh: '文件预览页', en: 'Page that shows files' },
    help: {
      zh: '供其他客户端打开文档的网页地址。Parley 自己的应用不使用。',
      en: 'Address of a web page in which other apps open documents. The app of Parley does not use it.',
    },
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
    label: { zh: '允许通话', en: 'Calls' },
    help: { zh: '用户之间的语音和视频通话。', en: 'Voice and video calls between two users.' },
  },
  {
    key: 'chatInfo.stun',
    at: ['chatInfo', 'stun'],
    group: 'calls',
    valueKind: textKind(400),
    rule: 'CALL-21',
    label: { zh: '中继服务器', en: 'Relay' },
    help: {
      zh: '不同网络之间的通话需要中继服务器，如 turn:chat.example.org:3478。',
      en: 'Calls between different networks need a TURN relay, such as turn:chat.example.org:3478.',
    },
    onlyIf: WITH_CALLS,
  },
  {
    key: 'chatInfo.stunUser',
    at: ['chatInfo', 'stunUser'],
    group: 'calls',
    valueKind: textKind(200),
    rule: 'CALL-21',
    label: { zh: '中继服务器的用户名', en: 'Username for the relay' },
    help: {
      zh: '设置了 TURN_SECRET 时不需要：每个用户会得到限时的凭据。',
      en: 'Not needed with TURN_SECRET: each user then gets credentials that expire.',
    },
    onlyIf: WITH_CALLS,
  },
  {
    key: 'chatInfo.stunPass',
    at: ['chatInfo', 'stunPass'],
    group: 'calls',
    valueKind: secretTextKind(200),
    rule: 'CALL-21',
    label: { zh: '中继服务器的密码', en: 'Password for the relay' },
    help: {
      zh: '已登录用户的设备会收到它。',
      en: 'The devices of users who are logged in receive it.',
    },
    onlyIf: WITH_CALLS,
  },
];

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
