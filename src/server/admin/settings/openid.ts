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
  },
  {
    ...OF_OPENID,
    key: 'openId.name',
    at: ['services', 'OPENID_SSO_NAME'],
    valueKind: textKind(40),
    onlyIf: IF_ON,
  },
  {
    ...OF_OPENID,
    key: 'openId.issuer',
    at: ['services', 'OPENID_SSO_ISSUER'],
    valueKind: formedKind(
      400,
      /^(?:https:\/\/[^\s/?#]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?:\/\S*)?$/,
    ),
    onlyIf: IF_ON,
  },
  {
    ...OF_OPENID,
    key: 'openId.client',
    at: ['services', 'OPENID_SSO_CLIENT'],
    valueKind: textKind(200),
    onlyIf: IF_ON,
  },
  {
    ...OF_OPENID,
    key: 'openId.secret',
    at: ['services', 'OPENID_SSO_SECRET'],
    valueKind: secretTextKind(400),
    onlyIf: IF_ON,
  },
  {
    ...OF_OPENID,
    key: 'openId.new',
    at: ['services', 'OPENID_SSO_NEW'],
    valueKind: switchKind,
    onlyIf: IF_ON,
  },
  {
    ...OF_OPENID,
    key: 'openId.trust',
    at: ['services', 'OPENID_SSO_TRUST'],
    valueKind: switchKind,
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
  },
  {
    key: 'sysInfo.multipleLogin',
    at: ['sysInfo', 'multipleLogin'],
    group: 'signOn',
    valueKind: switchKind,
    rule: 'CONF-9',
  },
  {
    key: 'sysInfo.adminSecondStep',
    at: ['sysInfo', 'adminSecondStep'],
    group: 'signOn',
    valueKind: switchKind,
    rule: 'CONSOLE-10',
    isUntold: true,
  },
];
