import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { tryMail } from '../../src/server/admin/try-services.ts';
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

it('DIGEST-3, DIGEST-5: a repeated mail has the same name, and the headers of one click', async () => {
  const { url, received } = await mailServer();
  const mail = createMail(url, 'Parley <no-reply@parley.test>');
  closing.push(() => Promise.resolve(mail.close()));
  const headers = {
    'List-Unsubscribe': '<https://chat.example.org/mail-digest/1.a>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  const words = { subject: 'Ünread', text: 'Tëam: 2' };
  const digest = { to: 'anna@parley.test', ...words, headers, name: 'digest.1.7' };
  for (let times = 0; times < 2; times += 1) await mail.send(digest);
  await mail.send({ to: 'anna@parley.test', subject: 'code', text: '1' });
  const lines = received.map(({ text }) => text.split(/\r?\n/));
  const once = [
    'Message-ID: <digest.1.7@parley.test>',
    ...Object.entries(headers).map((one) => one.join(': ')),
  ];
  for (const one of once) expect(lines.map((each) => each.includes(one))).toEqual([true, true, false]);
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

const refusal = (code: string, text: string) => Object.assign(new Error(text), { code });

it('OPS-24: after a failed mail /readyz and the console name the cause, until one is sent', async () => {
  let fault: Error | null = refusal('ECONNREFUSED', 'connect ECONNREFUSED\n127.0.0.1:25');
  const world = await startWorld({
    mail: { send: () => (fault ? Promise.reject(fault) : Promise.resolve()) },
    settings: { environment: { SMTP_URL: '' } },
  });
  closing.push(() => world.close());
  const boss = await world.person('boss');
  const send = (account: string) => world.call(null, '/common/pub/sendCode', { account, type: 2 });
  const warnings = async () =>
    ((await (await world.raw('/readyz')).json()) as { warnings: string[] }).warnings;
  const readView = async () => {
    const { data } = await world.call<{ services: { title: string }[] }>(
      boss,
      '/admin/show',
      { part: 'settings' },
      { 'accept-language': 'en' },
    );
    return data.services.find(({ title }) => title === 'Mail');
  };
  expect([await warnings(), await readView()]).toMatchObject([[], { state: 'set', cause: null }]);
  await send('anna@parley.test');
  const cause = 'connect ECONNREFUSED 127.0.0.1:25';
  expect(await warnings()).toEqual([
    `the last mail was not sent: ${cause}; check the mail settings, then: npm run admin -- mail test ADDRESS`,
  ]);
  expect(await readView()).toMatchObject({ state: 'fault', cause });
  fault = null;
  await send('bela@parley.test');
  expect([await warnings(), await readView()]).toMatchObject([[], { state: 'set', cause: null }]);
  fault = refusal('EENVELOPE', '550 no such user');
  expect((await send('cleo@parley.test')).code).toBe(502);
  expect(await warnings()).toEqual([]);
});

const trying = (address: string): Promise<string> => {
  const mail = createMail(address, 'no-reply@parley.test');
  return tryMail(mail, 'op@parley.test').finally(() => mail.close());
};

it('ADMIN-14: mail test sends a mail, or ends with the cause and the settings', async () => {
  const { url, received } = await mailServer();
  expect(await trying(url)).toBe('The mail server accepted a mail to op@parley.test.');
  expect(received).toMatchObject([{ to: ['op@parley.test'] }]);
  await expect(trying(url.replace('right', 'wrong'))).rejects.toThrow(
    /^No mail was sent: Invalid login.*; check SMTP_URL and SMTP_FROM$/,
  );
});
