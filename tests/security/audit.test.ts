import { expect, it } from 'vitest';
import { PASSWORD } from '../support/world.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 85: every change of the ways into an account is recorded', async () => {
  const { world, owner, mallory } = at;
  // Wrong passwords are entries of refused logins, without a user.
  const rows = async () =>
    (await world.server.core.store.read((tx) => tx.audit.page(0, 500))).filter(({ by }) => by !== 'nobody');
  const before = (await rows()).length;
  const change = (originalPassword: string) =>
    world.call(owner, 'im/editPassword', { originalPassword, password: 'secret-8' });
  // A refused change is not an entry, however often it is tried, and names no other user.
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await change(`wrong-${turn}`)).code).not.toBe(0);
    for (const [name, body] of [
      ['removePasskey', { id: 'made-up' }],
      ['endSecondStep', { password: PASSWORD, otp: '000000' }],
      ['confirmSecondStep', { otp: '000000', user_id: owner.id }],
      ['endLogin', { id: 'made-up', user_id: owner.id }],
      ['endLogin', { id: 'others', user_id: owner.id }],
    ] as const)
      await world.call(mallory, `/enterprise/im/${name}`, body);
  }
  expect((await rows()).length).toBe(before);
  // Two simultaneous changes of the same data make one entry each.
  await Promise.all([change(PASSWORD), change(PASSWORD)]);
  const fresh = (await rows()).slice(before);
  expect(fresh.length).toBeGreaterThan(0);
  for (const { by, what } of fresh) expect([by, what]).toEqual([`user ${owner.id}`, 'password changed']);
  expect(JSON.stringify(fresh)).not.toMatch(/secret-8|wrong/);
});
