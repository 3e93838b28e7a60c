import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MailMessage } from '../../src/ports/mail.ts';
import type { ServiceMakers } from '../../src/server/kernel/live-services.ts';
import type { MailSetting } from '../../src/server/kernel/service-values.ts';
import { serviceMakers } from '../../src/server/platform/service-makers.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import type { Fields } from '../support/fields.ts';
import { BASE, ROOT, Slapd } from '../support/slapd.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

const ANNA = { uid: 'anna', cn: 'Anna Lake', password: 'a long password of hers', mail: 'anna@example.org' };
const real = serviceMakers({ write: () => undefined });

let slapd: Slapd;
let world: World;
let boss: Person;
let mails: { readonly from: MailSetting; readonly message: MailMessage }[];

const makeServices: ServiceMakers = {
  ...real,
  mail: (from) =>
    Promise.resolve({
      send: (message) => {
        if (from.url.includes('closed'))
          return Promise.reject(new Error('connect ECONNREFUSED 10.0.0.9:465'));
        return Promise.resolve(void mails.push({ from, message }));
      },
    }),
};

beforeAll(async () => {
  slapd = await Slapd.start();
  await slapd.add(ANNA);
}, 30_000);
afterAll(() => slapd.stop());
beforeEach(async () => {
  mails = [];
  world = await startWorld({ makeServices, settings: { publicUrl: 'https://chat.example.org' } });
  world.server.start();
  boss = await world.person('boss');
});
afterEach(() => world.close());

const LDAP = () => ({
  'ldap.on': '1',
  'ldap.url': slapd.url,
  'ldap.base': `ou=people,${BASE}`,
  'ldap.bind': ROOT.dn,
  'ldap.bindPassword': ROOT.password,
});

interface Result {
  readonly isDone: boolean;
  readonly lines: readonly string[];
  readonly faults?: Readonly<Record<string, string>>;
}

async function executeCommand(words: string, given: Readonly<Record<string, string>>): Promise<Result> {
  const answer = await world.call<Result>(boss, '/admin/run', { words, given }, { 'accept-language': 'en' });
  await world.clock.advance(1_000);
  await world.settle();
  return answer.data;
}

const service = async (title: string): Promise<Fields | undefined> => {
  const answer = await world.call<{ readonly services: readonly Fields[] }>(
    boss,
    '/admin/show',
    { part: 'settings' },
    { 'accept-language': 'en' },
  );
  return answer.data.services.find((one) => one['title'] === title);
};
const login = () => world.call(null, '/common/pub/login', { account: 'anna', password: ANNA.password });

it('CONSOLE-15: with LDAP set up in the console, a directory user logs in without a restart', async () => {
  expect((await login()).code).not.toBe(0);
  expect(await executeCommand('settings set', LDAP())).toMatchObject({ isDone: true });
  expect((await login()).code).toBe(0);
  expect(await service('LDAP and Active Directory')).toMatchObject({ state: 'connected' });
  await executeCommand('settings set', { 'ldap.on': '0' });
  expect((await login()).code).not.toBe(0);
  expect(await service('LDAP and Active Directory')).toMatchObject({ state: 'unset' });
});

it('CONSOLE-15: the stored password is in no answer to a client, no audit entry and no list', async () => {
  await executeCommand('settings set', LDAP());
  const view = [
    await world.call(boss, '/admin/show', { part: 'settings' }),
    await world.call(boss, '/admin/show', { part: 'audit' }),
    await world.call(boss, '/common/pub/getSystemInfo'),
    await executeCommand('settings show', {}),
    await world.server.core.store.read((tx) => tx.audit.page(0, 500)),
    world.server.core.config(),
  ];
  for (const one of view) expect(JSON.stringify(one)).not.toContain(ROOT.password);
  expect(JSON.stringify(view[2])).not.toContain(slapd.url);
});

it('CONSOLE-15: the test uses values that are not saved, and names the user it found', async () => {
  expect(await executeCommand('ldap test', { ...LDAP(), name: 'anna' })).toEqual({
    isDone: true,
    lines: [
      'The server answers and has 1 user',
      expect.stringMatching(/^Found anna: name Anna Lake, address anna@example\.org, ID .+/),
    ],
  });
  expect(await service('LDAP and Active Directory')).toMatchObject({ state: 'unset' });
});

it.each([
  ['a refused login', { 'ldap.bindPassword': 'wrong' }, /^"Account for lookups" is refused/],
  ['no such base', { 'ldap.base': 'ou=nowhere,dc=example,dc=org' }, /^ldap:\/\/\S+ has no entry "Base"$/],
  ['no answer', { 'ldap.url': 'ldap://127.0.0.1:9' }, /^ldap:\/\/127\.0\.0\.1:9 does not answer \(.+\)$/],
  ['nobody in the filter', { 'ldap.people': '(uid=nobody)' }, /the base and the filter find no user/],
  ['an unknown user', { name: 'cleo' }, /^None of them has the username or address "cleo"$/],
])('CONSOLE-15: the test of LDAP says what failed: %s', async (_, more, line) => {
  const sentMessage = await executeCommand('ldap test', { ...LDAP(), ...more });
  expect(sentMessage).toMatchObject({ isDone: false, lines: [expect.stringMatching(line)] });
});

/** The fields at which a save with these values is refused. */
const refused = async (more: Readonly<Record<string, string>>) =>
  Object.keys((await executeCommand('settings set', { ...LDAP(), ...more })).faults ?? {});

it('CONSOLE-15: values that cannot work are refused at their fields, and nothing is saved', async () => {
  expect(await refused({ 'ldap.base': '' })).toEqual(['ldap.base']);
  expect(await refused({ 'ldap.url': 'ldap.example.org' })).toEqual(['ldap.url']);
  expect(await refused({ 'ldap.url': 'ldap://ldap.example.org' })).toEqual(['ldap.url']);
  expect(await refused({ 'ldap.people': '(uid=a)(' })).toEqual(['ldap.people']);
  expect(await refused({ 'ldap.ca': '/nowhere/ca.pem' })).toEqual(['ldap.ca']);
  expect(await service('LDAP and Active Directory')).toMatchObject({ state: 'unset' });
});

it('CONSOLE-15: for another server the password must be typed again, also for a test', async () => {
  await executeCommand('settings set', LDAP());
  const other = { 'ldap.url': 'ldap://127.0.0.1:9' };
  for (const words of ['settings set', 'ldap test'])
    expect((await executeCommand(words, other)).faults, words).toEqual({
      'ldap.bindPassword': 'Type it again: the stored one was for another server',
    });
  expect((await executeCommand('ldap test', { 'ldap.people': '(uid=anna)' })).isDone).toBe(true);
});

it('CONSOLE-15: mail and codes are switched on in one save, and a test mail goes out', async () => {
  const mail = {
    'mail.on': '1',
    'mail.server': 'mail.example.org',
    'mail.user': 'p@rley',
    'mail.password': 'hush:1',
    'mail.from': 'parley@example.org',
  };
  expect((await executeCommand('settings set', { 'sysInfo.regauth': '2' })).isDone).toBe(false);
  expect((await executeCommand('mail test', { ...mail, address: 'me@example.org' })).isDone).toBe(true);
  expect(mails).toMatchObject([
    {
      from: { url: 'smtps://p%40rley:hush%3A1@mail.example.org', from: 'parley@example.org' },
      message: { to: 'me@example.org' },
    },
  ]);
  expect((await executeCommand('settings set', { ...mail, 'sysInfo.regauth': '2' })).isDone).toBe(true);
  expect(world.server.core.config().sysInfo.mail).toBe(true);
  expect((await executeCommand('settings set', { 'mail.on': '0' })).faults).toHaveProperty(['mail.on']);
  const closed = { 'mail.server': 'closed.example.org', 'mail.password': 'x', address: 'me@example.org' };
  expect((await executeCommand('mail test', closed)).lines).toEqual([
    'No mail was sent: connect ECONNREFUSED 10.0.0.9:465',
  ]);
});

it('CONSOLE-15: a provider named in the console is offered to everybody at the login', async () => {
  const openId = {
    'openId.on': '1',
    'openId.name': 'Work',
    'openId.issuer': 'http://127.0.0.1:9/realms/work',
    'openId.client': 'parley',
    'openId.secret': 'hush-5',
  };
  expect((await executeCommand('settings set', openId)).isDone).toBe(true);
  // Its library is loaded first.
  await expect.poll(() => world.server.core.config().sysInfo.openIds).toEqual([{ id: 'sso', name: 'Work' }]);
  expect((await executeCommand('openid test', {})).lines[0]).toContain('http://127.0.0.1:9/realms/work');
});

it('CONSOLE-15: what the environment sets up cannot be changed in the console', async () => {
  await world.close();
  world = await startWorld({
    makeServices,
    mail: { send: () => Promise.resolve() },
    settings: { environment: { SMTP_URL: '', SMTP_FROM: 'parley@example.org' } },
  });
  boss = await world.person('boss');
  const faults = (await executeCommand('settings set', { 'mail.from': 'other@example.org' })).faults;
  expect(faults).toEqual({ 'mail.from': 'Set by the environment of the server: change it there' });
  expect(await service('Mail')).toMatchObject({ state: 'set', own: { isFixed: true } });
  expect((await executeCommand('settings show', { setting: 'mail.from' })).lines[0]).toMatch(
    /set by the environment/,
  );
});

it('CONSOLE-15: the command line sets the same settings', async () => {
  await admin(world, 'settings', 'set', ...Object.entries(LDAP()).flat());
  expect((await login()).code).toBe(0);
  expect((await tryAdmin(world, 'settings', 'set', 'ldap.url', 'x')).lines[0]).toContain('ldap.url must be');
});
