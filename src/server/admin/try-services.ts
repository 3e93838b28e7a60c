import type { Mail } from '../../ports/mail.ts';
import type { Store } from '../../ports/store.ts';
import type { LdapGroup } from '../kernel/ldap-settings.ts';
import { mailCause } from '../kernel/mail-faults.ts';
import { phrase, phraseIn } from '../kernel/phrase.ts';
import type { TextLanguage } from '../kernel/texts.ts';
import { CommandError } from './admin.ts';

/** Shows what a user would receive. */
export const testMail = (language: TextLanguage) => ({
  subject: phraseIn(phrase('mail.test.subject'), language),
  text: phraseIn(phrase('mail.test.text'), language),
});

/** @throws CommandError with the cause, if the mail server does not accept the mail (ADMIN-14) */
export async function tryMail(mail: Mail, to: string): Promise<string> {
  try {
    await mail.send({ to, ...testMail('en') });
  } catch (error) {
    throw new CommandError(`No mail was sent: ${mailCause(error)}; check SMTP_URL and SMTP_FROM`, {
      cause: error,
    });
  }
  return `The mail server accepted a mail to ${to}.`;
}

/** One line for each connected group that does not exist here. */
export async function missingGroupLines(
  store: Pick<Store, 'read'>,
  groups: readonly LdapGroup[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { group, dn } of groups)
    if ((await store.read((tx) => tx.groups.byId(group))) === null)
      lines.push(
        `LDAP_GROUPS connects ${dn} with group ${group}, which does not exist here: correct its number`,
      );
  return lines;
}
