import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import { twoNodes } from '../support/two-nodes.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

const STEP_MS = 30_000;
let world: World;
let anna: Person;
beforeEach(async () => {
  world = await startWorld();
  anna = await world.person('anna');
});
afterEach(() => world.close());

const im = (who: Person | null, name: string, body: object = {}, on = world) =>
  on.call(who, `/enterprise/im/${name}`, body);
const codeOf = (secret: string, offMs = 0, on = world): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: on.clock.nowMs() + offMs });
const login = (otp?: string, on = world, address?: string) =>
  on
    .raw(
      '/common/pub/login',
      { method: 'POST', body: JSON.stringify({ account: 'anna', password: PASSWORD, otp }) },
      address,
    )
    .then((response) => response.json() as Promise<{ code: number; msg: string; data: never }>);
const begin = async (on = world): Promise<string> =>
  (await on.ok<{ secret: string }>(anna, '/enterprise/im/beginSecondStep', { password: PASSWORD })).secret;
/** Set up and proved; its secret and its recovery codes. */
async function setUp(on = world) {
  const secret = await begin(on);
  const otp = codeOf(secret, 0, on);
  const { codes } = await on.ok<{ codes: string[] }>(anna, '/enterprise/im/confirmSecondStep', { otp });
  on.clock.pass(2 * STEP_MS);
  return { secret, codes };
}

it('SECOND-1: with the password a secret, as text and picture; on once a code has proved it', async () => {
  expect((await im(anna, 'beginSecondStep', { password: 'wrong-one' })).code).toBe(400);
  const first = await begin();
  const report = await world.ok<{ secret: string; uri: string }>(anna, 'im/beginSecondStep', {
    password: PASSWORD,
  });
  expect(report.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(report.secret).not.toBe(first);
  expect(report.uri).toBe(
    `otpauth://totp/Parley:anna?issuer=Parley&secret=${report.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect((await login()).code).toBe(0);
  for (const otp of [codeOf(first), '000000', '', codeOf(report.secret, 5 * STEP_MS)])
    expect((await im(anna, 'confirmSecondStep', { otp })).code).toBe(412);
  expect((await im(anna, 'getSecondStep')).data).toEqual({ on: 0, recovery: 0 });
  expect((await im(anna, 'confirmSecondStep', { otp: codeOf(report.secret) })).code).toBe(0);
  expect((await im(anna, 'getSecondStep')).data).toEqual({ on: 1, recovery: 10 });
  for (const call of ['beginSecondStep', 'confirmSecondStep'])
    expect((await im(anna, call, { password: PASSWORD, otp: codeOf(report.secret) })).code).toBe(400);
  expect((await im(await world.person('bela'), 'getSecondStep')).data).toEqual({ on: 0, recovery: 0 });
});

it('SECOND-2: a login asks for it once the password is right, and not before', async () => {
  const { secret } = await setUp();
  expect([(await login()).code, (await login('')).code, (await login('123')).code]).toEqual([412, 412, 412]);
  const wrong = await world.call(null, '/common/pub/login', { account: 'anna', password: 'wrong-one' });
  const nobody = await world.call(null, '/common/pub/login', { account: 'nobody', password: 'wrong-one' });
  expect([wrong.code, wrong.msg]).toEqual([nobody.code, nobody.msg]);
  expect(JSON.stringify(await login())).not.toContain('authToken');
  expect((await login(codeOf(secret, 3 * STEP_MS))).code).toBe(412);
  // A phone’s clock may be half a minute behind or ahead.
  expect((await login(codeOf(secret, -STEP_MS))).code).toBe(0);
  expect((await login(` ${codeOf(secret, STEP_MS).replace(/^(...)/, '$1 ')} `)).code).toBe(0);
  // Existing sessions stay valid.
  expect((await im(anna, 'getContacts')).code).toBe(0);
});

it('SECOND-2: wrong ones count as wrong passwords do; a right one does not get through then', async () => {
  const { secret } = await setUp();
  for (let times = 0; times <= serverLimits.wrongPasswordsMax; times += 1)
    expect((await login('000000', world, '10.9.0.1')).code).toBe(412);
  expect((await login(codeOf(secret), world, '10.9.0.1')).code).toBe(400);
  world.clock.pass(serverLimits.wrongPasswordsWindowMs);
  expect((await login(codeOf(secret), world, '10.9.0.1')).code).toBe(0);
});

it('SECOND-3: a code opens once, also of two at once; nor does an older one after it', async () => {
  const { secret } = await setUp();
  const now = codeOf(secret);
  const both = await Promise.all([login(now), login(now)]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 412]);
  expect([(await login(now)).code, (await login(codeOf(secret, -STEP_MS))).code]).toEqual([412, 412]);
  expect((await login(codeOf(secret, STEP_MS))).code).toBe(0);
});

it('SECOND-3: on any nodes', async () => {
  const nodes = await twoNodes();
  const before = anna;
  anna = await nodes.one.person('anna');
  const { secret, codes } = await setUp(nodes.one);
  for (const otp of [codeOf(secret, 0, nodes.one), codes[0]]) {
    const both = await Promise.all([login(otp, nodes.one), login(otp, nodes.two)]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 412]);
  }
  anna = before;
  await nodes.close();
});

it('SECOND-4: ten recovery codes, told once, kept as digests; each opens once', async () => {
  const { secret, codes } = await setUp();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{10}$/);
  const [one = '', two = '', three = ''] = codes;
  expect((await login(one)).code).toBe(0);
  expect((await login(one)).code).toBe(412);
  expect((await login(`${two.slice(0, 5).toLowerCase()}-${two.slice(5)}`)).code).toBe(0);
  expect((await im(anna, 'getSecondStep')).data).toEqual({ on: 1, recovery: 8 });
  // Codes of another user do not work either.
  await world.person('bela');
  const bela = await world.call(null, '/common/pub/login', {
    account: 'bela',
    password: PASSWORD,
    otp: three,
  });
  expect(bela.code).toBe(0);
  expect((await im(anna, 'getSecondStep')).data).toEqual({ on: 1, recovery: 8 });
  const text = JSON.stringify([await im(anna, 'getSecondStep'), world.log]);
  for (const value of [secret, ...codes]) expect(text).not.toContain(value);
});

it('SECOND-5: off with the password and a code alone', async () => {
  const { secret, codes } = await setUp();
  const end = (body: object) => im(anna, 'endSecondStep', body);
  for (const body of [
    {},
    { password: PASSWORD },
    { password: PASSWORD, otp: '000000' },
    { otp: codeOf(secret) },
    { password: 'wrong-one', otp: codeOf(secret) },
  ])
    expect((await end(body)).code).not.toBe(0);
  expect((await login()).code).toBe(412);
  expect((await end({ password: PASSWORD, otp: codes[0] })).code).toBe(0);
  expect((await login()).code).toBe(0);
  expect((await im(anna, 'getSecondStep')).data).toEqual({ on: 0, recovery: 0 });
  expect((await end({ password: PASSWORD, otp: codeOf(secret) })).code).toBe(400);
  // A new setup begins with other codes.
  const again = await setUp();
  expect((await login(codes[1])).code).toBe(412);
  expect((await login(codeOf(again.secret))).code).toBe(0);
});

it('SECOND-5: an operator switches it off for a user who lost phone and codes', async () => {
  await setUp();
  expect((await tryAdmin(world, 'user', 'totp-reset', 'nobody')).exit).toBe(1);
  await admin(world, 'user', 'totp-reset', 'anna');
  expect((await login()).code).toBe(0);
  expect((await tryAdmin(world, 'user', 'totp-reset', 'anna')).exit).toBe(1);
});
