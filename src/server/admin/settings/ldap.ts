import { formedKind, secretTextKind, switchKind, textKind } from './declaration.ts';
import type { SettingDeclaration } from './declaration.ts';

const OF_LDAP = { group: 'signOn', service: 'ldap', isUntold: true, rule: 'CONSOLE-15' } as const;
const IF_ON = { key: 'ldap.on', value: '1' } as const;

const NAMES = '[A-Za-z][A-Za-z0-9-]{0,63}';

/** The LDAP server of the organisation, unless the environment sets it up. */
export const LDAP_SETTINGS: readonly SettingDeclaration[] = [
  {
    ...OF_LDAP,
    key: 'ldap.on',
    at: ['services', 'LDAP_ON'],
    valueKind: switchKind,
  },
  {
    ...OF_LDAP,
    key: 'ldap.url',
    at: ['services', 'LDAP_URL'],
    valueKind: formedKind(200, /^ldaps?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?\/?$/i),
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.startTls',
    at: ['services', 'LDAP_STARTTLS'],
    valueKind: switchKind,
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.ca',
    at: ['services', 'LDAP_CA'],
    valueKind: textKind(400),
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.bind',
    at: ['services', 'LDAP_BIND'],
    valueKind: textKind(400),
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.bindPassword',
    at: ['services', 'LDAP_BIND_PASSWORD'],
    valueKind: secretTextKind(200),
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.base',
    at: ['services', 'LDAP_BASE'],
    valueKind: formedKind(400, /^[^=,;]+=[^;]+$/),
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.people',
    at: ['services', 'LDAP_PEOPLE'],
    valueKind: formedKind(1_000, /^\(.*\)$/s),
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.login',
    at: ['services', 'LDAP_LOGIN'],
    valueKind: formedKind(200, new RegExp(`^${NAMES}(?:\\s*,\\s*${NAMES}){0,3}$`)),
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.id',
    at: ['services', 'LDAP_ID'],
    valueKind: formedKind(64, new RegExp(`^${NAMES}$`)),
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.takeOver',
    at: ['services', 'LDAP_TAKE_OVER'],
    valueKind: switchKind,
    onlyIf: IF_ON,
  },
];
