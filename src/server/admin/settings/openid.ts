import { formedKind, secretTextKind, switchKind, textKind } from './declaration.ts';
import type { SettingDeclaration } from './declaration.ts';

const OF_OPENID = { group: 'signOn', service: 'openId', isUntold: true, rule: 'CONSOLE-15' } as const;
const IF_ON = { key: 'openId.on', value: '1' } as const;

/** One provider of logins, unless the environment names some. */
export const OPENID_SETTINGS: readonly SettingDeclaration[] = [
  {
    ...OF_OPENID,
    key: 'openId.on',
    at: ['services', 'OPENID_ON'],
    takes: switchKind,
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
    takes: textKind(40),
    label: { zh: '按钮上的名称', en: 'Name on the button' },
    help: { zh: '用户认识的名称，如公司名。', en: 'A name that users know, such as that of the company.' },
    onlyIf: IF_ON,
  },
  {
    ...OF_OPENID,
    key: 'openId.issuer',
    at: ['services', 'OPENID_SSO_ISSUER'],
    takes: formedKind(
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
    takes: textKind(200),
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
    takes: secretTextKind(400),
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
    takes: switchKind,
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
    takes: switchKind,
    label: { zh: '信任该服务的所有邮箱地址', en: 'Trust all email addresses of the service' },
    help: {
      zh: '仅用于你自己的服务：未标为已验证的地址也视为已验证。',
      en: 'For a service of your own: addresses count as verified without its mark.',
    },
    onlyIf: IF_ON,
  },
];
