import { labelled } from '../admin/services-commands.ts';
import { presentConfig } from '../admin/settings-commands.ts';
import {
  SETTING_GROUPS,
  type SettingDeclaration,
  type SettingGroup,
  type SettingKind,
} from '../admin/settings/declaration.ts';
import { SETTINGS, configField } from '../admin/settings/settings.ts';
import { settingText } from '../admin/settings/value.ts';
import type { Bilingual } from '../kernel/bilingual.ts';
import type { Core } from '../kernel/core.ts';
import { type ServiceName, type ServiceValues, isFromEnvironment } from '../kernel/service-values.ts';
import type { TextLanguage } from '../kernel/texts.ts';
import type { Part } from './parts.ts';

type ServiceCore = Pick<Core, 'settings' | 'ldap' | 'openIds'> & Partial<Pick<Core, 'mail'>>;

/** A service of the server, which the environment sets up, or for some also the console. */
interface ServiceDeclaration {
  readonly group: SettingGroup;
  /** The console sets it up, too: with these settings, and a command that tries them (CONSOLE-15). */
  readonly own?: {
    readonly service: ServiceName;
    readonly test: string;
    /** Null: the test asks nothing. */
    readonly field: { readonly name: string; readonly label: Bilingual; readonly isNeeded: boolean } | null;
    readonly on: string;
  };
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
  readonly fault?: (core: ServiceCore, language: TextLanguage) => string | null;
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
      zh: '用于发送注册、登录和找回密码的验证码，以及邀请。',
      en: 'Sends codes for registration, login and forgotten passwords, and invitations.',
    },
    names: /^SMTP_/,
    first: 'SMTP_URL',
    example: '',
    own: {
      service: 'mail',
      test: 'mail test',
      field: { name: 'address', label: { zh: '收件地址', en: 'Address to send to' }, isNeeded: true },
      on: 'MAIL_ON',
    },
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
      zh: '用户使用组织的用户名和密码登录。',
      en: 'Users log in with the username and password of your organisation.',
    },
    names: /^LDAP_/,
    first: 'LDAP_URL',
    example: '',
    own: {
      service: 'ldap',
      test: 'ldap test',
      field: {
        name: 'name',
        label: { zh: '查找的用户名（可不填）', en: 'Username to look up (optional)' },
        isNeeded: false,
      },
      on: 'LDAP_ON',
    },
    fault: ({ ldap, settings }, language) => {
      const cause = ldap?.fault() ?? null;
      if (cause === null || isFromEnvironment('ldap', settings.environment)) return cause?.[language] ?? null;
      return labelled(cause)[language];
    },
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
    example: '',
    own: {
      service: 'openId',
      test: 'openid test',
      field: null,
      on: 'OPENID_ON',
    },
    fault: ({ openIds }) => openIds?.faults().join('\n') || null,
  },
];

/** Each service with its state, and the settings that the environment has; of a secret only its name. */
function servicesIn(core: ServiceCore, stored: ServiceValues, language: TextLanguage) {
  const set = Object.entries(core.settings.environment ?? {});
  return SERVICES.map(({ group, title, help, names, first, example, fault, isUntried, own }) => {
    const values = set.filter(([name]) => names.test(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const isFixed = values.some(([name]) => name === first);
    const isSet = isFixed || (own !== undefined && stored[own.on] === '1');
    const cause = isSet ? (fault?.(core, language) ?? null) : null;
    return {
      group,
      title: title[language],
      help: help[language],
      state: !isSet ? 'unset' : cause !== null ? 'fault' : fault && !isUntried ? 'connected' : 'set',
      cause,
      values: values.map(([name, value]) => ({ name, value })),
      example,
      own: own
        ? {
            service: own.service,
            isFixed,
            test: own.test,
            field: own.field && { ...own.field, label: own.field.label[language] },
          }
        : null,
    };
  });
}

/** The declaration of each setting in one language, with its value; of a password only whether it is set. */
export const settingsPart: Part = async ({ admin, on, language }) => {
  const config = await admin.store.read((tx) => presentConfig(admin, tx));
  return {
    groups: Object.entries(SETTING_GROUPS).map(([id, title]) => ({ id, title: title[language] })),
    services: servicesIn(on.core, config.services, language),
    rows: SETTINGS.map((setting) => settingRow(setting, settingText(configField(config, setting)), language)),
  };
};

function settingRow(
  { key, group, rule, label, help, valueKind, onlyIf, service }: SettingDeclaration,
  value: string,
  language: TextLanguage,
) {
  const isSecret = valueKind.kind === 'text' && valueKind.isSecret === true;
  return {
    key,
    group,
    rule,
    label: label[language],
    help: help[language],
    takes: kindIn(valueKind, language),
    onlyIf: onlyIf ?? null,
    service: service ?? null,
    isSet: value !== '',
    value: isSecret ? '' : value,
  };
}

function kindIn(valueKind: SettingKind, language: TextLanguage) {
  switch (valueKind.kind) {
    case 'choice':
      return {
        kind: valueKind.kind,
        of: valueKind.of.map(({ value, label }) => ({ value: String(value), label: label[language] })),
      };
    case 'number': {
      const { kind, min, max, unit, zero } = valueKind;
      return { kind, min, max, unit, zero: zero?.[language] ?? null };
    }
    case 'text': {
      const { form: _, ...kind } = valueKind;
      return kind;
    }
    case 'switch':
    case 'path':
    case 'list':
      return valueKind;
  }
}
