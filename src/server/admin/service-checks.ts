import { BadSetting } from '../kernel/setting-names.ts';
import { type Phrase, phrase } from '../kernel/phrase.ts';
import { isFromEnvironment, ldapIn, mailIn, openIdsIn } from '../kernel/service-values.ts';
import type { ServiceName, ServiceValues } from '../kernel/service-values.ts';
import { AdminError, SettingFaults } from './admin.ts';
import type { Admin, SettingFault } from './admin.ts';
import { LDAP_SETTINGS } from './settings/ldap.ts';
import { settingBy } from './settings/settings.ts';
import { fieldText } from './settings/value.ts';

/** A service in the settings: where it is, its secret, and what it cannot do without. */
const SERVICES = {
  mail: { on: 'mail.on', place: 'mail.server', secret: 'mail.password', needs: ['mail.server', 'mail.from'] },
  ldap: { on: 'ldap.on', place: 'ldap.url', secret: 'ldap.bindPassword', needs: ['ldap.url', 'ldap.base'] },
  openId: {
    on: 'openId.on',
    place: 'openId.issuer',
    secret: 'openId.secret',
    needs: ['openId.name', 'openId.issuer', 'openId.client'],
  },
} as const satisfies Readonly<Record<ServiceName, object>>;

const valueOf = (values: ServiceValues, key: string): string => values[settingBy(key)?.at[1] ?? ''] ?? '';

/** A line of the command line names the setting, whose field has the text alone (ADMIN-14). */
const fault = (key: string, why: Phrase): SettingFault => ({
  key,
  text: phrase('takes.at', { key, why }),
  atField: why,
});

interface ServiceChange {
  readonly was: ServiceValues;
  readonly is: ServiceValues;
  /** The settings that were given. */
  readonly keys: readonly string[];
}

/** Refuses values that the service could not start with, each at its field (CONSOLE-15). */
export async function assertService(
  admin: Admin,
  service: ServiceName,
  change: ServiceChange,
): Promise<void> {
  const { was, is, keys } = change;
  const { on, place, secret, needs } = SERVICES[service];
  if (isFromEnvironment(service, admin.environment))
    throw new SettingFaults([fault(keys[0] ?? on, phrase('answer.byEnvironment'))]);
  const faults: SettingFault[] = [];
  // A stored secret is for the server that it was typed for.
  if (valueOf(was, secret) !== '' && valueOf(was, place) !== valueOf(is, place) && !keys.includes(secret))
    faults.push(fault(secret, phrase('answer.secretAgain')));
  if (valueOf(is, on) === '1') {
    for (const key of needs) if (valueOf(is, key) === '') faults.push(fault(key, needed(key)));
    if (service === 'ldap' && valueOf(is, 'ldap.startTls') !== '1' && isBare(valueOf(is, place)))
      faults.push(fault(place, phrase('answer.ldapBare')));
    if (service === 'openId' && !admin.hasPublicUrl) faults.push(fault(on, phrase('answer.openIdAddress')));
  }
  if (faults.length > 0) throw new SettingFaults(faults);
  await assertStart(admin, service, is);
}

function needed(key: string): Phrase {
  const setting = settingBy(key);
  const isFormed = setting?.valueKind.kind === 'text' && setting.valueKind.form !== undefined;
  return setting && isFormed
    ? phrase('takes.must', { takes: fieldText(setting) })
    : phrase('answer.neededHere');
}

/** Passwords would pass unencrypted to another machine. */
const isBare = (url: string): boolean => /^ldap:\/\/(?!localhost\b|127\.0\.0\.1\b|\[::1\])/i.test(url);

/** Some faults show only when the service is made: a file that cannot be read, or a filter that is none. */
async function assertStart(admin: Admin, service: ServiceName, is: ServiceValues): Promise<void> {
  try {
    const setting = service === 'ldap' ? ldapIn(is) : null;
    if (setting) await admin.makeServices?.ldap(setting);
    if (service === 'openId') openIdsIn(is, admin.address);
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    const wrong = LDAP_SETTINGS.find(({ at }) => error.message.startsWith(`${at[1]} `));
    if (!wrong) throw new AdminError(error.message);
    const reason = wrong.key === 'ldap.ca' ? phrase('answer.noFile') : needed(wrong.key);
    throw new SettingFaults([fault(wrong.key, reason)]);
  }
}

/** The server sends mails with these values: those of the console, or what the process was started with. */
export const sendsMail = (admin: Admin, { was, is }: Pick<ServiceChange, 'was' | 'is'>): boolean =>
  mailIn(is) !== null || (admin.hasMail && mailIn(was) === null);
