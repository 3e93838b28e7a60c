import { expect, it } from 'vitest';
import { StoreBusyError } from '../../src/server/kernel/store-errors.ts';
import type { Frame } from '../support/fake-socket.ts';
import { startWorld, type Person, type WorldOptions } from '../support/world.ts';

/** Refuses reads from the next commit on, once `armed` is set. */
const busyAfterCommit =
  (armed: () => boolean): WorldOptions['store'] =>
  (store) => {
    let isBusy = false;
    return {
      epoch: () => store.epoch(),
      close: () => store.close(),
      read: (work) => (isBusy && armed() ? Promise.reject(new StoreBusyError('full')) : store.read(work)),
      write: async (work) => {
        const done = await store.write(work);
        isBusy = armed();
        return done;
      },
    };
  };

it('BLOCK-6, SEND-5: unblocking needs nothing from the store after its commit', async () => {
  let armed = false;
  const world = await startWorld({ store: busyAfterCommit(() => armed) });
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const [, socket] = [await world.online(anna), await world.online(bela)];
  await world.ok(anna, 'im/blockPerson', { id: bela.id, on: 1 });
  await world.clock.advance(2_000);
  armed = true;
  expect(await world.code(anna, 'im/blockPerson', { id: bela.id, on: 0 })).toBe(0);
  armed = false;
  await world.clock.advance(2_000);
  expect(socket.of('presence').at(-1)).toMatchObject({ data: { on: [anna.id], off: [] } });
  await world.close();
});

it('BLOCK-2, COUNT-6: a deletion tells the newest its reader may see, if what followed is gone', async () => {
  const world = await startWorld();
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const say = (who: Person, to: Person, id: string) => world.say(who, to.id, id, { id });
  await say(anna, bela, 'stays');
  await say(anna, bela, 'goes');
  await world.ok(anna, 'im/blockPerson', { id: bela.id, on: 1 });
  await say(bela, anna, 'unheard');
  await world.ok(anna, 'im/delMessage', { id: 'goes' });
  await world.ok(bela, 'im/delMessage', { id: 'unheard' });
  const { frames } = await world.ok<{ readonly frames: readonly Frame[] }>(anna, 'im/sync', {
    positions: { '1-2': 0 },
  });
  const lasts = frames.flatMap(({ type, data }) => (type === 'delMessage' ? [data['last']] : []));
  expect(lasts).toMatchObject([{ content: 'stays' }]);
  await world.close();
});
