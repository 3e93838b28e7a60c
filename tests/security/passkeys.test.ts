import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { Authenticator } from '../support/authenticator.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const HOME = 'https://chat.example.org';
const at = setUpHouse({ settings: { publicUrl: HOME } });

it('SEC-1: row 78: a user logs in only by their own passkey, and adds none to another account', async () => {
  const { world, owner, mallory, im } = at;
  const begin = (who = owner, password = PASSWORD) => im(who, 'beginPasskey', { password });
  const device = new Authenticator(HOME);
  await world.ok(owner, 'im/addPasskey', { passkey: device.made((await begin()).data) });
  const ask = async () => (await world.call(null, '/common/pub/askPasskey')).data as never;
  const enter = (body: object) => world.call<{ authToken?: string }>(null, '/common/pub/login', body);

  // An unlocked device alone adds no passkey, with any password value.
  for (const password of ['', 'wrong-one', null, [PASSWORD], { $ne: '' }])
    expect((await im(owner, 'beginPasskey', { password })).code).toBe(400);
  const hers = new Authenticator(HOME);
  const asMallory = hers.made((await begin(mallory)).data);
  expect((await im(owner, 'addPasskey', { passkey: asMallory, user_id: mallory.id })).code).toBe(400);
  expect((await im(mallory, 'addPasskey', { passkey: asMallory, user_id: owner.id })).code).toBe(0);
  const ownerKeys = (await im(owner, 'getPasskeys')).data as { list: unknown[] };
  expect(ownerKeys.list).toHaveLength(1);

  // Her own passkey opens no other account, with any name, handle or password next to it.
  const withHandle = JSON.parse(hers.used(await ask())) as { response: object };
  Object.assign(withHandle.response, { userHandle: Buffer.from(String(owner.id)).toString('base64url') });
  const inside = await enter({ passkey: JSON.stringify(withHandle), user_id: owner.id });
  expect(JSON.stringify(inside.data)).not.toContain('"account":"owner"');
  for (const more of [
    { account: 'owner' },
    { account: 'owner', password: 'wrong-one' },
    { account: 'owner', code: '1' },
  ])
    expect((await enter({ ...more, passkey: hers.used(await ask()) })).code).toBe(400);

  // Malformed answers.
  const good = JSON.parse(device.used(await ask())) as Record<string, unknown>;
  const strange = [
    '{',
    'null',
    '[]',
    '7',
    '{"id":7}',
    '['.repeat(16_000),
    JSON.stringify({ ...good, response: null }),
    JSON.stringify({ ...good, response: {} }),
    JSON.stringify({ ...good, rawId: 'x' }),
    JSON.stringify({ ...good, id: '__proto__', rawId: '__proto__' }),
    JSON.stringify({ ...good, response: { ...(good['response'] as object), signature: '' } }),
  ];
  for (const passkey of strange) {
    expect((await enter({ passkey })).code, passkey.slice(0, 40)).toBe(400);
    expect((await im(owner, 'addPasskey', { passkey })).code, passkey.slice(0, 40)).toBe(400);
  }
  expect((await enter({ passkey: 'x'.repeat(16_385) })).code).toBe(400);
  expect((await enter({ passkey: device.used(await ask()) })).code).toBe(0);

  world.clock.pass(serverLimits.wrongPasswordsWindowMs);
  // Wrong passkeys as the second step count like wrong passwords.
  const { Secret, TOTP } = await import('otpauth');
  const { secret } = await world.ok<{ secret: string }>(owner, 'im/beginSecondStep', { password: PASSWORD });
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await world.ok(owner, 'im/confirmSecondStep', { otp: app.generate({ timestamp: world.clock.nowMs() }) });
  const both = { account: 'owner', password: PASSWORD };
  for (let times = 0; times <= serverLimits.wrongPasswordsMax; times += 1)
    expect((await enter({ ...both, passkey: hers.used(await ask()) })).code).toBe(412);
  expect((await enter({ ...both, passkey: device.used(await ask()) })).code).toBe(400);
});

it('SEC-1: row 78: a statement with certificates makes the server request nothing', async () => {
  const { world, owner, im } = at;
  let requestCount = 0;
  const trap = createServer((_, answer) => {
    requestCount += 1;
    answer.end();
  }).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  const { port } = trap.address() as AddressInfo;
  const address = new TextEncoder().encode(`http://127.0.0.1:${port}/list.crl`);
  const kinds = ['packed', 'tpm', 'apple', 'android-key', 'android-safetynet', 'fido-u2f', 'none'];
  for (const kind of kinds) {
    const { data } = await im(owner, 'beginPasskey', { password: PASSWORD });
    const facts = new Map<string, unknown>([
      ['alg', -7],
      ['sig', address],
      ['x5c', [address]],
      ['response', address],
    ]);
    const passkey = new Authenticator(HOME).made(data, { statement: [kind, facts] });
    expect((await im(owner, 'addPasskey', { passkey })).code, kind).toBe(400);
  }
  expect(requestCount).toBe(0);
  expect((await world.ok<{ list: unknown[] }>(owner, 'im/getPasskeys')).list).toEqual([]);
  trap.close();
});
