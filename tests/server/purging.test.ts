import { expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import { purge, startPurging } from '../../src/server/features/messages/purge.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Core } from '../../src/server/kernel/core.ts';
import { browser, signIn, until } from '../support/real-device.ts';
import { startWorld } from '../support/world.ts';

it('CONF-17: a night that fails continues within a minute, and reports what had gone', async () => {
  const world = await startWorld();
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  await world.send(anna, String(bela.id), 'old', { id: 'old' });
  const tab = await browser(world).open();
  await signIn(world, tab, 'bela');
  const last = () => tab.client.core.get().contacts.get(contactId(String(anna.id)))?.last ?? null;
  await until(world, () => last()?.id === 'old');
  world.clock.pass(2 * duration.DAY);
  const { store } = world.server.core;
  const config = world.server.core.config();
  let [begun, failed] = [false, 0];
  const core: Core = {
    ...world.server.core,
    config: () => ({ ...config, chatInfo: { ...config.chatInfo, msgClear: true, msgClearDay: 1 } }),
    store: {
      ...store,
      read: (work) => store.read(work),
      write: async (work) => {
        if (begun && failed === 0) {
          failed += 1;
          throw new Error('database is locked');
        }
        const done = await store.write(work);
        begun ||= (await store.read((tx) => tx.clearings.list(1))).length > 0;
        return done;
      },
    },
  };
  const stop = startPurging(core);
  // One night is in it.
  await world.clock.advance(duration.DAY);
  await world.settle();
  expect([begun, failed, last()]).toEqual([true, 1, null]);
  await stop();
  await world.close();
});

it('CONF-17: a message is as old as the clock says that stamped it, not the one of the job', async () => {
  const world = await startWorld();
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  await world.setConfig((config) => ({
    ...config,
    chatInfo: { ...config.chatInfo, msgClear: true, msgClearDay: 1 },
  }));
  await world.send(anna, String(bela.id), 'young', { id: 'young' });
  const { core } = world.server;
  const clock: Clock = Object.create(core.clock, {
    nowMs: { value: () => core.clock.nowMs() + duration.HOUR },
  });
  world.clock.pass(duration.DAY - duration.HOUR / 2);
  const readText = async () => (await world.contact(bela, anna.id))?.['lastContent'];
  expect([await purge({ ...core, clock }), await readText()]).toEqual([0, 'young']);
  world.clock.pass(duration.HOUR);
  expect([(await purge({ ...core, clock })) > 0, await readText()]).toEqual([true, '']);
  await world.close();
});
