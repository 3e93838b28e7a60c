import type { SettingGroup } from '../admin/settings/declaration.ts';
import type { Bilingual } from '../kernel/bilingual.ts';
import type { Core } from '../kernel/core.ts';
import type { TextLanguage } from '../kernel/texts.ts';

type ServiceCore = Pick<Core, 'settings' | 'ldap' | 'openIds'> & Partial<Pick<Core, 'mail'>>;

/** A service that the environment of the process sets up. Its secrets are not in the database. */
interface ServiceDeclaration {
  readonly group: SettingGroup;
  readonly title: Bilingual;
  readonly help: Bilingual;
  /** Its settings; the service is set up if the first one is set. */
  readonly names: RegExp;
  readonly first: string;
  /** The lines to set, as an example. */
  readonly example: string;
  /** A mail server is only asked with a mail: without a fault it is set up, not connected. */
  readonly isUntried?: boolean;
  /** Why it does not work now; null: it works, or has no connection. */
  readonly fault?: (core: ServiceCore) => string | null;
}

const SERVICES: readonly ServiceDeclaration[] = [
  {
    group: 'server',
    title: { zh: '服务器地址', en: 'Address of the server' },
    help: {
      zh: '用户打开的地址，用于邀请链接。',
      en: 'The address that users open. Invitation links contain it.',
    },
    names: /^(?:PUBLIC_URL|DOMAIN)$/,
    first: 'PUBLIC_URL',
    example: 'PUBLIC_URL=https://chat.example.org',
  },
  {
    group: 'registration',
    title: { zh: '邮件', en: 'Mail' },
    help: {
      zh: '用于发送注册、登录和找回密码的验证码。“npm run admin -- mail test 地址”可发送一封测试邮件。',
      en:
        'Sends the codes for registration, login and forgotten passwords. ' +
        '"npm run admin -- mail test ADDRESS" sends a test.',
    },
    names: /^SMTP_/,
    first: 'SMTP_URL',
    example: 'SMTP_URL=smtps://user:password@mail.example.org\nSMTP_FROM=parley@example.org',
    isUntried: true,
    fault: ({ mail }) => mail?.fault?.() ?? null,
  },
  {
    group: 'calls',
    title: { zh: '中继服务器的限时凭据', en: 'Expiring credentials for the relay' },
    help: {
      zh: '与中继服务器相同的密钥。每个用户得到一天内过期的凭据。',
      en: 'The secret of the relay. Each user gets credentials that expire within a day.',
    },
    names: /^TURN_SECRET$/,
    first: 'TURN_SECRET',
    example: 'TURN_SECRET=<static-auth-secret>',
  },
  {
    group: 'files',
    title: { zh: '文件存储', en: 'Storage for files' },
    help: {
      zh: '不设置时，文件保存在服务器的数据目录中。',
      en: 'Without it, files are in the data folder of the server.',
    },
    names: /^FILES_S3/,
    first: 'FILES_S3',
    example: 'FILES_S3=https://s3.example.org/bucket\nFILES_S3_KEY=<key>\nFILES_S3_SECRET=<secret>',
  },
  {
    group: 'signOn',
    title: { zh: 'LDAP 与 Active Directory', en: 'LDAP and Active Directory' },
    help: {
      zh: '用户使用组织的用户名和密码登录。“npm run admin -- ldap test 用户名”可测试一个用户。',
      en:
        'Users log in with the username and password of your organisation. ' +
        '"npm run admin -- ldap test NAME" tries one user.',
    },
    names: /^LDAP_/,
    first: 'LDAP_URL',
    example:
      'LDAP_URL=ldaps://ldap.example.org\nLDAP_BASE=ou=people,dc=example,dc=org\n' +
      'LDAP_BIND=cn=parley,dc=example,dc=org\nLDAP_BIND_PASSWORD=<password>',
    fault: ({ ldap }) => ldap?.fault() ?? null,
  },
  {
    group: 'signOn',
    title: { zh: 'OpenID Connect', en: 'OpenID Connect' },
    help: {
      zh: '用户使用其他服务的账号登录。',
      en: 'Users log in with an account of another service.',
    },
    names: /^OPENID/,
    first: 'OPENID',
    example:
      'OPENID=work\nOPENID_WORK_NAME=Work\nOPENID_WORK_ISSUER=https://id.example.org\n' +
      'OPENID_WORK_CLIENT=parley\nOPENID_WORK_SECRET=<secret>',
    fault: ({ openIds }) => openIds?.faults().join('\n') || null,
  },
];

/** Each service with its state, and the settings that the environment has; of a secret only its name. */
export function servicesIn(core: ServiceCore, language: TextLanguage) {
  const set = Object.entries(core.settings.environment ?? {});
  return SERVICES.map(({ group, title, help, names, first, example, fault, isUntried }) => {
    const values = set.filter(([name]) => names.test(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const isSet = values.some(([name]) => name === first);
    const cause = isSet ? (fault?.(core) ?? null) : null;
    return {
      group,
      title: title[language],
      help: help[language],
      state: !isSet ? 'unset' : cause !== null ? 'fault' : fault && !isUntried ? 'connected' : 'set',
      cause,
      values: values.map(([name, value]) => ({ name, value })),
      example,
    };
  });
}
