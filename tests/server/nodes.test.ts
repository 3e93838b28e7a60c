import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { Questions } from '../../src/server/cluster/questions.ts';
import { NodeAway } from '../../src/server/kernel/peers.ts';
import { createPeers } from '../../src/server/cluster/peers.ts';
import { presenceWord } from '../../src/domain/presence.ts';
import { silentLog } from '../../src/ports/log.ts';
import { readyCheck } from '../../src/server/operation/readiness.ts';
import { Refusal } from '../../src/server/kernel/refusal.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { sharedBus, twoNodes, type TwoNodes } from '../support/two-nodes.ts';
import { countingIds, type Person } from '../support/world.ts';

let nodes: TwoNodes;
let anna: Person;
let bela: Person;
beforeEach(async () => {
  nodes = await twoNodes();
  [anna, bela] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
  await nodes.one.befriend(anna, bela);
});
afterEach(() => nodes.close());

const listReports = (socket: FakeSocket) => socket.of('presence').map(({ data }) => data as unknown);
const events = (socket: FakeSocket, id = 'call-1') =>
  socket
    .of('webrtc')
    .filter(({ data }) => data.id === id)
    .map(({ data }) => (data.extends as unknown as Record<string, unknown>)['event']);

const signal = (on: 'one' | 'two', from: Person, to: Person, event: string, more: object = {}) =>
  nodes[on].call(from, '/enterprise/im/sendToMsg', {
    id: 'call-1',
    toContactId: to.id,
    type: 1,
    status: 3,
    event,
    ...more,
  });

const say = (on: 'one' | 'two', from: Person, to: Person, event: string, { clientId }: FakeSocket) =>
  nodes[on].call(
    from,
    '/enterprise/im/sendToMsg',
    { id: 'call-1', toContactId: to.id, type: 1, status: 3, event },
    { clientid: clientId },
  );

/** A talk between the sockets of the two, wherever it is followed. */
async function talk(here: FakeSocket, there: FakeSocket): Promise<void> {
  await say('one', anna, bela, 'calling', here);
  await say('two', bela, anna, 'acceptRtc', there);
}

/** Advances minutes with these active sockets. Other sockets are closed as silent. */
async function minutes(count: number, sockets: readonly FakeSocket[]): Promise<void> {
  for (let passed = 0; passed < count * 60; passed += 15) {
    for (const socket of sockets) socket.say({ type: 'ping' });
    await nodes.pass(15_000);
  }
}

/** One on each node, and both nodes know it. */
async function apart(): Promise<readonly [FakeSocket, FakeSocket]> {
  const here = await nodes.one.online(anna);
  const there = await nodes.two.online(bela);
  await nodes.pass(3_000);
  here.frames.length = there.frames.length = 0;
  return [here, there];
}

/** Sends the presence digest of a Parley client and returns the server's corrections. */
async function believes(socket: FakeSocket, online: readonly Person[]): Promise<readonly unknown[]> {
  socket.frames.length = 0;
  socket.say({ type: 'presence', word: presenceWord(online.map(({ id }) => id)) });
  await nodes.pass(1_000);
  return listReports(socket);
}

describe('PRES: an answer of a node that lacks users of another', () => {
  it('PRES-3: is set right by the node of the socket, and only where it was wrong', async () => {
    nodes.bus.loses = (note) => note.kind === 'node';
    const socket = await nodes.one.online(anna);
    await nodes.one.online(bela);
    expect(await nodes.two.contact(anna, bela.id)).toMatchObject({ is_online: 0 });
    expect(await believes(socket, [])).toEqual([{ on: [bela.id], off: [], all: 1 }]);
    expect(await believes(socket, [bela])).toEqual([]);
  });

  it('PRES-3: an overtaken answer is set right as often as it comes, what a client cannot know a few times, then seldom', async () => {
    const socket = await nodes.one.online(anna);
    await nodes.one.online(bela);
    for (let times = 0; times < 10; times += 1) {
      expect(await believes(socket, [])).toHaveLength(1);
      expect(await believes(socket, [bela])).toEqual([]);
    }
    const reports: number[] = [];
    for (let times = 0; times < 12; times += 1) reports.push((await believes(socket, [])).length);
    expect(reports).toEqual([1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  it('PRES-3, TIME-3: a base-protocol client gets presence once more when all nodes must have reported', async () => {
    const cleo = await nodes.one.person('cleo');
    await nodes.one.befriend(anna, cleo);
    const [there, other] = [await nodes.one.online(bela), await nodes.one.online(cleo)];
    const plain = await nodes.one.online(anna, { plain: true });
    other.say({ type: 'close' });
    await nodes.pass(4_500);
    // A correction of the clock changes nothing (TIME-3).
    nodes.clock.jump(-3_600_000);
    plain.frames.length = 0;
    there.say({ type: 'ping' });
    for (let pings = 0; pings < 3; pings += 1) {
      plain.say({ type: 'ping' });
      await nodes.pass(1_000);
    }
    expect(plain.of('isOnline').map(({ data }) => data)).toEqual([
      { id: bela.id, is_online: 1 },
      { id: cleo.id, is_online: 0 },
    ]);
  });
});

describe('NODE: presence on several nodes', () => {
  it('NODE-3: contacts on another node are notified that a user came and left', async () => {
    const watcher = await nodes.one.online(anna);
    const socket = await nodes.two.online(bela);
    await nodes.pass(1_500);
    expect(listReports(watcher)).toEqual([{ on: [bela.id], off: [] }]);
    expect(nodes.one.server.gateway.isOnline(bela.id as never)).toBe(true);
    expect(await nodes.one.contact(anna, bela.id)).toMatchObject({ is_online: 1 });
    watcher.frames.length = 0;
    socket.say({ type: 'close' });
    await nodes.pass(1_500);
    expect(listReports(watcher)).toEqual([{ on: [], off: [bela.id] }]);
  });

  it('NODE-3: a user who moves to another node was never away', async () => {
    const [watcher, socket] = await apart();
    socket.cut();
    await nodes.one.online(bela);
    await nodes.pass(60_000);
    expect(listReports(watcher)).toEqual([]);
    expect(nodes.two.server.gateway.isOnline(bela.id as never)).toBe(true);
  });

  it('NODE-3: a change that got lost is asked for with the next sign of life', async () => {
    await nodes.one.online(anna);
    nodes.bus.loses = (note) => note.kind === 'node' && note.what === 'users';
    await nodes.two.online(bela);
    await nodes.pass(5_000);
    expect(nodes.one.server.gateway.isOnline(bela.id as never)).toBe(true);
  });

  it('NODE-3: a node that starts later knows within two seconds who is online elsewhere, and tells those who come to it', async () => {
    const [, there] = await apart();
    const late = await nodes.another('late');
    await nodes.pass(2_500);
    expect([anna, bela].map(({ id }) => late.server.gateway.isOnline(id as never))).toEqual([true, true]);
    there.say({ type: 'close' });
    await nodes.pass(1_500);
    await late.settle();
    expect([anna, bela].map(({ id }) => late.server.gateway.isOnline(id as never))).toEqual([true, false]);
    await late.close();
  });

  it('NODE-4: users of a node that died are offline everywhere, unless they came back elsewhere', async () => {
    const [watcher] = await apart();
    const cleo = await nodes.one.person('cleo');
    await nodes.one.befriend(anna, cleo);
    await nodes.two.online(cleo);
    await nodes.pass(3_000);
    const late = await nodes.another('late');
    await nodes.pass(2_500);
    watcher.frames.length = 0;
    // The node stops without a goodbye and without closing its sockets.
    const dead = nodes.two.server.core.peers?.name;
    nodes.bus.loses = (note) => note.kind === 'node' && note.from === dead;
    await late.online(cleo);
    await nodes.pass(25_000);
    await late.settle();
    expect(listReports(watcher)).toEqual([{ on: [], off: [bela.id] }]);
    for (const world of [nodes.one, late])
      expect([bela, cleo].map(({ id }) => world.server.gateway.isOnline(id as never))).toEqual([false, true]);
    await late.close();
  });

  it('NODE-4: users of a silent node are gone after the grace time', async () => {
    const [watcher] = await apart();
    nodes.bus.loses = () => true;
    await nodes.pass(15_000);
    expect(listReports(watcher)).toEqual([]);
    await nodes.pass(10_000);
    expect(listReports(watcher)).toEqual([{ on: [], off: [bela.id] }]);
  });

  it('NODE-4: while the bus is away all users stay as last known', async () => {
    const [watcher] = await apart();
    nodes.bus.up = false;
    await nodes.pass(30_000);
    expect(listReports(watcher)).toEqual([]);
    nodes.bus.up = true;
    await nodes.pass(25_000);
    expect(listReports(watcher)).toEqual([]);
    expect(nodes.one.server.gateway.isOnline(bela.id as never)).toBe(true);
  });
});

describe('NODE: a call to one node about a socket on another', () => {
  it('NODE-6: binding by HTTP reaches the socket on its node, and only its owner', async () => {
    await nodes.pass(3_000);
    const socket = await nodes.two.socket();
    const bind = (who: Person) =>
      nodes.one.call(who, '/common/pub/bindUid', { client_id: socket.clientId, user_id: who.id });
    expect(await bind(anna)).toMatchObject({ code: 0 });
    expect(nodes.two.server.gateway.ownerOf(socket.clientId as never)).toBe(anna.id);
    expect((await bind(bela)).code).toBe(400);
    expect(nodes.two.server.gateway.ownerOf(socket.clientId as never)).toBe(anna.id);
  });

  it('ACC-15: a login on one node does not take over another user’s socket on another', async () => {
    const [, there] = await apart();
    const again = await nodes.one.login(anna.account, {}, { client_id: there.clientId });
    expect(await nodes.one.code(again, 'im/getContacts')).toBe(0);
    expect(nodes.two.server.gateway.ownerOf(there.clientId as never)).toBe(bela.id);
  });

  it('NODE-6: if the socket is gone, the client is asked to come again', async () => {
    await nodes.pass(3_000);
    const socket = await nodes.two.socket();
    socket.cut();
    expect(
      await nodes.one.call(anna, '/common/pub/bindUid', { client_id: socket.clientId, user_id: anna.id }),
    ).toMatchObject({ code: 502, data: { retry_ms: 1_000 } });
  });

  it('NODE-6: bindGroup knows the sockets of other nodes', async () => {
    const [, there] = await apart();
    const group = await nodes.one.group(anna, [bela]);
    expect(
      await nodes.one.code(bela, '/common/pub/bindGroup', { client_id: there.clientId, group_id: group }),
    ).toBe(0);
    expect(
      await nodes.one.code(anna, '/common/pub/bindGroup', { client_id: there.clientId, group_id: group }),
    ).toBe(400);
  });
});

describe('NODE: calls', () => {
  it('NODE-7: a call goes from ring to end, every step by any node', async () => {
    const [here, there] = await apart();
    expect((await signal('two', anna, bela, 'calling')).code).toBe(0);
    await nodes.pass(1_500);
    expect(events(there)).toEqual(['calling']);
    expect((await signal('two', bela, anna, 'acceptRtc')).code).toBe(0);
    expect((await signal('one', anna, bela, 'offer', { sdp: 'offer' })).code).toBe(0);
    expect((await signal('one', bela, anna, 'answer', { sdp: 'answer' })).code).toBe(0);
    await nodes.pass(10);
    expect(events(here)).toEqual(['calling', 'acceptRtc', 'answer']);
    expect(events(there)).toEqual(['calling', 'otherOpt', 'offer']);
    await signal('two', anna, bela, 'hangup', { code: 906 });
    await nodes.pass(1_500);
    expect(events(there).at(-1)).toBe('hangup');
  });

  it('NODE-7: both call at once on different nodes, and one call is left', async () => {
    const [here, there] = await apart();
    await signal('one', anna, bela, 'calling');
    await signal('two', bela, anna, 'calling', { id: 'call-2' });
    await nodes.pass(1_500);
    expect(events(here, 'call-2').at(-1)).toMatch(/hangup|otherOpt/);
    expect(events(there, 'call-2').at(-1)).toMatch(/hangup|otherOpt/);
    expect((await signal('two', bela, anna, 'acceptRtc')).code).toBe(0);
  });

  it('NODE-7: a device that binds on another node hears of the call that rings there', async () => {
    await apart();
    await signal('one', anna, bela, 'calling');
    for (const on of ['one', 'two'] as const) {
      const socket = await nodes[on].socket();
      socket.say({ type: 'bindUid', user_id: bela.id, token: bela.token, client: 'parley', v: 1, calls: {} });
      await nodes.pass(10);
      expect(socket.of('pong').at(-1)).toMatchObject({ calls: [{ id: 'call-1' }] });
    }
  });

  it('NODE-7: while the bus is away a bind omits calls, rather than report that none exist', async () => {
    await apart();
    nodes.bus.up = false;
    const socket = await nodes.two.socket();
    socket.say({ type: 'bindUid', user_id: bela.id, token: bela.token, client: 'parley', v: 1, calls: {} });
    await nodes.pass(10);
    expect(socket.of('pong').at(-1)).not.toHaveProperty('calls');
  });

  for (const who of ['anna', 'bela'] as const) {
    it(`CALL-23: a call whose device is gone from its node ends, although its person has another one there (${who})`, async () => {
      const [here, there] = await apart();
      const others = [await nodes.one.online(anna), await nodes.two.online(bela)];
      await talk(here, there);
      const [gone, stays] = who === 'anna' ? [here, there] : [there, here];
      await minutes(2, [gone, stays, ...others]);
      expect(events(stays)).not.toContain('hangup');
      gone.cut();
      await minutes(2, [stays, ...others]);
      expect(events(stays).at(-1)).toBe('hangup');
    });
  }

  it('CALL-23, NODE-4: a call continues while no node can ask where its devices are', async () => {
    const [here, there] = await apart();
    await talk(here, there);
    nodes.bus.up = false;
    await minutes(3, [here, there]);
    nodes.bus.up = true;
    await minutes(2, [here, there]);
    expect([...events(here), ...events(there)]).not.toContain('hangup');
    expect((await signal('one', anna, bela, 'offer', { sdp: 'offer' })).code).toBe(0);
  });
});

function pair() {
  const [clock, bus] = [createVirtualClock(), sharedBus()];
  const [a, b] = ['aaaaaa', 'bbbbbb'].map((name) => {
    const own = bus.join();
    const questions = new Questions(name, own, clock);
    own.subscribe((note) => note.kind === 'node' && note.from !== name && questions.receive(note));
    return questions;
  }) as [Questions, Questions];
  return { clock, bus, a, b };
}

it('OPS-2: clocks of nodes that differ by more than 5 s are a warning', async () => {
  const [clock, bus] = [createVirtualClock(), sharedBus()];
  const ahead = { ...clock, nowMs: () => clock.nowMs() + 7_000 };
  const { store, settings } = nodes.one.server.core;
  const parts = [clock, ahead].map((own, at) => ({
    settings,
    clock: own,
    peers: createPeers({ bus: bus.join(), clock: own, ids: countingIds(`clock ${at}`), here: () => [] }),
    bus: bus.join(),
    store,
  }));
  await clock.advance(5_000);
  for (const part of parts)
    expect((await readyCheck({ ...part, log: silentLog }).look()).warnings).toEqual([
      'clocks of nodes differ by 7 s: set them by the network',
    ]);
  for (const { peers } of parts) peers.close();
});

describe('NODE: questions over a bus that loses', () => {
  it('NODE-5: a question or an answer that gets lost is said again, and the work is done once', async () => {
    const { clock, bus, a, b } = pair();
    let [lost, done] = [0, 0];
    bus.loses = () => (lost += 1) <= 3;
    b.answer('add', () => (done += 1));
    const pendingAnswer = a.ask('bbbbbb', 'add', null);
    await clock.advance(1_900);
    expect(await pendingAnswer).toBe(1);
    expect(done).toBe(1);
  });

  it('NODE-5: without an answer in 2 s the asking node gives up', async () => {
    const { clock, bus, a } = pair();
    bus.loses = () => true;
    const pendingAnswer = a.ask('bbbbbb', 'add', null).catch((error: unknown) => error);
    await clock.advance(2_100);
    expect(await pendingAnswer).toBeInstanceOf(NodeAway);
  });

  it('NODE-5: a stopped node asks no other node, so no timer outlives it', async () => {
    const { clock, a } = pair();
    const before = a.ask('bbbbbb', 'add', null).catch((error: unknown) => error);
    a.stop();
    const after = a.ask('bbbbbb', 'add', null).catch((error: unknown) => error);
    expect(clock.pending()).toBe(0);
    expect(await before).toBeInstanceOf(NodeAway);
    expect(await after).toBeInstanceOf(NodeAway);
  });

  it('NODE-5: a refusal comes back as it was said', async () => {
    const { a, b } = pair();
    b.answer('add', () => new Refusal('notOwnSocket'));
    const sentMessage = await a.ask('bbbbbb', 'add', null);
    expect(sentMessage).toEqual(new Refusal('notOwnSocket'));
    expect(sentMessage).toBeInstanceOf(Refusal);
  });
});
