import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wrongTryLimits } from '../../src/domain/account-limits.ts';
import { preferenceLimits } from '../../src/domain/kept-limits.ts';
import { duration } from '../../src/domain/limits.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { admin } from '../support/admin.ts';
import { Authenticator } from '../support/authenticator.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

const HOME = 'https://chat.example.org';
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
interface Row {
  readonly name: string;
  readonly value: { readonly list: readonly { readonly what: string; readonly device: string }[] };
}
let world: World;
let anna: Person;
beforeEach(async () => {
  world = await startWorld({ settings: { publicUrl: HOME } });
  await world.person('boss');
  anna = await world.person('anna');
});
afterEach(() => world.close());

const im = (name: string, body: object = {}) => world.ok<never>(anna, `/enterprise/im/${name}`, body);
async function notes(who = anna) {
  const { list } = await world.ok<{ list: readonly Row[] }>(who, 'im/getKept');
  return list.find(({ name }) => name === 'security')?.value.list ?? [];
}
const kinds = async (who = anna) => (await notes(who)).map(({ what }) => what);
const login = async (password: string, address = '10.0.0.1', account = 'anna') =>
  (
    await world.raw(
      '/common/pub/login',
      { method: 'POST', body: JSON.stringify({ account, password }) },
      address,
    )
  ).json() as Promise<{ readonly code: number; readonly data: { readonly retry_ms?: number } }>;

/** Sends so many wrong passwords, each from a separate address. */
async function wrong(times: number, account = 'anna') {
  for (let n = 0; n < times; n += 1) await login('wrong-1', `10.${account.length}.${n}.1`, account);
}

describe('what happened to the ways into an account', () => {
  it('ACC-21: the owner reads of a changed password, with the device that changed it', async () => {
    const { code } = await world.call(
      anna,
      'im/editPassword',
      { password: 'secret-22', originalPassword: PASSWORD },
      FIREFOX,
    );
    expect(code).toBe(0);
    expect(await notes()).toEqual([
      { what: 'password', atMs: world.clock.nowMs(), device: 'Firefox · Linux' },
    ]);
  });

  it('ACC-21: of passkeys and two-step login, the newest first, live on the other devices', async () => {
    const device = new Authenticator(HOME);
    const socket = await world.online(anna);
    const plain = await world.online(anna, { plain: true });
    const challenge = await im('beginPasskey', { password: PASSWORD });
    await im('addPasskey', { passkey: device.made(challenge), name: '' });
    await im('removePasskey', { id: device.id });
    const { secret } = (await im('beginSecondStep', { password: PASSWORD })) as { secret: string };
    const otp = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.nowMs() });
    await im('confirmSecondStep', { otp: otp() });
    world.clock.pass(duration.MINUTE);
    await im('endSecondStep', { password: PASSWORD, otp: otp() });
    const all = ['secondStepOff', 'secondStepOn', 'passkeyRemoved', 'passkeyAdded'];
    expect(await kinds()).toEqual(all);
    await world.settle();
    const events = socket.of('kept').map(({ data }) => data as unknown as Row);
    expect(events.map(({ name }) => name)).toEqual(all.map(() => 'security'));
    expect(plain.of('kept')).toEqual([]);
    expect(events.at(-1)?.value.list.map(({ what }) => what)).toEqual(all);
  });

  it('ACC-21: what an administrator resets is said as well, without a device', async () => {
    await admin(world, 'user', 'password', 'anna', 'secret-22');
    anna = await world.login('anna', {}, { password: 'secret-22' });
    expect(await notes()).toEqual([{ what: 'password', atMs: expect.any(Number) as number, device: '' }]);
  });

  it('ACC-21: the owner closes the notes, and cannot write any', async () => {
    await admin(world, 'user', 'password', 'anna', 'secret-22');
    anna = await world.login('anna', {}, { password: 'secret-22' });
    const keep = (value: object | null) => world.call(anna, 'im/keep', { name: 'security', op: 'o', value });
    expect((await keep({ list: [] })).code).toBe(400);
    expect(await kinds()).toEqual(['password']);
    expect((await keep(null)).code).toBe(0);
    expect(await kinds()).toEqual([]);
  });

  it('ACC-21: no more notes than the limit are stored', async () => {
    for (let n = 0; n <= preferenceLimits.securityMax; n += 1)
      await admin(world, 'user', 'password', 'anna', `secret-${n}${n}`);
    const last = `secret-${preferenceLimits.securityMax}${preferenceLimits.securityMax}`;
    anna = await world.login('anna', {}, { password: last });
    expect(await notes()).toHaveLength(preferenceLimits.securityMax);
  });
});

describe('wrong passwords', () => {
  it('ACC-21: twenty wrong ones from anywhere are told to the owner, once a day', async () => {
    await wrong(wrongTryLimits.many - 1);
    expect(await kinds()).toEqual([]);
    await wrong(1);
    expect(await kinds()).toEqual(['wrongTries']);
    await wrong(wrongTryLimits.many);
    expect(await kinds()).toEqual(['wrongTries']);
    world.clock.pass(wrongTryLimits.dayMs);
    await wrong(wrongTryLimits.many);
    expect(await kinds()).toEqual(['wrongTries', 'wrongTries']);
    await wrong(wrongTryLimits.many, 'nobody');
  });

  it('ACC-22: after twenty wrong ones from one place the waits grow, up to an hour', async () => {
    const waits: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      let wait = 0;
      while (wait === 0) wait = (await login('wrong-1', '10.9.9.9')).data.retry_ms ?? 0;
      waits.push(wait / serverLimits.wrongPasswordsWindowMs);
      world.clock.pass(wait);
    }
    // Six wrong ones in a row each time.
    expect(waits).toEqual([1, 1, 1, 1, 2, 8, 12, 12, 12, 12]);
    expect(wrongTryLimits.windowMaxMs).toBe(12 * serverLimits.wrongPasswordsWindowMs);
    // The limits start again at the place of the last use, and on the next day.
    expect((await login(PASSWORD)).code).toBe(0);
    world.clock.pass(wrongTryLimits.dayMs);
    while (((await login('wrong-1', '10.9.9.9')).data.retry_ms ?? 0) === 0);
    expect((await login('wrong-1', '10.9.9.9')).data.retry_ms).toBe(serverLimits.wrongPasswordsWindowMs);
  });

  it('ACC-22: wrong ones for many accounts behind one address make nobody else wait longer', async () => {
    const ofAddress = (serverLimits.wrongPasswordsMax + 1) * serverLimits.addressFactor;
    for (const round of [1, 2]) {
      for (let n = 0; n < ofAddress; n += 1) await login('wrong-1', '10.9.9.9', `user-${round}-${n}`);
      expect((await login(PASSWORD, '10.9.9.9')).code).toBe(400);
      world.clock.pass(serverLimits.wrongPasswordsWindowMs);
    }
    expect((await login(PASSWORD, '10.9.9.9')).code).toBe(0);
  });
});
