import { DAY } from '../../domain/duration.ts';
import { groupId } from '../../domain/ids.ts';
import type { Mail } from '../../ports/mail.ts';
import type { InviteRow, ReadTx, WriteTx } from '../../ports/store.ts';
import { type InviteTerms, addInvite, inviteLink } from '../features/auth/invite.ts';
import { type Phrase, inLanguages, joined, phrase, row } from '../kernel/phrase.ts';
import { type TextLanguage, mailLanguages } from '../kernel/texts.ts';
import { inviteLimits as limits } from '../kernel/limits.ts';
import { type Admin, type AdminCommand, AdminError, Findings, change, need } from './admin.ts';
import { type Invitee, type LineFault, csvLine, readInviteList } from './invite-list.ts';

interface Invited extends Invitee {
  readonly link: string;
  readonly expiresAtMs: number;
  /** An earlier list made the invitation. */
  readonly isOlder: boolean;
}

type Listed = readonly (Invitee & { readonly line: number })[];

/** Lines that are right as text but name a person who needs no invitation. */
async function needless(tx: ReadTx, list: Listed): Promise<readonly LineFault[]> {
  const faults: LineFault[] = [];
  for (const { line, email } of list)
    if (email !== '' && (await tx.users.byAccount(email)))
      faults.push({ line, why: phrase('answer.hasAccount') });
  return faults;
}

/** Unused invitations by address: a list given again sends them again (INVITE-3). */
async function unusedByEmail(tx: ReadTx, nowMs: number): Promise<ReadonlyMap<string, InviteRow>> {
  const unused = (await tx.invites.listNamed(limits.peopleMax)).filter(
    ({ email, used, max, expiresAtMs }) => email !== '' && used < max && expiresAtMs > nowMs,
  );
  return new Map(unused.map((one) => [one.email.toLowerCase(), one]));
}

/** Invites the people of a list; an unused invitation stays unless its role or group differ. */
async function inviteAll(
  admin: Admin,
  tx: WriteTx,
  people: Listed,
  terms: InviteTerms & { readonly lifeMs: number },
): Promise<readonly Invited[]> {
  const { role = 0, group = null, lifeMs } = terms;
  const unused = await unusedByEmail(tx, tx.nowMs);
  const invited: Invited[] = [];
  for (const { name, email } of people) {
    const older = unused.get(email.toLowerCase());
    const isOlder = older?.role === role && older.group === group;
    if (older && !isOlder) await tx.invites.end(older.code);
    const code = isOlder ? older.code : await addInvite(tx, admin.ids, terms, { name, email });
    const expiresAtMs = isOlder ? older.expiresAtMs : tx.nowMs + lifeMs;
    invited.push({ name, email, link: inviteLink(admin.address, code, name), expiresAtMs, isOlder });
  }
  return invited;
}

const refused = (faults: readonly LineFault[]): Findings =>
  new Findings([
    ...faults.toSorted((a, b) => a.line - b.line).map((fault) => phrase('answer.lineWrong', fault)),
    phrase('answer.noneMade'),
  ]);

/** The mail is in the language of the administrator and in English: that of the recipient is unknown. */
function letterTo({ name, link }: Invited, { server, days, language }: Letter) {
  const languages = mailLanguages(language);
  const hello = name === '' ? phrase('mail.invite.hello') : phrase('mail.invite.helloName', { name });
  const parts = [hello, '', phrase('mail.invite.text', { server, count: days }), '', link];
  return {
    subject: inLanguages(phrase('mail.invite.subject', { server }), languages, ' / '),
    text: inLanguages(joined(parts, '\n'), languages, '\n\n'),
  };
}

interface Letter {
  readonly server: string;
  readonly days: number;
  readonly language: TextLanguage | undefined;
}

interface Mailed {
  readonly unsent: readonly Invited[];
  /** The last failure of the mail server; null: it accepted every mail. */
  readonly fault: string | null;
}

/** Sends one after the other. A mail server that is away is not asked again. */
async function mailAll(
  { log }: Admin,
  mail: Mail,
  people: readonly Invited[],
  letter: (to: Invited) => { readonly subject: string; readonly text: string },
): Promise<Mailed> {
  const unsent: Invited[] = [];
  let [faults, fault] = [0, null as string | null];
  for (const person of people) {
    if (person.email === '' || faults >= limits.mailFaultsMax) {
      unsent.push(person);
      continue;
    }
    try {
      await mail.send({ to: person.email, ...letter(person) });
      faults = 0;
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
      log.write('error', 'mail not sent', { error: String(error) });
      faults += 1;
      unsent.push(person);
    }
  }
  return { unsent, fault };
}

const linesOf = (people: readonly Invited[]): readonly string[] => [
  'name,mail,link',
  ...people.map(({ name, email, link }) => csvLine(name, email, link)),
];

/** The console saves the links as a file; the command line prints them. */
async function offerPlaces(
  admin: Admin,
  people: readonly Invited[],
  file: string,
): Promise<readonly Phrase[]> {
  if (people.length === 0) return [];
  const lines = linesOf(people);
  if (admin.user === undefined) return lines.map((line) => row(line));
  // The mark lets spreadsheets read the names in their encoding.
  await admin.save('', new Blob([`\uFEFF${lines.join('\r\n')}\r\n`]).stream(), file);
  return [];
}

/** `--mail` has no value; the others are those of `invite`. */
function withoutMail(args: readonly string[]): readonly [terms: readonly string[], isMailed: boolean] {
  const terms = args.filter((word) => word !== '--mail');
  return [terms, terms.length < args.length];
}

/** Before `invite`, whose name it begins with. */
export const INVITE_PEOPLE: AdminCommand = {
  words: 'invite people',
  synopsis: '<list> [--mail] [--days <n>] [--role <user|admin>] [--group <number>]',
  execute: async (admin, args) => {
    const source = need(args, 0, 'list');
    const [options, isMailed] = withoutMail(args.slice(1));
    if (options.includes('--uses')) throw new AdminError(phrase('answer.noOption', { name: '--uses' }));
    const { mail = null } = admin;
    if (isMailed && mail === null) throw new AdminError(phrase('answer.noMail'));
    if (isMailed && !admin.hasPublicUrl) throw new AdminError(phrase('answer.noAddress'));
    const { lifeMs = limits.listLifeMs, ...terms } = await termsOf(admin, options);
    const text = await (admin.readText?.(source) ?? source);
    // The sign that replaces each byte that is not UTF-8.
    if (text.includes('\uFFFD')) throw new AdminError(phrase('answer.listNotUtf8'));
    const { people, faults } = readInviteList(text);
    if (people.length + faults.length === 0) throw new AdminError(phrase('answer.listEmpty'));
    if (people.length > limits.listMax)
      throw new AdminError(phrase('answer.listLong', { max: limits.listMax, count: people.length }));
    const wrong = [...faults, ...(await admin.store.read((tx) => needless(tx, people)))];
    if (wrong.length > 0) return refused(wrong);
    const invitations = await change(admin, 'invite people', async (tx, _, tell) => {
      // Again: a person of the list may have registered in the meantime.
      if ((await needless(tx, people)).length > 0) throw new AdminError(phrase('answer.noneMade'));
      const invited = await inviteAll(admin, tx, people, { ...terms, lifeMs });
      tell({ facts: { ...terms, lifeMs, people: invited.length } });
      return invited;
    });
    return answerTo(admin, invitations, isMailed ? mail : null);
  },
};

async function answerTo(
  admin: Admin,
  invitations: readonly Invited[],
  mail: Mail | null,
): Promise<readonly Phrase[] | Findings> {
  const older = invitations.filter(({ isOlder }) => isOlder).length;
  const first = [
    phrase('answer.invitedMany', { count: invitations.length }),
    ...(older > 0 ? [phrase('answer.invitedBefore', { count: older })] : []),
  ];
  if (mail === null) return [...first, ...(await offerPlaces(admin, invitations, 'invitations.csv'))];
  const { name } = (await admin.store.read((tx) => tx.config.get())).config.sysInfo;
  const nowMs = admin.clock.nowMs();
  const { unsent, fault } = await mailAll(admin, mail, invitations, (to) =>
    letterTo(to, {
      server: name,
      days: Math.max(1, Math.round((to.expiresAtMs - nowMs) / DAY)),
      language: admin.language,
    }),
  );
  const sent = phrase('answer.mailedMany', { count: invitations.length - unsent.length });
  const left = unsent.length > 0 ? [phrase('answer.notMailed', { count: unsent.length })] : [];
  // At the console, a file alone would not show that the mail server failed.
  if (fault !== null)
    return new Findings([
      phrase('answer.mailFault', { cause: fault }),
      ...first,
      sent,
      ...left,
      ...linesOf(unsent).map((line) => row(line)),
    ]);
  return [...first, sent, ...left, ...(await offerPlaces(admin, unsent, 'invitations-not-sent.csv'))];
}

function numberFrom(text: string, name: string, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new AdminError(phrase('answer.outOfRange', { name, max }));
  return value;
}

/** `--uses 5 --days 7 --role admin --group 12`, in any order, each at most once. */
export async function termsOf({ store }: Admin, args: readonly string[]): Promise<InviteTerms> {
  const terms: { -readonly [K in keyof InviteTerms]: InviteTerms[K] } = {};
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', value = ''] = args.slice(at, at + 2);
    if (name === '--uses') terms.max = numberFrom(value, name, limits.usesMax);
    else if (name === '--days') terms.lifeMs = numberFrom(value, name, limits.daysMax) * DAY;
    else if (name === '--group') {
      const group = groupId(numberFrom(value.replace(/^group-/, ''), name, Number.MAX_SAFE_INTEGER));
      if (!(await store.read((tx) => tx.groups.byId(group))))
        throw new AdminError(phrase('answer.noGroup', { group: value }));
      terms.group = group;
    } else if (name === '--role' && (value === 'user' || value === 'admin'))
      terms.role = value === 'admin' ? 2 : 0;
    else
      throw new AdminError(
        name === '--role' ? phrase('answer.whichRole') : phrase('answer.noOption', { name }),
      );
  }
  return terms;
}
