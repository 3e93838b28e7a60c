import type { LdapFault } from '../../ports/ldap.ts';
import { type Phrase, phrase, phraseIn } from './phrase.ts';

const inEnvironment = (name: string): Phrase => (name === 'LDAP_STARTTLS' ? 'LDAP_STARTTLS=1' : name);

/** The fault with the settings by their names in the environment, or by others. */
export const ldapFaultPhrase = (
  { why, url, detail = '', setting }: LdapFault,
  nameOf: (setting: string) => Phrase = inEnvironment,
): Phrase =>
  phrase(`ldap.${why}`, {
    url,
    cause: detail || phrase('ldap.noReason'),
    attribute: detail,
    setting: setting ? nameOf(setting) : '',
    address: nameOf('LDAP_URL'),
    base: nameOf('LDAP_BASE'),
    bind: nameOf('LDAP_BIND'),
    bindPassword: nameOf('LDAP_BIND_PASSWORD'),
    startTls: nameOf('LDAP_STARTTLS'),
    ca: nameOf('LDAP_CA'),
  });

/** The fault in English, as logs and the command line show it. */
export const ldapFaultText = (fault: LdapFault): string => phraseIn(ldapFaultPhrase(fault), 'en');
