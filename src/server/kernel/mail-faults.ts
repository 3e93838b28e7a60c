import type { GlobalConfig } from '../../domain/config.ts';
import type { Mail } from '../../ports/mail.ts';
import type { Core } from './core.ts';

const CAUSE_MAX = 200;

/** Mail whose last failure is known, until a mail is sent (OPS-24). */
export type WatchedMail = Mail & { fault(): string | null };

export function watchMail(mail: Mail | null = null): WatchedMail | null {
  if (mail === null) return null;
  let fault: string | null = null;
  return {
    async send(message) {
      try {
        await mail.send(message);
        fault = null;
      } catch (error) {
        // A refused address is the fault of the user who typed it: the mail server works.
        if (codeOf(error) !== 'EENVELOPE') fault = mailCause(error);
        throw error;
      }
    },
    fault: () => fault,
  };
}

/** The mail server's reason in one line. */
export const mailCause = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, CAUSE_MAX);

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

/** Registration asks for a code that this server cannot send: nobody can register (CONF-27). */
function mailFault({ sysInfo }: Pick<GlobalConfig, 'sysInfo'>, hasMail: boolean): string | null {
  if (sysInfo.regauth === 0 || hasMail) return null;
  return (
    `nobody can register: sysInfo.regauth ${sysInfo.regauth} asks for a code by mail, ` +
    'and this server sends none; set up mail (mail.on in the console, or SMTP_URL), or sysInfo.regauth to 0'
  );
}

/** The warning after a failed mail; null: none failed since the last one that was sent (OPS-24). */
function failedMail(mail: Core['mail']): string | null {
  const cause = mail?.fault?.() ?? null;
  return cause === null
    ? null
    : `the last mail was not sent: ${cause}; check the mail settings, then: npm run admin -- mail test ADDRESS`;
}

/** What `/readyz` reports about mails; null: nothing. */
export const mailWarning = ({ config, mail }: Pick<Core, 'config' | 'mail'>): string | null =>
  mailFault(config(), mail !== null) ?? failedMail(mail);
