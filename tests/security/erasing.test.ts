import { expect, it } from 'vitest';
import { finishErasures } from '../../src/server/features/erasing/erase-own.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 86: a user erases only their own account, with its password', async () => {
  const { world, owner, mallory, im } = at;
  const there = await world.online(owner);
  const tries = [
    [mallory, { password: 'guessed-1', user_id: owner.id }],
    [mallory, { password: '', user_id: owner.id, account: owner.account }],
    [mallory, { password: `hash of ${PASSWORD}`, token: owner.token }],
    [owner, {}],
    [owner, { password: 'guessed-2' }],
    [owner, { password: `hash of ${PASSWORD}` }],
    [null, { password: PASSWORD, user_id: owner.id }],
  ] as const;
  for (const [who, body] of tries) expect((await im(who, 'eraseAccount', body)).code).not.toBe(0);
  await finishErasures(world.server.core);
  expect([there.closedWith(), (await im(owner, 'getContacts')).code]).toEqual([null, 0]);
  // Mallory erases only her own account with her password, even if she names another user.
  expect((await im(mallory, 'eraseAccount', { password: PASSWORD, user_id: owner.id })).code).toBe(0);
  for (const name of ['getContacts', 'eraseAccount', 'sendMessage'])
    expect((await im(mallory, name, { password: PASSWORD })).code).toBe(-1);
  await finishErasures(world.server.core);
  for (const account of [mallory.account, `deleted ${mallory.id}`])
    expect(await world.code(null, '/common/pub/login', { account, password: PASSWORD })).not.toBe(0);
  expect([there.closedWith(), (await im(owner, 'getContacts')).code]).toEqual([null, 0]);
});
