import { DAY } from '../../domain/duration.ts';
import type { Mail } from '../../ports/mail.ts';
import type { ReadTx } from '../../ports/store.ts';
import { addInvite, inviteLink } from '../features/auth/invite.ts';
import { row, withFacts } from '../kernel/bilingual.ts';
import type { Bilingual } from '../kernel/bilingual.ts';
import { inviteLimits as limits } from '../kernel/limits.ts';
import { AdminError, Findings, change, need } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { ANSWERS } from './answers.ts';
import { csvLine, readInviteList } from './invite-list.ts';
import type { Invitee, LineFault } from './invite-list.ts';
import { termsOf } from './invite-terms.ts';

interface Invited extends Invitee {
  readonly link: string;
}

/** Lines that are right as text but name a person who needs no invitation. */
async function needless(
  tx: ReadTx,
  nowMs: number,
  list: readonly (Invitee & { readonly line: number })[],
): Promise<readonly LineFault[]> {
  const open = (await tx.invites.named(limits.namedMax)).filter(
    ({ used, max, expiresAtMs }) => used < max && expiresAtMs > nowMs,
  );
  const invited = new Set(open.map(({ email }) => email.toLowerCase()));
  const faults: LineFault[] = [];
  for (const { line, email } of list) {
    if (email === '') continue;
    if (await tx.users.byAccount(email)) faults.push({ line, why: ANSWERS.hasAccount });
    else if (invited.has(email.toLowerCase())) faults.push({ line, why: ANSWERS.isInvited });
  }
  return faults;
}

const refused = (faults: readonly LineFault[]): Findings =>
  new Findings([
    ...faults.toSorted((a, b) => a.line - b.line).map((fault) => withFacts(ANSWERS.lineWrong, fault)),
    ANSWERS.noneMade,
  ]);

/** In both languages: the recipient's is not known. */
function letterTo({ name, link }: Invited, server: string, days: number) {
  const [hello, greeting] = name === '' ? ['Hello,', '您好：'] : [`Hello ${name},`, `${name}，您好：`];
  return {
    subject: `Invitation to ${server} / 邀请您加入 ${server}`,
    text: [
      hello,
      '',
      `You are invited to ${server}. Open this link to create your account. It works once, for ${days} days:`,
      '',
      link,
      '',
      greeting,
      '',
      `邀请您加入 ${server}。请打开上面的链接注册账号，${days} 天内有效，只能使用一次。`,
    ].join('\n'),
  };
}

/** Sends one after the other; returns those that were not sent. A mail server that is away is not asked again. */
async function mailAll(
  { log }: Admin,
  mail: Mail,
  people: readonly Invited[],
  letter: (to: Invited) => { readonly subject: string; readonly text: string },
): Promise<readonly Invited[]> {
  const unsent: Invited[] = [];
  let faults = 0;
  for (const person of people) {
    if (person.email === '' || faults >= limits.mailFaultsMax) {
      unsent.push(person);
      continue;
    }
    try {
      await mail.send({ to: person.email, ...letter(person) });
      faults = 0;
    } catch (error) {
      log.write('error', 'mail not sent', { error: String(error) });
      faults += 1;
      unsent.push(person);
    }
  }
  return unsent;
}

/** The console saves the links as a file; the command line prints them. */
async function offered(
  admin: Admin,
  people: readonly Invited[],
  file: string,
): Promise<readonly Bilingual[]> {
  if (people.length === 0) return [];
  const lines = ['name,mail,link', ...people.map(({ name, email, link }) => csvLine(name, email, link))];
  if (admin.user === undefined) return lines.map((line) => row(line));
  // The mark lets spreadsheets read the names in their encoding.
  await admin.save('', new Blob([`\uFEFF${lines.join('\r\n')}\r\n`]).stream(), file);
  return [];
}

/** `--mail` has no value; the others are those of `invite`. */
function withoutMail(given: readonly string[]): readonly [terms: readonly string[], isMailed: boolean] {
  const terms = given.filter((word) => word !== '--mail');
  return [terms, terms.length < given.length];
}

/** Before `invite`, whose name it begins with. */
export const INVITE_PEOPLE: AdminCommand = {
  words: 'invite people',
  takes: '<list> [--mail] [--days <n>] [--role <user|admin>] [--group <number>]',
  help: 'invites each person of a list (name,address), for 14 days; sends mails, or returns the links',
  run: async (admin, given) => {
    const source = need(given, 0, 'list');
    const [options, isMailed] = withoutMail(given.slice(1));
    if (options.includes('--uses')) throw new AdminError(withFacts(ANSWERS.noOption, { name: '--uses' }));
    const { mail = null } = admin;
    if (isMailed && mail === null) throw new AdminError(ANSWERS.noMail);
    const { lifeMs = limits.listLifeMs, ...terms } = await termsOf(admin, options);
    const { people, faults } = readInviteList(await (admin.readText?.(source) ?? source));
    if (people.length + faults.length === 0) throw new AdminError(ANSWERS.listEmpty);
    if (people.length > limits.listMax)
      throw new AdminError(withFacts(ANSWERS.listLong, { max: limits.listMax, count: people.length }));
    const nowMs = admin.clock.nowMs();
    const wrong = [...faults, ...(await admin.store.read((tx) => needless(tx, nowMs, people)))];
    if (wrong.length > 0) return refused(wrong);
    const made = await change(admin, 'invite people', async (tx, _, tell) => {
      // Again: another administrator may have given the same list at the same time.
      if ((await needless(tx, nowMs, people)).length > 0) throw new AdminError(ANSWERS.noneMade);
      const invited: Invited[] = [];
      for (const { name, email } of people) {
        const code = await addInvite(tx, admin.ids, { ...terms, lifeMs }, { name, email });
        invited.push({ name, email, link: inviteLink(admin.address, code) });
      }
      tell({ facts: { ...terms, lifeMs, people: invited.length } });
      return invited;
    });
    return answerTo(admin, made, isMailed ? mail : null, Math.round(lifeMs / DAY));
  },
};

async function answerTo(
  admin: Admin,
  made: readonly Invited[],
  mail: Mail | null,
  days: number,
): Promise<readonly Bilingual[]> {
  const first = withFacts(ANSWERS.invitedMany, { count: made.length });
  if (mail === null) return [first, ...(await offered(admin, made, 'invitations.csv'))];
  const { name } = (await admin.store.read((tx) => tx.config.get())).config.sysInfo;
  const unsent = await mailAll(admin, mail, made, (to) => letterTo(to, name, days));
  const sent = withFacts(ANSWERS.mailedMany, { sent: made.length - unsent.length });
  const left = unsent.length > 0 ? [withFacts(ANSWERS.notMailed, { count: unsent.length })] : [];
  return [first, sent, ...left, ...(await offered(admin, unsent, 'invitations-not-sent.csv'))];
}
