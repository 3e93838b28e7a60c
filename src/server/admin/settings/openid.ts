import { type SettingDeclaration, formedKind, secretTextKind, switchKind, textKind } from './declaration.ts';

const OF_OPENID = { group: 'signOn', service: 'openId', isUntold: true, rule: 'CONSOLE-15' } as const;
const IF_ON = { key: 'openId.on', value: '1' } as const;

/** One provider of logins, unless the environment names some. */
export const OPENID_SETTINGS: readonly SettingDeclaration[] = [
  {
    ...OF_OPENID,
    key: 'openId.on',
    at: ['services', 'OPENID_ON'],
    valueKind: switchKind,
    label: { zh: '用 OpenID 登录', en: 'Log in by OpenID Connect' },
    help: {
      zh: '登录页显示一个按钮，用户可用 Keycloak、Entra 等服务的账号登录。',
      en: 'The login page shows a button for an account of another service, such as Keycloak or Entra.',
    },
  },
  {
    ...OF_OPENID,
    key: 'openId.name',
    at: ['services', 'OPENID_SSO_NAME'],
    valueKind: textKind(40),
    label: { zh: '按钮上的名称', en: 'Name on the button' },
    help: { zh: '用户认识的名称，如公司名。', en: 'A name that users know, such as that of the company.' },
    onlyIf: IF_ON,
  },
  {
    ...OF_OPENID,
    key: 'openId.issuer',
    at: ['services', 'OPENID_SSO_ISSUER'],
    valueKind: formedKind(
      400,
      /^(?:https:\/\/[^\s/?#]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?:\/\S*)?$/,
      '以 https:// 开头的地址，如 https://id.example.org',
      'an address that begins with https://, such as https://id.example.org',
    ),
    label: { zh: '发行者地址（issuer）', en: 'Issuer' },
    help: {
      zh: '该服务的地址，如 https://id.example.org/realms/work。',
      en: 'Address of the service, such as https://id.example.org/realms/work.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_OPENID,
    key: 'openId.client',
    at: ['services', 'OPENID_SSO_CLIENT'],
    valueKind: textKind(200),
    label: { zh: '客户端编号（client_id）', en: 'Client ID' },
    help: {
      zh: '该服务为本服务器分配的名称。回调地址：本服务器地址加 /openid/sso。',
      en:
        'The name that the service gave to this server. Redirect address there: that of this server, ' +
        'with /openid/sso.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_OPENID,
    key: 'openId.secret',
    at: ['services', 'OPENID_SSO_SECRET'],
    valueKind: secretTextKind(400),
    label: { zh: '客户端密钥（client_secret）', en: 'Client secret' },
    help: {
      zh: '保存在服务器的数据库中，不再显示。',
      en: 'Stored in the database of this server, and never shown again.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_OPENID,
    key: 'openId.new',
    at: ['services', 'OPENID_SSO_NEW'],
    valueKind: switchKind,
    label: { zh: '首次登录时新建账号', en: 'Create accounts on the first login' },
    help: {
      zh: '关闭后，只有已关联此服务的账号可以这样登录。',
      en: 'While this is off, only users who linked the service to their account log in this way.',
    },
    onlyIf: IF_ON,
  },
  {
    ...OF_OPENID,
    key: 'openId.trust',
    at: ['services', 'OPENID_SSO_TRUST'],
    valueKind: switchKind,
    label: { zh: '信任该服务的所有邮箱地址', en: 'Trust all email addresses of the service' },
    help: {
      zh: '仅用于你自己的服务：未标为已验证的地址也视为已验证。',
      en: 'For a service of your own: addresses count as verified without its mark.',
    },
    onlyIf: IF_ON,
  },
];

export const SIGN_ON_SETTINGS: readonly SettingDeclaration[] = [
  {
    key: 'sysInfo.longPasswords',
    at: ['sysInfo', 'longPasswords'],
    group: 'signOn',
    valueKind: switchKind,
    rule: 'ACC-18',
    label: { zh: '更长的密码', en: 'Longer passwords' },
    help: {
      zh: '新密码须为 8 到 128 个字符；关闭时为 6 到 16 个。已有密码仍可使用。',
      en: 'New passwords have 8 to 128 characters instead of 6 to 16. Existing passwords stay valid.',
    },
  },
  {
    key: 'sysInfo.multipleLogin',
    at: ['sysInfo', 'multipleLogin'],
    group: 'signOn',
    valueKind: switchKind,
    rule: 'CONF-9',
    label: { zh: '允许同时使用多部手机', en: 'Several phones at once' },
    help: {
      zh: '关闭后，在第二部手机登录会让第一部退出。',
      en: 'While this is off, a login on a second phone ends the login on the first.',
    },
  },
  {
    key: 'sysInfo.adminSecondStep',
    at: ['sysInfo', 'adminSecondStep'],
    group: 'signOn',
    valueKind: switchKind,
    rule: 'CONSOLE-10',
    label: { zh: '管理员须开启两步验证', en: 'Administrators need two-step verification' },
    help: {
      zh: '未开启两步验证的管理员不能使用管理后台，包括你自己。',
      en: 'Closes this console to administrators without two-step verification, also to you.',
    },
    isUntold: true,
  },
];
