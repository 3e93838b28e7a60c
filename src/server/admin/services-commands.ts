import { ldapName } from '../../domain/validation.ts';
import type { Ldap, LdapFault, LdapPerson } from '../../ports/ldap.ts';
import type { Mail } from '../../ports/mail.ts';
import type { OpenIds } from '../../ports/openid.ts';
import { withFacts } from '../kernel/bilingual.ts';
import type { Bilingual } from '../kernel/bilingual.ts';
import { mailCause } from '../kernel/mail-faults.ts';
import { isFromEnvironment, ldapIn, mailIn, openIdsIn } from '../kernel/service-values.ts';
import type { ServiceName, ServiceValues } from '../kernel/service-values.ts';
import { AdminError, need } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { ANSWERS } from './answers.ts';
import { assertService } from './service-checks.ts';
import { changesIn, presentConfig } from './settings-commands.ts';
import { LDAP_SETTINGS } from './settings/ldap.ts';
import { withConfigField } from './settings/settings.ts';

/** Sent with a test, to show what a user would receive. */
const TEST_MAIL = { subject: 'Parley: test', text: 'This mail server works for Parley.' };

/** A form sends the question by name, and with it the values that are not saved yet. */
function questionIn(args: readonly string[], name: string) {
  const pairs = args.length % 2 === 1 ? [name, ...args] : args;
  const at = pairs.findIndex((word, index) => index % 2 === 0 && word === name);
  const account = at < 0 ? '' : (pairs[at + 1] ?? '').trim();
  return { target: account, drafts: at < 0 ? pairs : [...pairs.slice(0, at), ...pairs.slice(at + 2)] };
}

/** The values to try: the stored ones with those of the form, and the service on. */
async function valuesToTry(
  admin: Admin,
  service: ServiceName,
  on: string,
  drafts: readonly string[],
): Promise<ServiceValues> {
  const was = await admin.store.read((tx) => presentConfig(admin, tx));
  const changes = changesIn([...drafts, on, '1']);
  const is = changes.reduce((config, { setting, value }) => withConfigField(config, setting, value), was);
  const keys = changes.map(({ setting }) => setting.key);
  await assertService(admin, service, { was: was.services, is: is.services, keys });
  return is.services;
}

const isFixed = (admin: Admin, service: ServiceName): boolean =>
  isFromEnvironment(service, admin.environment);

function assertPresent<T>(service: T | null | undefined): T {
  if (!service) throw new AdminError(ANSWERS.notTried);
  return service;
}

async function ldapToTry(admin: Admin, drafts: readonly string[]): Promise<Ldap> {
  if (isFixed(admin, 'ldap')) return assertPresent(admin.present?.ldap);
  const setting = ldapIn(await valuesToTry(admin, 'ldap', 'ldap.on', drafts));
  return assertPresent(setting && (await admin.makeServices?.ldap(setting)));
}

const NAMES = new Map(LDAP_SETTINGS.map(({ at, label }) => [at[1], label]));

const withLabels = (text: string, quoted: (label: Bilingual) => string): string =>
  text.replaceAll(/(LDAP_[A-Z_]+)(?:=1)?/g, (whole, name: string) => {
    const label = NAMES.get(name);
    return label ? quoted(label) : whole;
  });

/** The fault with the labels of the form instead of the names that the environment has for its settings. */
export const labelled = ({ zh, en }: LdapFault): Bilingual => ({
  zh: withLabels(zh, (label) => `“${label.zh}”`),
  en: withLabels(en, (label) => `"${label.en}"`),
});

function personAnswer(name: string, person: LdapPerson | null | 'away'): Bilingual {
  if (person === null || person === 'away') throw new AdminError(withFacts(ANSWERS.ldapNoUser, { name }));
  const { login, email, id } = person;
  return withFacts(ANSWERS.ldapUser, {
    login,
    name: ldapName(person.name, login),
    email: email || ANSWERS.none,
    id,
  });
}

async function tryLdap(admin: Admin, args: readonly string[]): Promise<readonly Bilingual[]> {
  const { target, drafts } = questionIn(args, 'name');
  const server = await ldapToTry(admin, drafts);
  const people = await server.everybody();
  const fault = server.fault();
  if (people === 'away') {
    const reason = fault ?? ANSWERS.notTried;
    throw new AdminError(isFixed(admin, 'ldap') ? reason : labelled(reason));
  }
  if (people.ids.size === 0) throw new AdminError(ANSWERS.ldapNobody);
  const answered = withFacts(ANSWERS.ldapAnswers, { count: people.ids.size });
  return target === '' ? [answered] : [answered, personAnswer(target, await server.find(target))];
}

async function mailToTry(admin: Admin, drafts: readonly string[]): Promise<Mail & { close?(): void }> {
  if (isFixed(admin, 'mail')) return assertPresent(admin.mail);
  const setting = mailIn(await valuesToTry(admin, 'mail', 'mail.on', drafts));
  return assertPresent(setting && (await admin.makeServices?.mail(setting)));
}

async function tryMailServer(admin: Admin, args: readonly string[]): Promise<readonly Bilingual[]> {
  const { target, drafts } = questionIn(args, 'address');
  const to = need([target], 0, 'email');
  const server = await mailToTry(admin, drafts);
  try {
    await server.send({ to, ...TEST_MAIL });
  } catch (error) {
    throw new AdminError(withFacts(ANSWERS.mailNot, { cause: mailCause(error) }));
  } finally {
    if (!isFixed(admin, 'mail')) server.close?.();
  }
  return [withFacts(ANSWERS.mailSent, { to })];
}

async function openIdsToTry(admin: Admin, drafts: readonly string[]): Promise<OpenIds> {
  if (isFixed(admin, 'openId')) return assertPresent(admin.present?.openIds);
  const settings = openIdsIn(await valuesToTry(admin, 'openId', 'openId.on', drafts), admin.address);
  return assertPresent(await admin.makeServices?.openIds(settings));
}

async function tryOpenId(admin: Admin, args: readonly string[]): Promise<readonly Bilingual[]> {
  const server = await openIdsToTry(admin, args);
  await server.look?.();
  const faults = server.faults();
  if (faults.length > 0) throw new AdminError({ zh: faults.join('\n'), en: faults.join('\n') });
  return [ANSWERS.openIdAnswers];
}

/** Tests of services, also with unsaved values. Each may send a stored password (CONSOLE-9). */
export const SERVICE_COMMANDS: readonly AdminCommand[] = [
  {
    words: 'ldap test',
    synopsis: '[name]',
    help: 'asks the LDAP server of the settings, and for one user by login name or address',
    hasPairs: true,
    execute: tryLdap,
  },
  {
    words: 'mail test',
    synopsis: '<address>',
    help: 'sends a mail to this address, or prints why the mail server does not',
    hasPairs: true,
    execute: tryMailServer,
  },
  {
    words: 'openid test',
    synopsis: '',
    help: 'asks the OpenID providers of the settings for their metadata',
    hasPairs: true,
    execute: tryOpenId,
  },
];
