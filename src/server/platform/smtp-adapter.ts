import { createTransport } from 'nodemailer';
import { duration } from '../../domain/limits.ts';
import type { Mail } from '../../ports/mail.ts';

const WAIT_MS = 10 * duration.SECOND;

/** Mails through an SMTP server, `smtp[s]://user:password@host:port`; few connections, none waits for ever. */
export function createMail(url: string, from: string): Mail & { close(): void } {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: WAIT_MS,
      greetingTimeout: WAIT_MS,
      socketTimeout: WAIT_MS,
    },
    { from },
  );
  return {
    send: async ({ to, subject, text, headers = {}, name }) => {
      const id = name === undefined ? {} : { messageId: `<${name}@${from.replace(/^.*@|>$/g, '')}>` };
      await transport.sendMail({ to: { name: '', address: to }, subject, text, headers, ...id });
    },
    close: () => transport.close(),
  };
}
