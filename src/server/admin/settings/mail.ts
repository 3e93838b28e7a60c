import { formedKind, secretTextKind, switchKind, textKind } from './declaration.ts';
import type { SettingDeclaration } from './declaration.ts';

const OF_MAIL = { group: 'registration', service: 'mail', isUntold: true, rule: 'CONSOLE-15' } as const;
const IF_ON = { key: 'mail.on', value: '1' } as const;

/** The mail server, unless the environment sets it up. */
export const MAIL_SETTINGS: readonly SettingDeclaration[] = [
  {
    ...OF_MAIL,
    key: 'mail.on',
    at: ['services', 'MAIL_ON'],
    valueKind: switchKind,
    label: { zh: '发送邮件', en: 'Send mail' },
    help: {
      zh: '发送注册、登录和找回密码的验证码，以及邀请。',
      en: 'Sends codes for registration, login and forgotten passwords, and invitations.',
    },
  },
  {
    ...OF_MAIL,
    key: 'mail.server',
    at: ['services', 'MAIL_SERVER'],
    valueKind: formedKind(
      200,
      /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/,
      '主机名，可带端口，如 mail.example.org 或 mail.example.org:587',
      'a host name, with a port if needed, such as mail.example.org or mail.example.org:587',
    ),
    label: { zh: '邮件服务器', en: 'Mail server' },
    help: {
      zh: '如 mail.example.org。不填端口时：加密连接为 465，否则为 587。',
      en: 'For example mail.example.org. Without a port: 465 for an encrypted connection, otherwise 587.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_MAIL,
    key: 'mail.tls',
    at: ['services', 'MAIL_TLS'],
    valueKind: switchKind,
    label: { zh: '从一开始就加密（TLS）', en: 'Encrypted from the start (TLS)' },
    help: {
      zh: '端口 465 通常如此。关闭后，若服务器支持 STARTTLS，则随后加密。',
      en: 'Usual with port 465. While this is off, STARTTLS is used if the server offers it.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_MAIL,
    key: 'mail.user',
    at: ['services', 'MAIL_USER'],
    valueKind: textKind(200),
    label: { zh: '邮件服务器的用户名', en: 'Username at the mail server' },
    help: { zh: '服务器不要求登录时留空。', en: 'Empty if the server needs no login.' },
    onlyIf: IF_ON,
  },
  {
    ...OF_MAIL,
    key: 'mail.password',
    at: ['services', 'MAIL_PASSWORD'],
    valueKind: secretTextKind(200),
    label: { zh: '邮件服务器的密码', en: 'Password at the mail server' },
    help: {
      zh: '保存在服务器的数据库中，不再显示。',
      en: 'Stored in the database of this server, and never shown again.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_MAIL,
    key: 'mail.from',
    at: ['services', 'MAIL_FROM'],
    valueKind: formedKind(
      200,
      /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      '邮箱地址，如 parley@example.org',
      'an email address, such as parley@example.org',
    ),
    label: { zh: '发件人地址', en: 'Sender' },
    help: {
      zh: '邮件的发件地址，如 parley@example.org。',
      en: 'The address that mails come from, such as parley@example.org.',
    },
    onlyIf: IF_ON,
  },
];
