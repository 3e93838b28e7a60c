import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { createMail } from '../../src/server/platform/smtp-adapter.ts';
import { startWorld } from '../support/world.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

const closing: (() => Promise<unknown>)[] = [];
/** Closes in reverse order, because a mail server waits for open connections. */
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A mail server on the loopback that records its mails. */
async function mailServer(): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      done(auth.password === 'right' ? null : new Error('no'), { user: auth.username }),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closing.push(() => new Promise((resolve) => server.close(() => resolve(null))));
  return { url: `smtp://user:right@127.0.0.1:${(server.server.address() as AddressInfo).port}`, received };
}

it('ACC-9: a code goes out through a real mail server and opens the account', async () => {
  const { url, received } = await mailServer();
  const mail = createMail(url, 'Parley <no-reply@parley.test>');
  const world = await startWorld({ mail });
  closing.push(
    () => world.close(),
    () => Promise.resolve(mail.close()),
  );
  const anna = await world.person('anna@parley.test');
  const answer = await world.call(
    null,
    '/common/pub/sendCode',
    { account: 'anna@parley.test' },
    { 'accept-language': 'en' },
  );
  expect(answer).toMatchObject({ code: 0, msg: 'Please check your email' });
  expect(received).toMatchObject([{ from: 'no-reply@parley.test', to: ['anna@parley.test'] }]);
  expect(received[0]?.text).toContain('Subject: Parley code');
  const code = /Your code is (\d{6})/.exec(received[0]?.text.replaceAll('=\r\n', '') ?? '')?.[1];
  const login = await world.call(null, '/common/pub/login', { account: 'anna@parley.test', code });
  expect(login).toMatchObject({ code: 0, data: { userInfo: { user_id: anna.id } } });
});

it('ACC-9: a refusal of the mail server is a fault that is not the user’s, and reveals nothing', async () => {
  const { url } = await mailServer();
  const mail = createMail(url.replace('right', 'wrong'), 'no-reply@parley.test');
  const world = await startWorld({ mail });
  closing.push(
    () => world.close(),
    () => Promise.resolve(mail.close()),
  );
  await world.person('anna@parley.test');
  const answer = await world.call(null, '/common/pub/sendCode', { account: 'anna@parley.test' });
  expect(answer).toMatchObject({ code: 502, msg: '验证码发送失败，请稍后再试' });
});
