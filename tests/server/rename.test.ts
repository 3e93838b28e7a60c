import { expect, it } from 'vitest';
import { admin, tryAdmin } from '../support/admin.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const { world, anna } = setUpWorld(['boss', 'anna', 'bela']);

const entries = () => world.server.core.store.read((tx) => tx.audit.page(0, 500));

it('ADMIN-15: a renamed user logs in with the new username, with the same account and chats', async () => {
  expect(await admin(world, 'user', 'rename', 'anna', 'anna.lake')).toEqual([
    'anna is now anna.lake, and logged out on all devices',
  ]);
  expect(await world.code(anna, 'im/getContacts')).toBe(-1);
  expect((await world.login('anna.lake')).id).toBe(anna.id);
  await expect(world.login('anna')).rejects.toThrow();
  const renames = (await entries()).filter(({ what }) => what === 'user rename');
  expect(renames).toMatchObject([{ about: `user ${anna.id}` }]);
});

it.each([
  ['bela', 'a name that another user has'],
  ['be1a', 'a name that looks like that of another user'],
  ['x', 'a name that is too short'],
])('ADMIN-15: %s is refused: %s', async (name) => {
  expect((await tryAdmin(world, 'user', 'rename', 'anna', name)).exit).toBe(1);
  expect((await world.login('anna')).id).toBe(anna.id);
});
