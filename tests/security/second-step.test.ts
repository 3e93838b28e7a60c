import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { PASSWORD } from '../support/world.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 75: two-step login needs the user’s own valid code', async () => {
  const { world, owner, mallory, im } = at;
  const { secret } = await world.ok<{ secret: string }>(owner, 'im/beginSecondStep', { password: PASSWORD });
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeNow = () => app.generate({ timestamp: world.clock.nowMs() });
  await world.ok(owner, 'im/confirmSecondStep', { otp: codeNow() });
  const enter = (more: object) =>
    world.call<{ authToken?: string }>(null, '/common/pub/login', {
      account: 'owner',
      password: PASSWORD,
      ...more,
    });
  // The code that proved it was seen over a shoulder.
  for (const otp of [undefined, '', codeNow(), null, [codeNow()], { $ne: '' }, '0', 'x'.repeat(33)])
    expect((await enter({ otp })).code).not.toBe(0);
  world.clock.pass(600_000);
  // Tries the code in other fields, and a code by mail instead of the password.
  for (const more of [{ code: codeNow() }, { secondStep: 0 }, { user: { isOn: false } }])
    expect((await enter(more)).code).not.toBe(0);
  // Tries another user's second step with mallory's token, and with an unlocked device without the password.
  const asOwner = { user_id: owner.id, account: 'owner', password: PASSWORD, otp: codeNow() };
  expect((await im(mallory, 'endSecondStep', asOwner)).code).toBe(400);
  expect((await im(mallory, 'getSecondStep', asOwner)).data).toEqual({ on: 0, recovery: 0 });
  for (const body of [{}, { otp: codeNow() }, { password: '', otp: codeNow() }])
    expect((await im(owner, 'endSecondStep', body)).code).toBe(400);
  expect((await im(owner, 'beginSecondStep', { password: PASSWORD })).code).toBe(400);
  // A million of them are not tried.
  let tried = 0;
  for (; tried < 100; tried += 1) {
    const answer = await enter({ otp: String(tried).padStart(6, '0') });
    if (answer.code === 400) break;
  }
  expect(tried).toBeLessThan(10);
});
