import { expect, it } from 'vitest';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 89: only administrators use the console, and none acts on the first one', async () => {
  const { world, mallory } = at;
  const { store } = world.server.core;
  const executeCommand = (words: string, given: object, token = mallory.token) =>
    world.call({ ...mallory, token }, '/admin/run', { words, given });
  const show = (part: string) => world.call(mallory, '/admin/show', { part });
  const promote = { account: mallory.account, 'user|admin': 'admin' };
  for (const token of ['', 'bearer 0', mallory.token.toUpperCase().slice(0, -1)])
    expect((await executeCommand('user role', promote, token)).code).toBe(-1);
  expect((await executeCommand('user role', promote)).code).toBe(400);
  for (const part of ['people', 'reports', 'audit', 'settings', 'invitations', 'figures'])
    expect((await show(part)).code, part).toBe(400);
  const first = await store.read((tx) => tx.users.byId(1 as never));
  await store.write((tx) => tx.users.update(mallory.id as never, { role: 2 }));
  for (const words of ['user password', 'user disable', 'user totp-reset', 'user role', 'user erase'])
    expect(
      (await executeCommand(words, { account: first?.account, 'user|admin': 'user', 'stay|go': 'go' })).data,
    ).toMatchObject({ isDone: false });
  expect(await store.read((tx) => tx.users.byId(1 as never))).toEqual(first);
  // A former administrator has no access, even a moment later.
  await store.write((tx) => tx.users.update(mallory.id as never, { role: 0 }));
  expect((await executeCommand('user create', { account: 'another', name: 'Another' })).code).toBe(400);
  expect(await store.read((tx) => tx.users.byAccount('another'))).toBeNull();
});
