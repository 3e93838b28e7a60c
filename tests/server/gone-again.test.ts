import { afterEach, beforeEach, expect, it } from 'vitest';
import { addGroupUser, removeUser } from '../../src/server/features/groups/members.ts';
import { liveWorld, type LiveWorld } from '../support/live-world.ts';

let world: LiveWorld;
beforeEach(async () => {
  world = await liveWorld();
});
afterEach(() => world.close());

it('STREAM-10: a user who is removed before a device received the joining gets only the place', async () => {
  const [ann, ben, eve] = [
    await world.somebody('Ann'),
    await world.somebody('Ben'),
    await world.somebody('Eve'),
  ];
  await world.befriend(ann, ben);
  await world.befriend(ann, eve);
  const group = await world.group(ann, ben);
  const device = await world.device(eve);
  const published = world.hub.published.bind(world.hub);
  const held: Parameters<typeof published>[0][] = [];
  world.hub.published = (events) => void held.push(events);
  await addGroupUser(ann.context, { id: group.ref, user_ids: [eve.id] });
  await removeUser(ann.context, { id: group.ref, user_id: eve.id });
  world.hub.published = published;
  for (const events of held) published(events);
  await world.settle();
  const [joined, ...rest] = device.events();
  expect(joined).toMatchObject({
    type: 'addGroup',
    data: {
      id: group.ref,
      stream: group.stream,
      is_group: 1,
      role: 3,
      displayName: '',
      lastContent: '',
      last: null,
      setting: {},
      unread: 0,
      is_at: 0,
      is_top: 0,
      is_notice: 1,
      is_online: 0,
      own: 0,
      hidden_n: 0,
      peer_mark: 0,
    },
  });
  expect(rest.map(({ type }) => type)).toEqual(['removeUser']);
});

it('STREAM-14: with another history our sockets bind again, others close, unbound stay', async () => {
  const ann = await world.somebody('Ann');
  const [ours, plain, strangers] = [
    await world.device(ann),
    await world.device(ann, { ours: false }),
    world.connect(),
  ];
  world.hub.historyRenewed('another');
  await world.settle();
  await world.clock.advance(1_000);
  expect([ours.closedWith, plain.closedWith, strangers.closedWith]).toEqual([null, 1012, null]);
  expect(ours.session?.user).toBeNull();
});
