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
    label: { zh: '用 LDAP 登录', en: 'Log in by LDAP' },
    help: {
      zh: '首次登录时自动新建账号。原有账号的密码不变。',
      en: 'The first login of a user creates the account. Existing accounts keep their passwords.',
    },
  },
  {
    ...OF_LDAP,
    key: 'ldap.url',
    at: ['services', 'LDAP_URL'],
    valueKind: formedKind(
      200,
      /^ldaps?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?\/?$/i,
      '以 ldaps:// 或 ldap:// 开头的地址，如 ldaps://ldap.example.org',
      'an address that begins with ldaps:// or ldap://, such as ldaps://ldap.example.org',
    ),
    label: { zh: 'LDAP 服务器', en: 'LDAP server' },
    help: {
      zh: '如 ldaps://ldap.example.org。不填端口时：ldaps 为 636，ldap 为 389。',
      en: 'For example ldaps://ldap.example.org. Without a port: 636 for ldaps, 389 for ldap.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.startTls',
    at: ['services', 'LDAP_STARTTLS'],
    valueKind: switchKind,
    label: { zh: '切换到加密连接（STARTTLS）', en: 'STARTTLS' },
    help: {
      zh: '用于 ldap:// 地址：传送密码之前先切换到加密连接。',
      en: 'For an address with ldap://: encrypts the connection before a password passes.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.ca',
    at: ['services', 'LDAP_CA'],
    valueKind: textKind(400),
    label: { zh: '证书文件', en: 'File with certificates' },
    help: {
      zh: '服务器上用于验证 LDAP 证书的文件路径。留空则使用系统信任的证书。',
      en:
        'Path of a file on this server, for an LDAP server with a private certificate. ' +
        'Empty: those of the system.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.bind',
    at: ['services', 'LDAP_BIND'],
    valueKind: textKind(400),
    label: { zh: '查询账号', en: 'Account for lookups' },
    help: {
      zh: '能读取用户条目的账号，如 cn=parley,dc=example,dc=org。留空则匿名查询。',
      en: 'It reads the users, such as cn=parley,dc=example,dc=org. Empty: lookups are anonymous.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.bindPassword',
    at: ['services', 'LDAP_BIND_PASSWORD'],
    valueKind: secretTextKind(200),
    label: { zh: '查询账号的密码', en: 'Password of this account' },
    help: {
      zh: '保存在服务器的数据库中，不再显示。',
      en: 'Stored in the database of this server, and never shown again.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.base',
    at: ['services', 'LDAP_BASE'],
    valueKind: formedKind(
      400,
      /^[^=,;]+=[^;]+$/,
      '条目的名称，如 ou=people,dc=example,dc=org',
      'the name of an entry, such as ou=people,dc=example,dc=org',
    ),
    label: { zh: '用户所在的位置', en: 'Base' },
    help: {
      zh: '在此条目之下查找用户，如 ou=people,dc=example,dc=org。',
      en: 'Users are searched below this entry, such as ou=people,dc=example,dc=org.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.people',
    at: ['services', 'LDAP_PEOPLE'],
    valueKind: formedKind(
      1_000,
      /^\(.*\)$/s,
      '过滤条件，如 (objectClass=person)',
      'a filter, such as (objectClass=person)',
    ),
    label: { zh: '过滤条件', en: 'Filter' },
    help: {
      zh: '谁可以登录。Active Directory 例：(&(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))。',
      en:
        'Users who may log in. For Active Directory: ' +
        '(&(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2))).',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.login',
    at: ['services', 'LDAP_LOGIN'],
    valueKind: formedKind(
      200,
      new RegExp(`^${NAMES}(?:\\s*,\\s*${NAMES}){0,3}$`),
      '一到四个属性，如 uid 或 uid,mail',
      'one to four attributes, such as uid or uid,mail',
    ),
    label: { zh: '用户名属性', en: 'Attribute of the username' },
    help: {
      zh: '通常为 uid；Active Directory 为 sAMAccountName。',
      en: 'Usually uid. For Active Directory: sAMAccountName.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.id',
    at: ['services', 'LDAP_ID'],
    valueKind: formedKind(
      64,
      new RegExp(`^${NAMES}$`),
      '一个属性，如 entryUUID',
      'one attribute, such as entryUUID',
    ),
    label: { zh: '固定编号属性', en: 'Attribute of the permanent ID' },
    help: {
      zh: '改名后仍不变的属性。通常为 entryUUID；Active Directory 为 objectGUID。',
      en: 'It stays the same when a user is renamed. Usually entryUUID. For Active Directory: objectGUID.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_LDAP,
    key: 'ldap.takeOver',
    at: ['services', 'LDAP_TAKE_OVER'],
    valueKind: switchKind,
    label: { zh: '接管同名账号', en: 'Take over accounts of the same name' },
    help: {
      zh: '开启后，LDAP 用户无需原密码即可使用同名的现有账号（管理员账号除外）。关闭时会被拒绝。',
      en:
        'A user of the LDAP server gets the existing account of that name without its password, ' +
        'except an administrator. While this is off, such a login is refused.',
    },
    onlyIf: IF_ON,
  },
];
