import { ldapName } from '../../domain/validation.ts';
import type { Ldap, LdapFault, LdapPerson } from '../../ports/ldap.ts';
import type { Mail } from '../../ports/mail.ts';
import type { OpenIds } from '../../ports/openid.ts';
import { type Phrase, phrase } from '../kernel/phrase.ts';
import { ldapFaultPhrase } from '../kernel/ldap-faults.ts';
import { mailCause } from '../kernel/mail-faults.ts';
import { isFromEnvironment, ldapIn, mailIn, openIdsIn } from '../kernel/service-values.ts';
import type { ServiceName, ServiceValues } from '../kernel/service-values.ts';
import { AdminError, need } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { testMail } from './try-services.ts';
import { assertService } from './service-checks.ts';
import { changesIn, presentConfig } from './settings-commands.ts';
import { labelOf } from './settings/declaration.ts';
import { LDAP_SETTINGS } from './settings/ldap.ts';
import { withConfigField } from './settings/settings.ts';

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
  if (!service) throw new AdminError(phrase('answer.notTried'));
  return service;
}

async function ldapToTry(admin: Admin, drafts: readonly string[]): Promise<Ldap> {
  if (isFixed(admin, 'ldap')) return assertPresent(admin.present?.ldap);
  const setting = ldapIn(await valuesToTry(admin, 'ldap', 'ldap.on', drafts));
  return assertPresent(setting && (await admin.makeServices?.ldap(setting)));
}

const labels = new Map(LDAP_SETTINGS.map((setting) => [setting.at[1] ?? '', labelOf(setting)]));
const quotedLabel = (name: string): Phrase => phrase('quoted', { text: labels.get(name) ?? name });

/** The fault with the labels of the form, unless the environment has the settings. */
export const serviceFault = ({ environment }: Pick<Admin, 'environment'>, fault: LdapFault): Phrase =>
  isFromEnvironment('ldap', environment) ? ldapFaultPhrase(fault) : ldapFaultPhrase(fault, quotedLabel);

function personAnswer(name: string, person: LdapPerson | null | 'away'): Phrase {
  if (person === null || person === 'away') throw new AdminError(phrase('answer.ldapNoUser', { name }));
  const { login, email, id } = person;
  return phrase('answer.ldapUser', {
    login,
    name: ldapName(person.name, login),
    email: email || phrase('answer.none'),
    id,
  });
}

async function tryLdap(admin: Admin, args: readonly string[]): Promise<readonly Phrase[]> {
  const { target, drafts } = questionIn(args, 'name');
  const server = await ldapToTry(admin, drafts);
  const people = await server.everybody();
  if (people === 'away') {
    const fault = server.fault();
    const reason = fault ? serviceFault(admin, fault) : phrase('answer.notTried');
    throw new AdminError(reason);
  }
  if (people.ids.size === 0) throw new AdminError(phrase('answer.ldapNobody'));
  const answered = phrase('answer.ldapAnswers', { count: people.ids.size });
  return target === '' ? [answered] : [answered, personAnswer(target, await server.find(target))];
}

async function mailToTry(admin: Admin, drafts: readonly string[]): Promise<Mail & { close?(): void }> {
  if (isFixed(admin, 'mail')) return assertPresent(admin.mail);
  const setting = mailIn(await valuesToTry(admin, 'mail', 'mail.on', drafts));
  return assertPresent(setting && (await admin.makeServices?.mail(setting)));
}

async function tryMailServer(admin: Admin, args: readonly string[]): Promise<readonly Phrase[]> {
  const { target, drafts } = questionIn(args, 'address');
  const to = need([target], 0, 'email');
  const server = await mailToTry(admin, drafts);
  try {
    await server.send({ to, ...testMail(admin.language ?? 'en') });
  } catch (error) {
    throw new AdminError(phrase('answer.mailNot', { cause: mailCause(error) }));
  } finally {
    if (!isFixed(admin, 'mail')) server.close?.();
  }
  return [phrase('answer.mailSent', { to })];
}

async function openIdsToTry(admin: Admin, drafts: readonly string[]): Promise<OpenIds> {
  if (isFixed(admin, 'openId')) return assertPresent(admin.present?.openIds);
  const settings = openIdsIn(await valuesToTry(admin, 'openId', 'openId.on', drafts), admin.address);
  return assertPresent(await admin.makeServices?.openIds(settings));
}

async function tryOpenId(admin: Admin, args: readonly string[]): Promise<readonly Phrase[]> {
  const server = await openIdsToTry(admin, args);
  await server.look?.();
  const faults = server.faults();
  if (faults.length > 0) throw new AdminError(faults.join('\n'));
  return [phrase('answer.openIdAnswers')];
}

/** Tests of services, also with unsaved values. Each may send a stored password (CONSOLE-9). */
export const SERVICE_COMMANDS: readonly AdminCommand[] = [
  {
    words: 'ldap test',
    synopsis: '[name]',
    hasPairs: true,
    execute: tryLdap,
  },
  {
    words: 'mail test',
    synopsis: '<address>',
    hasPairs: true,
    execute: tryMailServer,
  },
  {
    words: 'openid test',
    synopsis: '',
    hasPairs: true,
    execute: tryOpenId,
  },
];
