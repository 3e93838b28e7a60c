import { afterEach, beforeEach, expect, it } from 'vitest';
import { browser } from '../support/real-device.ts';
import type { Browser, Tab } from '../support/real-device.ts';
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
