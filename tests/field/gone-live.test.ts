import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reachRefusalOf } from '../../src/client/state/reach.ts';
import { setActive } from '../../src/server/features/auth/own-account.ts';
import { command } from '../../src/server/kernel/core.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { browser, type Tab } from '../support/real-device.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

let world: World;
let people: { readonly anna: Person; readonly bela: Person; readonly cora: Person };
let tabs: Tab[];

beforeEach(async () => {
  world = await startWorld();
  tabs = [];
  const [anna, bela, cora] = [
    await world.person('anna'),
    await world.person('bela'),
    await world.person('cora'),
  ];
  people = { anna, bela, cora };
  await world.befriend(anna, bela);
  await world.befriend(anna, cora);
});
afterEach(async () => {
  for (const tab of tabs) await tab.client.stop();
  await world.close();
});

const pass = async (ms = 2_000) => {
  await world.clock.advance(ms);
  await world.settle();
};

async function open(who: Person): Promise<Tab> {
  const tab = await browser(world).open();
  tabs.push(tab);
  await tab.client.actions.login({ account: who.account, password: PASSWORD, remember: false });
  await pass();
  return tab;
}

const reach = (tab: Tab) => reachRefusalOf(tab.client.store.get(), contactId(people.bela.id));
const admin = async (what: 'disable' | 'enable') => {
  await command(world.server.core, (tx, record) =>
    setActive(tx, record, userId(people.bela.id), what === 'enable'),
  );
  await pass();
};

describe('DATA-15: the chat with a disabled account', () => {
  it('is closed at once on open pages and on later ones, and open again afterwards', async () => {
    const here = await open(people.anna);
    expect(reach(here)).toBeNull();
    await admin('disable');
    expect(reach(here)).toBe('disabled');
    expect(reach(await open(people.anna))).toBe('disabled');
    await admin('enable');
    for (const tab of tabs) expect(reach(tab)).toBeNull();
    expect(reach(await open(people.anna))).toBeNull();
  });

  it('is closed after an absence, too', async () => {
    const here = await open(people.anna);
    here.network.unplug();
    await admin('disable');
    expect(reach(here)).toBeNull();
    here.network.plug();
    await pass(30_000);
    expect(reach(here)).toBe('disabled');
  });
});

describe('BLOCK-17: the counts of reactions in a group', () => {
  it('leave out a blocked user, in loaded and later messages, until the block ends', async () => {
    const { anna, bela, cora } = people;
    const group = await world.group(anna, [bela, cora]);
    const sentMessage = await world.say(cora, group, 'who comes?');
    const react = async (who: Person, emoji = '👍️') => {
      await world.ok(who, 'im/react', { id: sentMessage['id'], emoji, on: 1 });
      await pass();
    };
    await react(bela);
    await react(cora);
    const here = await open(anna);
    const { actions, store } = here.client;
    actions.openChat(contactId(group));
    await pass();
    const counts = (tab = here) =>
      [...(tab.client.store.get().conversations.get(contactId(group))?.chunks ?? [])]
        .flat()
        .find(({ id }) => id === sentMessage['id'])?.reactions?.counts;
    expect(counts()).toEqual([['👍️', 2]]);
    await actions.block(userId(bela.id), true);
    await pass();
    expect(counts()).toEqual([['👍️', 1]]);
    await react(bela, '❤️');
    await react(cora, '🎉');
    expect(counts()).toEqual([
      ['👍️', 1],
      ['🎉', 1],
    ]);
    const fresh = await open(anna);
    fresh.client.actions.openChat(contactId(group));
    await pass();
    expect(counts(fresh)).toEqual(counts());
    const other = await open(cora);
    other.client.actions.openChat(contactId(group));
    await pass();
    expect(counts(other)).toHaveLength(3);
    await actions.block(userId(bela.id), false);
    await pass();
    expect(counts()).toEqual(counts(other));
    expect(store.get().contacts.get(contactId(group))?.stale).toBeUndefined();
  });
});
