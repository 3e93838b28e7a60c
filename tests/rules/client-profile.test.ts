import { afterEach, beforeEach, expect, it } from 'vitest';
import { browser } from '../support/real-device.ts';
import type { Browser, Tab } from '../support/real-device.ts';
import { ME, scripted } from '../support/scripted-server.ts';
import { PASSWORD, startWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

let world: World;
let open: Tab[];

beforeEach(async () => {
  world = await startWorld();
  open = [];
});
afterEach(async () => {
  for (const tab of open) await tab.client.stop();
  await world.close();
});

async function tabOf(device: Browser): Promise<Tab> {
  const tab = await device.open();
  open.push(tab);
  await world.settle();
  return tab;
}

it('ACC-11: what another device changed of the own profile is still so after a reload', async () => {
  const anna = await world.person('anna');
  const login = { account: anna.account, password: PASSWORD, remember: false };
  const [first, second] = [browser(world), browser(world)];
  const [here, there] = [await tabOf(first), await tabOf(second)];
  for (const { client } of [here, there]) await client.actions.login(login);
  await world.settle();
  await there.client.actions.updateProfile({ realname: 'Anna B', email: '', motto: 'away', sex: 0 });
  await world.settle();
  expect(here.client.store.get().self).toMatchObject({ realname: 'Anna B' });
  await world.clock.advance(10_000);
  await here.client.stop();
  const again = await tabOf(first);
  expect(again.client.store.get().self).toMatchObject({ realname: 'Anna B' });
});

const self = (motto: string) => ({ ...ME, motto });

it('ACC-11: an older answer about oneself takes nothing back of what was told meanwhile', async () => {
  const on = await scripted({});
  await on.client.start();
  await on.login();
  on.answer('/updateUserInfo', () => {
    on.push('profile', self('and later'), { stream: 'u7', seq: 1 });
    return { code: 0, data: self('first') };
  });
  const form = { realname: 'Anna', email: '', motto: 'first', sex: 2 } as const;
  expect(await on.client.actions.updateProfile(form)).toMatchObject({ ok: true });
  expect(on.client.core.get().self).toMatchObject({ motto: 'and later' });
  on.answer('/updateUserInfo', { code: 0, data: self('alone') });
  await on.client.actions.updateProfile({ ...form, motto: 'alone' });
  expect(on.client.core.get().self).toMatchObject({ motto: 'alone' });
});
