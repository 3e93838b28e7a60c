import { beforeEach, expect, it } from 'vitest';
import { userId } from '../../src/domain/ids.ts';
import { tryAdmin } from '../support/admin.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const ADDRESS = 'owner@parley.test';
let sent: string[];
/** The user who registered with an address of another. */
let thief: Person;
beforeEach(() => {
  sent = [];
});
const { world } = setUpWorld(['boss'], {
  options: () => ({ mail: { send: ({ text }) => Promise.resolve(void sent.push(text)) } }),
});
beforeEach(async () => {
  thief = await world.person(ADDRESS);
  await world.server.core.store.write(async (tx) => {
    const user = userId(thief.id);
    await tx.secondSteps.begin(user, 'JBSWY3DPEHPK3PXP');
    await tx.secondSteps.turnOn(user, 'JBSWY3DPEHPK3PXP', 1);
    const elsewhere = { issuer: 'https://id.example.org', subject: 'thief', provider: 'work', email: '' };
    await tx.openIds.add({ ...elsewhere, user, createdAtMs: 1, usedAtMs: 1 });
  });
  await addPasskey();
});

const addPasskey = () =>
  world.server.core.store.write((tx) =>
    tx.passkeys.add({
      id: 'a passkey',
      user: userId(thief.id),
      publicKey: 'key',
      counter: 0,
      name: 'phone',
      createdAtMs: 1,
      usedAtMs: 1,
    }),
  );
const passkeys = async (): Promise<number> =>
  (await world.server.core.store.read((tx) => tx.passkeys.ofUser(userId(thief.id)))).length;
const isIn = async (who: Person): Promise<boolean> => (await world.code(who, 'im/getContacts')) === 0;
const byCode = async (): Promise<Person> => {
  world.clock.pass(120_000);
  await world.ok(null, '/common/pub/sendCode', { account: ADDRESS, type: 1 });
  const code = /\d{6}/.exec(sent.at(-1) ?? '')?.[0] ?? '';
  const { data } = await world.call(null, '/common/pub/login', { account: ADDRESS, code });
  return { id: data['userInfo']['user_id'], account: ADDRESS, token: data['authToken'] };
};

it('ACC-19: the first login by a code to an unverified address ends all earlier ways to log in', async () => {
  const owner = await byCode();
  expect([owner.id, await isIn(owner), await isIn(thief)]).toEqual([thief.id, true, false]);
  expect(await world.code(null, '/common/pub/login', { account: ADDRESS, password: PASSWORD })).toBe(400);
  const left = await world.server.core.store.read(async (tx) => [
    await tx.passkeys.ofUser(userId(owner.id)),
    await tx.openIds.ofUser(userId(owner.id)),
    (await tx.secondSteps.get(userId(owner.id)))?.isOn ?? false,
  ]);
  expect(left).toEqual([[], [], false]);
  expect(
    (await world.server.core.store.read((tx) => tx.audit.page(0, 99))).map(({ what }) => what),
  ).toContain('account proved');
});

it('ACC-19: the next one ends nothing', async () => {
  const owner = await byCode();
  await addPasskey();
  const again = await byCode();
  expect([await isIn(owner), await isIn(again), await passkeys()]).toEqual([true, true, 1]);
});

const change = (original: string, password: string, more: object = {}) =>
  world.ok(thief, 'im/editPassword', { originalPassword: original, password, ...more });

it('ACC-20: a new password removes passkeys, unless they are to stay', async () => {
  await change(PASSWORD, 'another-secret-1', { keepPasskeys: 1 });
  expect(await passkeys()).toBe(1);
  await change('another-secret-1', 'another-secret-2');
  expect(await passkeys()).toBe(0);
});

const setByOperator = (...more: readonly string[]) =>
  tryAdmin(world, 'user', 'password', ADDRESS, 'another-secret-1', ...more);

it('ACC-20: so does a password that an operator sets', async () => {
  expect((await setByOperator('keep-passkeys')).exit).toBe(0);
  expect(await passkeys()).toBe(1);
  expect((await setByOperator()).exit).toBe(0);
  expect(await passkeys()).toBe(0);
});
