import { expect, it } from 'vitest';
import { passkeyLimits } from '../../src/domain/account-limits.ts';
import { challengeLimits } from '../../src/server/kernel/limits.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import { Authenticator, type Said } from '../support/authenticator.ts';
import type { Fields } from '../support/fields.ts';
import { twoNodes } from '../support/two-nodes.ts';
import { PASSWORD, startWorld } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const HOME = 'https://chat.example.org';
const settings = { publicUrl: HOME };
const { world, anna } = setUpWorld(['anna'], { options: { settings } });

const im = (who: Person | null, name: string, body: object = {}, on = world) =>
  on.call(who, `/enterprise/im/${name}`, body);
const begin = (who = anna, on = world) =>
  on.ok<never>(who, '/enterprise/im/beginPasskey', { password: PASSWORD });
const ask = (on = world) => on.ok<never>(null, '/common/pub/askPasskey');
const login = (body: object, on = world) => on.call(null, '/common/pub/login', body);
/** Adds a passkey of the user on a separate device. */
async function added(who = anna, name = '', on = world): Promise<Authenticator> {
  const device = new Authenticator(HOME);
  await on.ok(who, '/enterprise/im/addPasskey', { passkey: device.made(await begin(who, on)), name });
  return device;
}
const list = async (who = anna): Promise<readonly Fields[]> =>
  (await im(who, 'getPasskeys')).data['list'] as readonly Fields[];

it('PASSKEY-1: added with the password, listed to its owner alone, named and removed', async () => {
  expect((await im(anna, 'beginPasskey', { password: 'wrong-one' })).code).toBe(400);
  expect((await im(anna, 'beginPasskey')).code).toBe(400);
  const request = await begin();
  expect(request).toMatchObject({
    rp: { id: 'chat.example.org', name: 'Parley' },
    user: { name: 'anna', displayName: 'anna name' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  });
  const device = await added(anna, ' My phone ');
  const [row] = await list();
  expect(row).toEqual({ id: device.id, name: 'My phone', since: expect.any(Number), used: 0 });
  expect((await im(anna, 'getPasskeys')).data.on).toBe(1);
  expect(JSON.stringify(await begin())).toContain(device.id);
  const bela = await world.person('bela');
  expect(await list(bela)).toEqual([]);
  for (const call of ['renamePasskey', 'removePasskey'])
    expect((await im(bela, call, { id: device.id, name: 'mine' })).code).toBe(400);
  expect((await im(anna, 'renamePasskey', { id: device.id, name: 'Old phone' })).code).toBe(0);
  expect((await list())[0]).toMatchObject({ name: 'Old phone' });
  expect((await im(anna, 'removePasskey', { id: device.id })).code).toBe(0);
  expect((await im(anna, 'removePasskey', { id: device.id })).code).toBe(400);
  expect((await login({ passkey: device.used(await ask()) })).code).toBe(400);
});

it('PASSKEY-1: twenty of one person, also of those that come at once', async () => {
  const devices = await Promise.all(
    Array.from({ length: passkeyLimits.max + 1 }, async () => {
      const device = new Authenticator(HOME);
      return device.made(await begin());
    }),
  );
  const answers = await Promise.all(devices.map((passkey) => im(anna, 'addPasskey', { passkey })));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(passkeyLimits.max);
  expect(answers.find(({ code }) => code !== 0)?.msg).toContain(String(passkeyLimits.max));
  expect((await im(anna, 'beginPasskey', { password: PASSWORD })).code).toBe(400);
  expect(await list()).toHaveLength(passkeyLimits.max);
});

it('PASSKEY-2: logs in alone, without a name, and passes where a second step is asked for', async () => {
  const device = await added();
  const inside = await login({ passkey: device.used(await ask()) });
  expect([inside.code, inside.data.userInfo.user_id]).toEqual([0, anna.id]);
  expect(await world.code({ ...anna, token: inside.data.authToken }, 'im/getContacts')).toBe(0);
  expect((await list())[0]?.['used']).toBeGreaterThan(0);
  // A username without a password, next to a passkey, logs in no user.
  expect((await login({ account: 'anna', passkey: device.used(await ask()) })).code).toBe(400);
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, open: false } }));
  const bela = await login({ passkey: device.used(await ask()) });
  // The first account is the administrator.
  expect(bela.code).toBe(0);
});

it('PASSKEY-2: with a password, a passkey replaces the code of the second step', async () => {
  const { Secret, TOTP } = await import('otpauth');
  const { secret } = await world.ok<{ secret: string }>(anna, 'im/beginSecondStep', { password: PASSWORD });
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await world.ok(anna, 'im/confirmSecondStep', { otp: app.generate({ timestamp: world.clock.nowMs() }) });
  const device = await added();
  const bela = await world.person('bela');
  const other = await added(bela);
  const both = { account: 'anna', password: PASSWORD };
  expect((await login(both)).code).toBe(412);
  expect((await login({ ...both, passkey: other.used(await ask()) })).code).toBe(412);
  expect((await login({ ...both, password: 'wrong-one', passkey: device.used(await ask()) })).code).toBe(400);
  expect((await login({ ...both, passkey: device.used(await ask()) })).code).toBe(0);
  expect((await login({ passkey: device.used(await ask()) })).code).toBe(0);
});

it('PASSKEY-2: a disabled person does not come in by it', async () => {
  const bela = await world.person('bela');
  const device = await added(bela);
  await admin(world, 'user', 'disable', 'bela');
  expect((await login({ passkey: device.used(await ask()) })).code).toBe(400);
  await admin(world, 'user', 'enable', 'bela');
  expect((await login({ passkey: device.used(await ask()) })).code).toBe(0);
});

it('PASSKEY-3: a challenge opens once, also of two at once', async () => {
  const device = await added();
  const answer = device.used(await ask());
  const both = await Promise.all([login({ passkey: answer }), login({ passkey: answer })]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 400]);
  expect((await login({ passkey: answer })).code).toBe(400);
  const made = new Authenticator(HOME).made(await begin());
  expect((await im(anna, 'addPasskey', { passkey: made })).code).toBe(0);
  const id = (await list()).at(-1)?.['id'];
  expect((await im(anna, 'removePasskey', { id })).code).toBe(0);
  expect((await im(anna, 'addPasskey', { passkey: made })).code).toBe(400);
});

it('PASSKEY-3: on any nodes', async () => {
  const nodes = await twoNodes(undefined, settings);
  const bela = await nodes.one.person('bela');
  const device = await added(bela, '', nodes.one);
  const answer = device.used(await ask(nodes.two));
  const both = await Promise.all([
    login({ passkey: answer }, nodes.one),
    login({ passkey: answer }, nodes.two),
  ]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 400]);
  await nodes.close();
});

it('PASSKEY-3: a challenge is for five minutes, one purpose, one session, one address', async () => {
  const device = await added();
  const [late, asked] = [device.used(await ask()), await ask()];
  world.clock.pass(challengeLimits.lifeMs + 1_000);
  expect((await login({ passkey: late })).code).toBe(400);
  expect((await login({ passkey: device.used(asked) })).code).toBe(400);
  // Tries a challenge for adding to log in, and the reverse.
  expect((await login({ passkey: device.used(await begin()) })).code).toBe(400);
  const fresh = new Authenticator(HOME);
  expect((await im(anna, 'addPasskey', { passkey: fresh.made(await ask()) })).code).toBe(400);
  // Tries the challenge of another session of the same user, and of another user.
  const again = await world.login('anna');
  const bela = await world.person('bela');
  const passkey = fresh.made(await begin());
  for (const who of [again, bela]) expect((await im(who, 'addPasskey', { passkey })).code).toBe(400);
  expect((await im(anna, 'addPasskey', { passkey })).code).toBe(0);
  const elsewhere = await world.raw(
    '/common/pub/login',
    { method: 'POST', body: JSON.stringify({ passkey: device.used(await ask()) }) },
    '10.7.7.7',
  );
  expect(await elsewhere.json()).toMatchObject({ code: 400 });
});

const LIES: readonly (readonly [string, Said])[] = [
  ['another site', { origin: 'https://chat.example.org.evil.test' }],
  ['another domain', { domain: 'evil.test' }],
  ['another port', { origin: 'https://chat.example.org:8443' }],
  ['no lock of the device', { unverified: true }],
  ['the other kind', { type: 'webauthn.none' }],
  ['a made-up challenge', { challenge: Buffer.from('2-1-99999999999-1-00').toString('base64url') }],
];

it.each(LIES)('PASSKEY-4: refused, and nothing changed: %s', async (_, said) => {
  const device = await added();
  const before = await list();
  const wrong = await login({ passkey: device.used(await ask(), said) });
  expect([wrong.code, wrong.msg === '']).toEqual([400, false]);
  expect(wrong.data).toBe('');
  const made = new Authenticator(HOME).made(await begin(), said);
  expect((await im(anna, 'addPasskey', { passkey: made })).code).toBe(400);
  expect(await list()).toEqual(before);
  expect((await login({ passkey: device.used(await ask()) })).code).toBe(0);
});

it('PASSKEY-4: a counter that goes back or stays is refused, unless it never counts', async () => {
  const device = await added();
  expect((await login({ passkey: device.used(await ask()) })).code).toBe(0);
  expect((await login({ passkey: device.used(await ask(), { counter: 7 }) })).code).toBe(0);
  for (const counter of [7, 6, 1, 0])
    expect((await login({ passkey: device.used(await ask(), { counter }) })).code).toBe(400);
  expect((await login({ passkey: device.used(await ask(), { counter: 8 }) })).code).toBe(0);
});

it('PASSKEY-4: a passkey of another user is refused, and an answer that names another one', async () => {
  const device = await added();
  const bela = await world.person('bela');
  expect((await im(bela, 'addPasskey', { passkey: device.made(await begin(bela)) })).code).toBe(400);
  const other = await added(bela);
  expect((await login({ passkey: other.used(await ask(), { id: device.id }) })).code).toBe(400);
  expect((await list(bela)).map(({ id }) => id)).toEqual([other.id]);
});

it('PASSKEY-5: without an own domain and TLS a server reports it; localhost works', async () => {
  for (const [publicUrl, on] of [
    [null, 0],
    ['http://chat.example.org', 0],
    ['https://192.0.2.7', 0],
    ['https://[2001:db8::1]', 0],
    ['http://127.0.0.1:8080', 0],
    ['https://chat.example.org:8443', 1],
    ['http://localhost:3000', 1],
  ] as const) {
    const other = await startWorld({ settings: { publicUrl } });
    const cleo = await other.person('cleo');
    expect([publicUrl, (await im(cleo, 'getPasskeys', {}, other)).data.on]).toEqual([publicUrl, on]);
    const answers = [
      await other.call(null, '/common/pub/askPasskey'),
      await im(cleo, 'beginPasskey', { password: PASSWORD }, other),
    ];
    expect(answers.map(({ code }) => code)).toEqual(on === 1 ? [0, 0] : [400, 400]);
    if (on === 0) expect(answers[0]?.msg).toContain('域名');
    await other.close();
  }
});

it('PASSKEY-6: an administrator removes all of a person', async () => {
  const device = await added();
  expect((await tryAdmin(world, 'user', 'passkeys-reset', 'nobody')).exit).toBe(1);
  await admin(world, 'user', 'passkeys-reset', 'anna');
  expect(await list()).toEqual([]);
  expect((await login({ passkey: device.used(await ask()) })).code).toBe(400);
  expect((await tryAdmin(world, 'user', 'passkeys-reset', 'anna')).exit).toBe(1);
});
