import { afterAll, beforeAll, expect, it } from 'vitest';
import { followLdap } from '../../src/server/features/ldap/follow.ts';
import { createLdap } from '../../src/server/platform/ldap-adapter.ts';
import { Slapd } from '../support/slapd.ts';
import { setUpHouse } from '../support/set-up-world.ts';

let slapd: Slapd;
beforeAll(async () => {
  slapd = await Slapd.start();
  await slapd.add({ uid: 'owner', cn: 'Their owner', password: 'of the organisation' });
  await slapd.add({ uid: 'staff', cn: 'Member of staff', password: 'of the staff' });
}, 30_000);
afterAll(() => slapd.stop());
const at = setUpHouse(async () => ({ ldap: (log) => createLdap(slapd.setting(), log) }));

it('SEC-1: row 87: no attacker logs in as a user of the organisation', async () => {
  const { world, owner } = at;
  const login = (account: string, password: string) =>
    world.call(null, '/common/pub/login', { account, password });
  const people = () => world.server.core.store.read((tx) => tx.users.count());
  const before = await people();

  // Tries a filter instead of a name, and an empty password.
  for (const name of ['*', 'st*', 'staff)(|(uid=*', '*)(uid=staff', String.raw`st\61ff`, 'uid=staff'])
    for (const password of ['of the staff', '*', '']) expect((await login(name, password)).code).toBe(400);
  expect((await login('staff', '')).code).toBe(400);
  expect((await login('staff', '\u0000')).code).toBe(400);

  // An account that was registered here stays its user's, under any name.
  expect((await login('owner', 'of the organisation')).code).toBe(400);
  expect((await world.login('owner')).id).toBe(owner.id);
  expect(await people()).toBe(before);

  // A user who leaves the directory loses the session, and cannot log in again.
  const { data } = await login('staff', 'of the staff');
  const staff = { id: data['userInfo']['user_id'], account: 'staff', token: data['authToken'] };
  expect(await world.code(staff, 'im/getContacts')).toBe(0);
  await slapd.remove('staff');
  await followLdap(world.server.core);
  await world.settle();
  expect(await world.code(staff, 'im/getContacts')).toBe(-1);
  await slapd.add({ uid: 'staff', cn: 'Somebody new', password: 'of somebody new' });
  expect((await login('staff', 'of somebody new')).code).toBe(400);
  expect((await login('staff', 'of the staff')).code).toBe(400);
});
