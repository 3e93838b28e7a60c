import { ldapSetting } from './ldap-settings.ts';
import type { LdapSetting } from './ldap-settings.ts';
import { openIdSettings } from './openid-settings.ts';
import type { OpenIdSetting } from './openid-settings.ts';

/** Services that the environment or the console sets up (CONSOLE-15). */
export type ServiceName = 'mail' | 'ldap' | 'openId';

/** What administrators set in the console, by names like those of the environment. Never sent to clients. */
export type ServiceValues = Readonly<Record<string, string>>;

export interface MailSetting {
  readonly url: string;
  readonly from: string;
}

export const DEFAULT_SERVICES: ServiceValues = {
  MAIL_TLS: '1',
  LDAP_PEOPLE: '(objectClass=person)',
  LDAP_LOGIN: 'uid',
  LDAP_ID: 'entryUUID',
};

/** The setting of the environment that sets up a service: then its values in the console do not count. */
const FIRST: Readonly<Record<ServiceName, string>> = { mail: 'SMTP_URL', ldap: 'LDAP_URL', openId: 'OPENID' };

export const isFromEnvironment = (
  service: ServiceName,
  environment: Readonly<Record<string, string>> = {},
): boolean => environment[FIRST[service]] !== undefined;

/** Null: it is off in the console. @throws BadSetting */
export const ldapIn = (values: ServiceValues): LdapSetting | null =>
  values['LDAP_ON'] === '1' ? ldapSetting({ ...DEFAULT_SERVICES, ...values }) : null;

/** Null: it is off in the console. */
export function mailIn(values: ServiceValues): MailSetting | null {
  const {
    MAIL_ON,
    MAIL_SERVER = '',
    MAIL_TLS,
    MAIL_USER = '',
    MAIL_PASSWORD = '',
    MAIL_FROM = '',
  } = {
    ...DEFAULT_SERVICES,
    ...values,
  };
  if (MAIL_ON !== '1') return null;
  const login =
    MAIL_USER === '' ? '' : `${encodeURIComponent(MAIL_USER)}:${encodeURIComponent(MAIL_PASSWORD)}@`;
  return { url: `${MAIL_TLS === '1' ? 'smtps' : 'smtp'}://${login}${MAIL_SERVER}`, from: MAIL_FROM };
}

/** The one provider of the console; its ID is a part of the address that it returns browsers to. */
const PROVIDER = 'sso';

/** Empty: it is off in the console. @throws BadSetting */
export const openIdsIn = (values: ServiceValues, publicUrl: string | null): readonly OpenIdSetting[] =>
  values['OPENID_ON'] === '1'
    ? openIdSettings({ ...DEFAULT_SERVICES, ...values, OPENID: PROVIDER }, publicUrl)
    : [];
