import { expect, it } from 'vitest';
import { contactId, userId } from '../../src/domain/ids.ts';
import { browser, signIn, until } from '../support/real-device.ts';
import { scripted } from '../support/scripted-server.ts';
import { startWorld } from '../support/world.ts';

it('STORE-15: the lost first page of the open chat is requested again while the socket stays', async () => {
  const world = await startWorld();
  const [a, b] = [await browser(world).open(), await browser(world).open()];
  await signIn(world, a, 'anna');
  await signIn(world, b, 'bert');
  const [idA, idB] = [a, b].map((tab) => tab.client.core.get().self?.id ?? 0) as [number, number];
  const [toB, toA] = [contactId(idB), contactId(idA)];
  await a.client.actions.applyFriend(userId(idB), 'hello');
  await b.client.actions.applyFriend(userId(idA), 'hello');
  await until(world, () => a.client.core.get().contacts.has(toB) && b.client.core.get().contacts.has(toA));
  b.network.loseRequests = /getMessageList/;
  b.client.actions.openChat(toA);
  const page = () => b.client.core.get().conversations.get(toA);
  await until(world, () => page()?.loading === 'failed');
  await a.client.actions.send(toB, { text: 'are you there?', at: [], quote: null });
  b.network.loseRequests = null;
  await until(world, () => page()?.live === true);
  expect(
    page()
      ?.chunks.flat()
      .map((one) => one.content),
  ).toContain('are you there?');
  for (const tab of [a, b]) await tab.crash();
  await world.close();
});

it('STORE-15: pages hear of each answer on the socket, as long as they want to', async () => {
  const on = await scripted();
  let eventCount = 0;
  const end = on.client.alive.subscribe(() => (eventCount += 1));
  await on.client.start();
  await on.login();
  await on.clock.advance(60_000);
  const before = eventCount;
  expect(before).toBeGreaterThan(1);
  end();
  await on.clock.advance(60_000);
  expect(eventCount).toBe(before);
});
