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

/** What the server answered, as the operator can act on it. */
const ANSWERS: readonly (readonly [Kind, LdapFault['why']])[] = [
  [NoSuchObjectError, 'noBase'],
  [InsufficientAccessError, 'mayNotRead'],
  [UnwillingToPerformError, 'unwilling'],
  [InappropriateAuthError, 'wrongLogin'],
  [OperationsError, 'loginFirst'],
  [StrongAuthRequiredError, 'needsTls'],
  [ConfidentialityRequiredError, 'needsTls'],
  [InvalidDNSyntaxError, 'badName'],
  [UnavailableCriticalExtensionError, 'noPages'],
  [SizeLimitExceededError, 'sizeLimit'],
  [AdminLimitExceededError, 'sizeLimit'],
  [BusyError, 'busy'],
  [UnavailableError, 'closing'],
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

/** The likely cause for the operator: their setting, or the network (OPS-21). */
export function faultOf({ url }: Pick<LdapSetting, 'url'>, error: unknown): LdapFault {
  if (error instanceof BindRefused) return { why: 'bindRefused', url };
  if (error instanceof NoTls) return { why: 'noStartTls', url, detail: reasonOf(error.cause) };
  if (error instanceof NoAttribute)
    return { why: 'noAttribute', url, detail: error.attribute, setting: error.setting };
  const why = ANSWERS.find(([kind]) => error instanceof kind)?.[1];
  if (why) return { why, url };
  if (error instanceof ResultCodeError) return { why: 'refused', url, detail: reasonOf(error) };
  // The connection failed.
  const code = codeOf(error);
  if (UNTRUSTED.test(code)) return { why: 'untrusted', url, detail: code };
  if (code === 'EPROTO') return { why: 'noTls', url, detail: code };
  return { why: 'away', url, detail: reasonOf(error) };
}

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return codeOf(error) || message.replaceAll(/\s+/g, ' ').trim();
}
