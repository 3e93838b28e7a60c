import { expect, it } from 'vitest';
import { userStream } from '../../src/domain/ids.ts';
import { startWorld, type Person } from '../support/world.ts';

it('STREAM-1: a post writes one event row, however many members the conversation has', async () => {
  const world = await startWorld();
  const owner = await world.person('owner');
  const members: Person[] = [];
  for (let n = 0; n < 12; n += 1) {
    const member = await world.person(`member${n}`);
    await world.befriend(owner, member);
    members.push(member);
  }
  const group = await world.group(owner, members);
  const { store } = world.server.core;
  const rows = () =>
    store.read(async (tx) => {
      let count = 0;
      const own = [owner, ...members].map(({ id }) => userStream(id as never));
      for (const name of [...(await tx.streams.names('', 1_000)), ...own])
        count += (await tx.streams.events(name, 0, 10_000)).length;
      return count;
    });
  const before = await rows();
  const own = await store.read((tx) =>
    tx.streams.changedSince(
      members.map(({ id }) => userStream(id as never)),
      0,
    ),
  );
  for (let n = 0; n < 5; n += 1) {
    await world.say(owner, group, 'x', { id: `m-${n}`, at: n === 4 ? [0] : [] });
  }
  expect((await rows()) - before).toBe(5);
  expect(
    await store.read((tx) =>
      tx.streams.changedSince(
        members.map(({ id }) => userStream(id as never)),
        0,
      ),
    ),
  ).toEqual(own);
  await world.close();
});
