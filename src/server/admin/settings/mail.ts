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
  },
  {
    ...OF_MAIL,
    key: 'mail.server',
    at: ['services', 'MAIL_SERVER'],
    valueKind: formedKind(200, /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/),
    onlyIf: IF_ON,
  },
  {
    ...OF_MAIL,
    key: 'mail.tls',
    at: ['services', 'MAIL_TLS'],
    valueKind: switchKind,
    onlyIf: IF_ON,
  },
  {
    ...OF_MAIL,
    key: 'mail.user',
    at: ['services', 'MAIL_USER'],
    valueKind: textKind(200),
    onlyIf: IF_ON,
  },
  {
    ...OF_MAIL,
    key: 'mail.password',
    at: ['services', 'MAIL_PASSWORD'],
    valueKind: secretTextKind(200),
    onlyIf: IF_ON,
  },
  {
    ...OF_MAIL,
    key: 'mail.from',
    at: ['services', 'MAIL_FROM'],
    valueKind: formedKind(200, /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
    onlyIf: IF_ON,
  },
];
