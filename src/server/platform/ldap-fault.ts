import {
  AdminLimitExceededError,
  BusyError,
  ConfidentialityRequiredError,
  ConstraintViolationError,
  InappropriateAuthError,
  InsufficientAccessError,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  OperationsError,
  ResultCodeError,
  SizeLimitExceededError,
  StrongAuthRequiredError,
  UnavailableCriticalExtensionError,
  UnavailableError,
  UnwillingToPerformError,
} from 'ldapts';
import type { LdapFault } from '../../ports/ldap.ts';
import type { LdapSetting } from '../kernel/ldap-settings.ts';

/** The account of the settings was refused, not that of a user. */
export class BindRefused extends Error {}

/** The connection did not change to TLS. */
export class NoTls extends Error {}

/** Entries were found, and none has an attribute that each user needs. */
export class NoAttribute extends Error {
  constructor(
    readonly setting: 'LDAP_ID' | 'LDAP_LOGIN',
    readonly attribute: string,
  ) {
    super('no entry has the attribute');
  }
}

type Kind = abstract new (...args: never[]) => Error;

const NEEDS_TLS = {
  zh: '要求 TLS：LDAP_URL 应以 ldaps: 开头，或设置 LDAP_STARTTLS=1',
  en: 'demands TLS: begin LDAP_URL with ldaps:, or set LDAP_STARTTLS=1',
};
const GIVES_A_PART = {
  zh: '只返回一部分条目：请在该服务器上提高 LDAP_BIND 的数量上限',
  en: 'returns only a part of the entries: raise its size limit for LDAP_BIND',
};

/** What the server answered, as the operator can act on it. */
const ANSWERS: readonly (readonly [Kind, LdapFault])[] = [
  [NoSuchObjectError, { zh: '没有条目 LDAP_BASE', en: 'has no entry LDAP_BASE' }],
  [
    InsufficientAccessError,
    {
      zh: '不允许 LDAP_BIND 读取 LDAP_BASE（0x32）：请授予读取用户和群组的权限',
      en: 'lets LDAP_BIND not read LDAP_BASE (0x32): grant it read access to users and groups',
    },
  ],
  [
    UnwillingToPerformError,
    {
      zh: '拒绝了请求（0x35），例如没有密码的登录：请设置 LDAP_BIND 和 LDAP_BIND_PASSWORD',
      en:
        'refuses the request (0x35), as for a login without a password: ' +
        'set LDAP_BIND and LDAP_BIND_PASSWORD',
    },
  ],
  [
    InappropriateAuthError,
    {
      zh: '拒绝这种登录：请设置 LDAP_BIND 和 LDAP_BIND_PASSWORD',
      en: 'refuses this kind of login: set LDAP_BIND and LDAP_BIND_PASSWORD',
    },
  ],
  [
    OperationsError,
    {
      zh: '要求先登录：请设置 LDAP_BIND 和 LDAP_BIND_PASSWORD',
      en: 'answers only after a login: set LDAP_BIND and LDAP_BIND_PASSWORD',
    },
  ],
  [StrongAuthRequiredError, NEEDS_TLS],
  [ConfidentialityRequiredError, NEEDS_TLS],
  [
    InvalidDNSyntaxError,
    {
      zh: '不接受 LDAP_BASE 或 LDAP_BIND 的写法',
      en: 'does not accept the form of LDAP_BASE or LDAP_BIND',
    },
  ],
  [
    UnavailableCriticalExtensionError,
    {
      zh: '不能分页返回长列表：请在该服务器上允许分页',
      en: 'does not return long lists in pages: allow paged results there',
    },
  ],
  [SizeLimitExceededError, GIVES_A_PART],
  [AdminLimitExceededError, GIVES_A_PART],
  [BusyError, { zh: '正忙，会再次询问', en: 'is busy; it is asked again' }],
  [UnavailableError, { zh: '正在关闭，会再次询问', en: 'is shutting down; it is asked again' }],
];

/** The server refuses to log in this user, as with a locked account or an expired password. */
const USER_REFUSALS: readonly Kind[] = [
  InvalidCredentialsError,
  InsufficientAccessError,
  UnwillingToPerformError,
  ConstraintViolationError,
  InappropriateAuthError,
];

export const isUserRefusal = (error: unknown): boolean => USER_REFUSALS.some((kind) => error instanceof kind);

const UNTRUSTED = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;

/** The likely cause for the operator, in one line: their setting, or the network (OPS-21). */
export function faultOf({ url }: Pick<LdapSetting, 'url'>, error: unknown): LdapFault {
  if (error instanceof BindRefused)
    return {
      zh: 'LDAP_BIND 被拒绝：名称或 LDAP_BIND_PASSWORD 不正确',
      en: 'LDAP_BIND is refused: its name or LDAP_BIND_PASSWORD is wrong',
    };
  if (error instanceof NoTls)
    return {
      zh: `${url} 无法切换到 TLS（LDAP_STARTTLS=1）：${reasonOf(error.cause)}`,
      en: `${url} does not change to TLS (LDAP_STARTTLS=1): ${reasonOf(error.cause)}`,
    };
  if (error instanceof NoAttribute)
    return {
      zh: `${url} 返回的用户没有属性“${error.attribute}”：请改正 ${error.setting}，或允许 LDAP_BIND 读取该属性`,
      en:
        `${url} returns users without the attribute "${error.attribute}": correct ${error.setting}, ` +
        'or let LDAP_BIND read it',
    };
  const answer = ANSWERS.find(([kind]) => error instanceof kind)?.[1];
  if (answer) return { zh: `${url} ${answer.zh}`, en: `${url} ${answer.en}` };
  if (error instanceof ResultCodeError)
    return {
      zh: `${url} 拒绝了请求：${reasonOf(error)}`,
      en: `${url} refuses the request: ${reasonOf(error)}`,
    };
  return wayFault(url, error);
}

/** The connection failed. */
function wayFault(url: string, error: unknown): LdapFault {
  const code = codeOf(error);
  if (UNTRUSTED.test(code))
    return {
      zh: `${url} 的证书不受信任（${code}）：请检查 LDAP_CA`,
      en: `${url} has a certificate that is not trusted (${code}): check LDAP_CA`,
    };
  if (code === 'EPROTO')
    return {
      zh: `${url} 的这个端口不使用 TLS（${code}）：ldaps: 的端口通常为 636`,
      en: `${url} does not use TLS on this port (${code}): the port of ldaps: is usually 636`,
    };
  return {
    zh: `${url} 没有响应（${reasonOf(error)}）`,
    en: `${url} does not answer (${reasonOf(error)})`,
  };
}

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return codeOf(error) || message.replaceAll(/\s+/g, ' ').trim() || 'no reason given';
}
