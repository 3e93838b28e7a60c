import { busCipher } from '../../src/server/cluster/bus-cipher.ts';
import { expect, it } from 'vitest';
import { groupCallLimits } from '../../src/domain/group-call-limits.ts';
import { nodeLimits } from '../../src/server/kernel/limits.ts';
import { dropGone } from '../../src/server/features/group-calls/watch.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import type { Person, World } from '../support/world.ts';
import { signedCursor } from '../../src/server/kernel/cursor.ts';
import { twoNodes } from '../support/two-nodes.ts';

it('NODE-2, GATE-3: a look at the store that fails loses nothing, and the next ones go on', async () => {
  const nodes = await twoNodes();
  const [anna, bela] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
  await nodes.one.befriend(anna, bela);
  const socket = await nodes.two.online(bela);
  const { core } = nodes.two.server;
  const read = core.store.read.bind(core.store);
  let failures = 0;
  // The read fails at its end, when it has already changed the delivered positions.
  core.store.read = async (work) => {
    const match = await read(work);
    if (failures > 0 && (failures -= 1) >= 0) throw new Error('away');
    return match;
  };
  failures = 3;
  await nodes.one.say(anna, bela.id, 'hello', { id: 'm-1' });
  await nodes.pass(10_000);
  expect(failures).toBe(0);
  expect(socket.of('simple').map(({ data }) => data['content'])).toEqual(['hello']);
  socket.say({ type: 'ping' });
  await nodes.pass(0);
  const [now, chapter] = await read(
    async (tx) => [await tx.streams.now(), (await tx.history.chapters())[0]?.id] as const,
  );
  expect(socket.of('pong').at(-1)).toMatchObject({
    cursor: signedCursor(core, await core.store.epoch(), now, chapter),
  });
  await nodes.close();
});

it('NODE-15: equal packets differ when encrypted; secret and sender are needed to read', () => {
  const [one, two, other] = [busCipher('ours', 'one'), busCipher('ours', 'two'), busCipher('theirs', 'two')];
  const texts = [one.encrypt('at ten'), one.encrypt('at ten'), one.encrypt('at ten'), two.encrypt('at ten')];
  expect(new Set(texts).size).toBe(4);
  for (const text of texts.slice(0, 3)) {
    expect([two.decrypt('one', text), two.decrypt('two', text)]).toEqual(['at ten', null]);
    expect([other.decrypt('one', text), two.decrypt('one', text.slice(4))]).toEqual([null, null]);
  }
  // Each begins with its number, and none is used twice with a key.
  expect(new Set(texts.slice(0, 3).map((text) => text.slice(0, 16))).size).toBe(3);
});

it('STREAM-20: when a node begins a chapter, sockets at other nodes are given a cursor of it', async () => {
  const nodes = await twoNodes();
  const [anna, bela] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
  await nodes.one.befriend(anna, bela);
  const [ours, plain] = [await nodes.two.online(bela), await nodes.two.online(bela, { plain: true })];
  await nodes.pass(2_000);
  for (const socket of [ours, plain]) socket.frames.length = 0;
  await nodes.one.server.core.store.write((tx) => tx.history.beginChapter('later'));
  await nodes.pass(1_500);
  expect(ours.of('pong')).toMatchObject([{ cursor: expect.stringContaining('@later~') as string }]);
  await nodes.pass(2_000);
  expect([ours.of('pong').length, plain.of('pong')]).toEqual([1, []]);
  await nodes.close();
});

const deviceOf = ({ id }: Person) => String(id).padStart(32, '0');
const look = async ({ server: { core } }: World) => {
  let misses: ReadonlyMap<string, number> = new Map();
  for (let times = 0; times < groupCallLimits.missedMax; times += 1) misses = await dropGone(core, misses);
};

it('GCALL-3, GCALL-5: a node looks at its own sockets in a group call, and at those of a dead node', async () => {
  const nodes = await twoNodes();
  const [anna, bela] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
  await nodes.one.befriend(anna, bela);
  const group = await nodes.one.group(anna, [bela]);
  const [here, there] = [await nodes.one.online(anna), await nodes.two.online(bela)];
  await nodes.pass(3_000);
  // The request may come to any node.
  const join = async (who: Person, { clientId: clientid }: FakeSocket) =>
    (
      await nodes.one.call<{ readonly id: string }>(
        who,
        '/enterprise/im/joinGroupCall',
        { toContactId: group, device: deviceOf(who) },
        { clientid },
      )
    ).data.id;
  const usersIn = async () => {
    const row = await nodes.one.contact(anna, group);
    const call = row?.['group_call'] as
      | { readonly participants: readonly { readonly user: number }[] }
      | undefined;
    return call?.participants.map(({ user }) => user);
  };
  await join(anna, here);
  const call = await join(bela, there);
  const signal = { toContactId: group, call, device: deviceOf(anna), to: deviceOf(bela), kind: 'offer' };
  await nodes.one.ok(anna, 'im/signalGroupCall', { ...signal, text: 'words', path: 1 });
  await nodes.pass(0);
  expect(there.of('groupCallSignal')).toHaveLength(1);
  for (const node of [nodes.one, nodes.two]) await look(node);
  expect(await usersIn()).toEqual([anna.id, bela.id]);
  there.cut();
  await look(nodes.one);
  expect(await usersIn()).toEqual([anna.id, bela.id]);
  // The node of the socket decides, not one that hears nothing of the others.
  nodes.bus.up = false;
  await nodes.pass(nodeLimits.leaseMs + nodeLimits.beatMs);
  await look(nodes.one);
  expect(await usersIn()).toEqual([anna.id, bela.id]);
  nodes.bus.up = true;
  await nodes.pass(2 * nodeLimits.beatMs);
  await look(nodes.two);
  expect(await usersIn()).toEqual([anna.id]);
  // The remaining node removes the devices of a dead one.
  await join(bela, await nodes.two.online(bela));
  expect(await usersIn()).toEqual([anna.id, bela.id]);
  await nodes.two.close();
  await nodes.pass(nodeLimits.leaseMs + nodeLimits.beatMs);
  await look(nodes.one);
  expect(await usersIn()).toEqual([anna.id]);
  await nodes.close();
});
