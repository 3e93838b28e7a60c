import type { Mail } from '../../ports/mail.ts';

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
