import type { GlobalConfig } from '../../domain/config.ts';
import type { Core } from './core.ts';

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
