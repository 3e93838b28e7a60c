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

type Kind = abstract new (...given: never[]) => Error;

const DEMANDS_TLS = 'demands TLS: begin LDAP_URL with ldaps:, or set LDAP_STARTTLS=1';
const GIVES_A_PART = 'returns only a part of the entries: raise its size limit for LDAP_BIND';

/** What the server answered, as the operator can act on it. */
const ANSWERS: readonly (readonly [Kind, string])[] = [
  [NoSuchObjectError, 'has no entry LDAP_BASE'],
  [
    InsufficientAccessError,
    'lets LDAP_BIND not read LDAP_BASE (0x32): grant it read access to users and groups',
  ],
  [
    UnwillingToPerformError,
    'refuses the request (0x35), as for a login without a password: set LDAP_BIND and LDAP_BIND_PASSWORD',
  ],
  [InappropriateAuthError, 'refuses this kind of login: set LDAP_BIND and LDAP_BIND_PASSWORD'],
  [OperationsError, 'answers only after a login: set LDAP_BIND and LDAP_BIND_PASSWORD'],
  [StrongAuthRequiredError, DEMANDS_TLS],
  [ConfidentialityRequiredError, DEMANDS_TLS],
  [InvalidDNSyntaxError, 'does not accept the form of LDAP_BASE or LDAP_BIND'],
  [UnavailableCriticalExtensionError, 'does not return long lists in pages: allow paged results there'],
  [SizeLimitExceededError, GIVES_A_PART],
  [AdminLimitExceededError, GIVES_A_PART],
  [BusyError, 'is busy; it is asked again'],
  [UnavailableError, 'is shutting down; it is asked again'],
];

/** The server refuses to log in this user, as with a locked account or an expired password. */
const REFUSES_USER: readonly Kind[] = [
  InvalidCredentialsError,
  InsufficientAccessError,
  UnwillingToPerformError,
  ConstraintViolationError,
  InappropriateAuthError,
];

export const refusesUser = (error: unknown): boolean => REFUSES_USER.some((kind) => error instanceof kind);

const UNTRUSTED = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;

/** The likely cause for the operator, in one line: their setting, or the network (OPS-21). */
export function faultOf({ url }: Pick<LdapSetting, 'url'>, error: unknown): string {
  if (error instanceof BindRefused) return 'LDAP_BIND is refused: its name or LDAP_BIND_PASSWORD is wrong';
  if (error instanceof NoTls)
    return `${url} does not change to TLS (LDAP_STARTTLS=1): ${reasonOf(error.cause)}`;
  if (error instanceof NoAttribute)
    return (
      `${url} returns users without the attribute "${error.attribute}": correct ${error.setting}, ` +
      'or let LDAP_BIND read it'
    );
  const answer = ANSWERS.find(([kind]) => error instanceof kind);
  if (answer) return `${url} ${answer[1]}`;
  if (error instanceof ResultCodeError) return `${url} refuses the request: ${reasonOf(error)}`;
  const code = codeOf(error);
  if (UNTRUSTED.test(code)) return `${url} has a certificate that is not trusted (${code}): check LDAP_CA`;
  if (code === 'EPROTO')
    return `${url} does not use TLS on this port (${code}): the port of ldaps: is usually 636`;
  return `${url} does not answer (${reasonOf(error)})`;
}

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return codeOf(error) || message.replaceAll(/\s+/g, ' ').trim() || 'no reason given';
}
