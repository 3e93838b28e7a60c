import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

/** A store that answers as usual, later, or not at all. */
let reading: (answer: unknown) => unknown = same;
const holdStore = (store: Store): Store => ({
  epoch: () => store.epoch(),
  close: () => store.close(),
  read: async (work) => {
    const answer = await store.read(work);
    return (await reading(answer)) as typeof answer;
  },
  write: (work, foretold) => store.write(work, foretold),
});

let world: World;
let anna: Person;
let bela: Person;
beforeEach(async () => {
  world = await startWorld({ store: holdStore });
  [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
});
afterEach(() => {
  reading = same;
  return world.close();
});

function same(answer: unknown): unknown {
  return answer;
}
/** The read of missed frames, which found some. */
const isMissed = (answer: unknown): boolean =>
  answer !== null &&
  typeof answer === 'object' &&
  'newest' in answer &&
  'made' in answer &&
  (answer.newest as readonly unknown[]).length > 0;
const say = (id: string) =>
  world.ok(anna, 'im/sendMessage', { id, toContactId: bela.id, type: 'text', content: id });
const idsOf = (socket: FakeSocket): readonly unknown[] => socket.of('simple').map(({ data }) => data['id']);

async function back(): Promise<FakeSocket> {
  const socket = await world.socket();
  socket.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
  await world.settle();
  return socket;
}

it('GATE-9: a frame at which a slow reader is let go is one that it missed', async () => {
  const socket = await world.online(bela, { plain: true });
  await say('m-1');
  socket.clog();
  await say('m-2');
  expect([socket.closedWith(), idsOf(socket), idsOf(await back())]).toEqual([4002, ['m-1'], ['m-2']]);
});

it('GATE-9: frames read for a socket and not sent before it closed are missed', async () => {
  const socket = await world.online(bela, { plain: true });
  const group = await world.group(anna, [bela]);
  reading = (answer) => {
    if (answer !== null && typeof answer === 'object' && 'batch' in answer) socket.cut();
    return answer;
  };
  await world.ok(anna, 'group/removeUser', { id: group, user_id: bela.id });
  await world.settle();
  reading = same;
  expect(socket.of('removeUser')).toEqual([]);
  const { frames } = await back();
  expect(frames.flatMap(({ type, data }) => (type === 'removeUser' ? [data['group_id']] : []))).toEqual([
    group,
  ]);
});

it('GATE-9: a socket that closes while its missed frames are read has still missed them', async () => {
  (await world.online(bela, { plain: true })).cut();
  await say('m-1');
  const socket = await world.socket();
  socket.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
  // The socket is bound and reads its missed frames.
  reading = (answer) => {
    if (isMissed(answer)) socket.cut();
    return answer;
  };
  await world.settle();
  reading = same;
  expect([idsOf(socket), idsOf(await back()), idsOf(await back())]).toEqual([[], ['m-1'], []]);
});

it('GATE-9: if missed frames cannot be read the socket ends, and the next one gets them', async () => {
  (await world.online(bela, { plain: true })).cut();
  await say('m-1');
  reading = (answer) => {
    if (isMissed(answer)) throw new Error('database is locked');
    return answer;
  };
  const socket = await back();
  reading = same;
  await say('m-2');
  expect([socket.closedWith(), idsOf(socket), idsOf(await back())]).toEqual([1011, [], ['m-1', 'm-2']]);
});
