import type { GlobalConfig } from '../../domain/config.ts';

/** Registration asks for a code that this server cannot send: nobody can register (CONF-27). */
export function mailFault({ sysInfo }: Pick<GlobalConfig, 'sysInfo'>, hasMail: boolean): string | null {
  if (sysInfo.regauth === 0 || hasMail) return null;
  return (
    `nobody can register: sysInfo.regauth ${sysInfo.regauth} asks for a code by mail, and SMTP_URL is not set; ` +
    'set SMTP_URL and SMTP_FROM, or sysInfo.regauth to 0'
  );
}
