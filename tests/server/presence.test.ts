import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { deleteFriend } from '../../src/server/features/friends/answer.ts';
import { sync } from '../../src/server/features/sync/sync.ts';
import { contactsAnswer } from '../../src/server/features/sync/contacts-answer.ts';
import { liveWorld, type LiveWorld, type Somebody } from '../support/live-world.ts';
import type { FakeDevice } from '../support/fake-device.ts';
import { twoNodes } from '../support/two-nodes.ts';

let world: LiveWorld;
let ann: Somebody;
let ben: Somebody;
let eve: Somebody;
beforeEach(async () => {
  world = await liveWorld();
  [ann, ben, eve] = [await world.somebody('Ann'), await world.somebody('Ben'), await world.somebody('Eve')];
  await world.befriend(ann, ben);
});
afterEach(() => world.close());

/** Presence frames that a device receives within the next second. */
async function listReceived(device: FakeDevice, waitMs = 1_000): Promise<readonly unknown[]> {
  await world.clock.advance(waitMs);
  await world.settle();
  return device
    .take()
    .flatMap(({ type, data }) => (type === 'presence' || type === 'isOnline' ? [[type, data]] : []));
}

describe('PRES', () => {
  it('PRES-1: the first socket of a user notifies contacts, and no strangers', async () => {
    const [watcher, stranger] = [await world.device(ben), await world.device(eve)];
    await world.device(ann);
    expect(await listReceived(watcher)).toEqual([['presence', { on: [ann.id], off: [] }]]);
    await world.device(ann);
    expect(await listReceived(watcher)).toEqual([]);
    expect(await listReceived(stranger)).toEqual([]);
  });

  it('PRES-1: members of one group who are not friends are not contacts', async () => {
    await world.befriend(ann, eve);
    await world.group(ann, ben, eve);
    const watcher = await world.device(eve);
    await world.device(ben);
    expect(await listReceived(watcher)).toEqual([]);
  });

  it('PRES-1: 0 at once on close and on logout', async () => {
    const watcher = await world.device(ben);
    const device = await world.device(ann);
    await listReceived(watcher);
    device.say({ type: 'close' });
    expect(world.hub.isOnline(ann.id)).toBe(false);
    expect(await listReceived(watcher)).toEqual([['presence', { on: [], off: [ann.id] }]]);
    const second = await world.device(ann);
    await listReceived(watcher);
    if (second.session) world.hub.unbind(second.session.id);
    expect(await listReceived(watcher)).toEqual([['presence', { on: [], off: [ann.id] }]]);
  });

  it('PRES-1: a broken socket counts as gone only after the grace time, and a return within it is silent', async () => {
    const watcher = await world.device(ben);
    const device = await world.device(ann);
    await listReceived(watcher);
    device.drop();
    expect(world.hub.isOnline(ann.id)).toBe(true);
    expect(await listReceived(watcher, 15_000)).toEqual([]);
    const back = await world.device(ann);
    expect(await listReceived(watcher, 30_000)).toEqual([]);
    back.drop();
    expect(await listReceived(watcher, 19_000)).toEqual([]);
    expect(await listReceived(watcher, 3_000)).toEqual([['presence', { on: [], off: [ann.id] }]]);
    expect(world.hub.isOnline(ann.id)).toBe(false);
  });

  it('PRES-1: the last of several sockets decides', async () => {
    const watcher = await world.device(ben);
    const [one, two] = [await world.device(ann), await world.device(ann)];
    await listReceived(watcher);
    one.say({ type: 'close' });
    expect(await listReceived(watcher)).toEqual([]);
    two.say({ type: 'close' });
    expect(await listReceived(watcher)).toEqual([['presence', { on: [], off: [ann.id] }]]);
  });

  it('PRES-1: a user within the grace time misses no change that concerns them', async () => {
    const device = await world.device(ann);
    device.drop();
    const group = await world.group(ben, ann);
    const back = await world.device(ann);
    const sent = await world.say(ben, group.ref, 'hello again');
    await world.settle();
    expect(back.events()).toMatchObject([{ type: 'group', seq: sent.seq }]);
  });

  it('PRES-2: changes of a second are one frame for ours and single frames for plain clients', async () => {
    await world.befriend(ann, eve);
    const [ours, plain] = [await world.device(ann), await world.device(ann, { ours: false })];
    await world.device(ben);
    const removal = await world.device(eve);
    removal.say({ type: 'close' });
    await world.clock.advance(1_000);
    expect(ours.take().map(({ type, data }) => [type, data])).toEqual([
      ['presence', { on: [ben.id], off: [eve.id] }],
    ]);
    expect(plain.take().map(({ type, data }) => [type, data])).toEqual([
      ['isOnline', { id: ben.id, is_online: 1 }],
      ['isOnline', { id: eve.id, is_online: 0 }],
    ]);
  });

  it('STREAM-2: registers have no seq; sync and the list carry who is online', async () => {
    const watcher = await world.device(ben);
    await world.device(ann);
    await world.clock.advance(1_000);
    world.hub.configChanged(DEFAULT_CONFIG);
    const frames = watcher.take();
    expect(frames.map(({ type, seq, stream }) => [type, seq, stream])).toEqual([
      ['presence', undefined, undefined],
      ['updateConfig', undefined, undefined],
    ]);
    const { rows, cursor } = await contactsAnswer(world.core, ben.id);
    expect(rows.read().find((row) => row['id'] === ann.id)).toMatchObject({ is_online: 1 });
    const { registers } = await sync(world.core, ben.id, { cursor });
    expect(registers).toMatchObject({
      online: [ann.id],
      applications: 0,
      config: { sysInfo: { name: 'Parley' } },
    });
  });

  it('PRES-1: the setting hides all users', async () => {
    world.setConfig({ online: false });
    const watcher = await world.device(ben);
    await world.device(ann);
    expect(await listReceived(watcher)).toEqual([]);
    const { rows } = await contactsAnswer(world.core, ben.id);
    expect(rows.read().find((row) => row['id'] === ann.id)).toMatchObject({ is_online: 0 });
  });

  it('PRES-1: a former friend gets no presence', async () => {
    const watcher = await world.device(ben);
    await deleteFriend(ann.context, { id: ben.id });
    await world.settle();
    watcher.take();
    await world.device(ann);
    expect(await listReceived(watcher)).toEqual([]);
  });
});

it('PRES-1: presence on another node reaches friends and not strangers', async () => {
  const nodes = await twoNodes();
  const [anna, bela, cleo] = [
    await nodes.one.person('anna'),
    await nodes.one.person('bela'),
    await nodes.one.person('cleo'),
  ];
  await nodes.one.befriend(anna, bela);
  const [friend, stranger] = [await nodes.two.online(bela), await nodes.two.online(cleo)];
  const socket = await nodes.one.online(anna);
  await nodes.pass(3_000);
  socket.say({ type: 'close' });
  await nodes.pass(3_000);
  expect(friend.of('presence').map(({ data }) => data)).toEqual([
    { on: [anna.id], off: [] },
    { on: [], off: [anna.id] },
  ]);
  expect(stranger.of('presence')).toEqual([]);
  await nodes.close();
});
