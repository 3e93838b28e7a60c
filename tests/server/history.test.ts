import { expect, it } from 'vitest';
import { setUpWorld, type World } from '../support/set-up-world.ts';

const { world } = setUpWorld();

/** Imitates a database that went back in time: another epoch. */
async function renewed(): Promise<void> {
  const { store } = world.server.core;
  const instead = await store.epoch();
  await store.write((tx) => tx.history.renewEpoch('another', instead));
  await world.clock.advance(2_000);
  await world.settle();
}
const say = (from: Parameters<World['ok']>[0], to: number, id: string) =>
  world.say(from, String(to), id, { id });

it('STREAM-14: a running node lets our sockets bind again, closes others, and delivers by the new history', async () => {
  world.server.start();
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const [ours, plain] = [await world.online(bela), await world.online(bela, { plain: true })];
  await say(anna, bela.id, 'before');
  expect(ours.types()).toContain('simple');
  ours.frames.length = 0;
  await renewed();
  expect(ours.of('pong')).toMatchObject([{ bound: false }]);
  expect([ours.closedWith(), plain.closedWith()]).toEqual([null, 1012]);
  ours.frames.length = 0;
  await say(anna, bela.id, 'unbound');
  expect(ours.types()).not.toContain('simple');
  expect((await world.socket()).frames[0]).toMatchObject({ type: 'init', epoch: 'another' });
  ours.say({ type: 'bindUid', user_id: bela.id, token: bela.token, client: 'parley', v: 1 });
  await world.settle();
  await say(anna, bela.id, 'after');
  expect(ours.of('simple').map(({ data }) => data.content)).toEqual(['after']);
  ours.say({ type: 'ping' });
  expect((ours.of('pong').at(-1) as unknown as { cursor: string }).cursor).toMatch(/^another\.\d+@\w+~/);
});
