import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { userId } from '../../src/domain/ids.ts';
import type { Bus, BusNote, NodeWord } from '../../src/ports/bus.ts';
import { openBus } from '../../src/server/cluster/open-bus.ts';
import { createPeers } from '../../src/server/cluster/peers.ts';
import { Questions } from '../../src/server/cluster/questions.ts';
import { nodeLimits as limits } from '../../src/server/kernel/limits.ts';
import { NodeAway } from '../../src/server/kernel/peers.ts';
import { sharedBus } from '../support/two-nodes.ts';
import { countingIds } from '../support/world.ts';

/** Nodes over one bus and one clock, without servers. Each records the reports of others. */
function cluster() {
  const [clock, bus] = [createVirtualClock(), sharedBus()];
  const words: NodeWord[] = [];
  let nodes = 0;
  bus.join().subscribe((note: BusNote) => note.kind === 'node' && words.push(note));
  const start = (aheadMs = 0, graceMs?: number) => {
    const here = new Set<number>();
    const reports: (readonly [number, boolean])[] = [];
    const peers = createPeers({
      bus: bus.join(),
      clock: { ...clock, nowMs: () => clock.nowMs() + aheadMs },
      ids: countingIds(`node ${(nodes += 1)}`),
      here: () => [...here].map(userId),
      graceMs,
    });
    peers.onChange((user, online) => reports.push([user, online]));
    const move = (on: readonly number[], off: readonly number[] = []) => {
      for (const user of on) here.add(user);
      for (const user of off) here.delete(user);
      for (const user of [...on, ...off]) peers.changed(userId(user), here.has(user));
    };
    const users = () => [...peers.users()].toSorted((a, b) => a - b);
    return { peers, move, users, reports, taken: () => reports.splice(0) };
  };
  /** Blocks all packets of this node from now on. */
  const silence = ({ peers }: ReturnType<typeof start>) => {
    bus.loses = (note) => note.kind === 'node' && note.from === peers.name;
  };
  return { clock, bus, words, start, silence };
}

it('NODE-3: a node has six digits for a name, by which its sockets are found while it lives', async () => {
  const { clock, start, silence } = cluster();
  const [one, two] = [start(), start()];
  await clock.advance(limits.beatMs);
  expect(two.peers.name).toMatch(/^[\da-f]{6}$/);
  const socket = `${two.peers.name}00000000000001`;
  expect([one.peers.nodes(), one.peers.nodeOf(socket)]).toEqual([[two.peers.name], two.peers.name]);
  // A node does not list its own sockets, and unknown sockets have no node.
  expect([two.peers.nodeOf(socket), one.peers.nodeOf('ffffff00')]).toEqual([null, null]);
  silence(two);
  await clock.advance(limits.leaseMs - 1);
  expect(one.peers.nodes()).toEqual([two.peers.name]);
  await clock.advance(1);
  expect([one.peers.nodes(), one.peers.nodeOf(socket)]).toEqual([[], null]);
});

it('NODE-3: changes of a tenth of a second go together, and the next ones need no question', async () => {
  const { clock, words, start } = cluster();
  const [one, two] = [start(), start()];
  await clock.advance(limits.beatMs);
  words.length = 0;
  two.move([7, 8]);
  two.move([9], [8]);
  await clock.advance(limits.changesEveryMs - 1);
  expect(one.users()).toEqual([]);
  await clock.advance(1);
  expect([one.users(), one.taken()]).toEqual([
    [7, 9],
    [
      [7, true],
      [9, true],
    ],
  ]);
  two.move([10], [7]);
  await clock.advance(limits.changesEveryMs);
  expect([one.users(), one.taken()]).toEqual([
    [9, 10],
    [
      [10, true],
      [7, false],
    ],
  ]);
  expect(words.filter(({ what }) => what !== 'here').map(({ what }) => what)).toEqual(['users', 'users']);
});

it('NODE-3: a node that missed a change asks for all with the next, and reports each once', async () => {
  const { clock, bus, words, start } = cluster();
  const [one, two] = [start(), start()];
  await clock.advance(limits.beatMs);
  bus.loses = (note) => note.kind === 'node' && note.what === 'users';
  two.move([7, 8]);
  await clock.advance(limits.changesEveryMs);
  bus.loses = () => false;
  words.length = 0;
  two.move([9], [8]);
  await clock.advance(limits.changesEveryMs);
  expect([one.users(), one.taken()]).toEqual([
    [7, 9],
    [
      [7, true],
      [9, true],
    ],
  ]);
  expect(words.map(({ what }) => what)).toEqual(['users', 'who', 'answer']);
  await clock.advance(limits.beatMs * 2);
  expect(one.reports).toEqual([]);
});

it('NODE-3: users who came and left in the gap are reported once, others elsewhere are not', async () => {
  const { clock, bus, start } = cluster();
  const [one, two, three] = [start(), start(), start()];
  two.move([5, 6, 7]);
  three.move([6, 8]);
  await clock.advance(limits.beatMs);
  one.taken();
  bus.loses = (note) => note.kind === 'node' && note.what === 'users';
  two.move([8, 9], [5, 6]);
  await clock.advance(limits.changesEveryMs);
  bus.loses = () => false;
  await clock.advance(limits.beatMs);
  expect([one.users(), one.taken()]).toEqual([
    [6, 7, 8, 9],
    [
      [9, true],
      [5, false],
    ],
  ]);
});

it('NODE-4: a bus that says nothing of itself is taken for one that works', async () => {
  const { clock, bus } = cluster();
  const quiet = { ...bus.join(), state: undefined } as unknown as Bus;
  const peers = createPeers({ bus: quiet, clock, ids: countingIds('alone'), here: () => [] });
  const far = bus.join();
  const word = { kind: 'node', from: 'far', to: null, what: 'users' } as const;
  far.publish({ ...word, data: { version: 0, on: [7], off: [] } });
  await clock.advance(limits.beatMs);
  expect([peers.up(), [...peers.users()]]).toEqual([true, [7]]);
  await clock.advance(60_000);
  expect([peers.nodes(), [...peers.users()]]).toEqual([[], []]);
});

it('NODE-3: a node that is asked during a pending change reports it, once', async () => {
  const { clock, bus, start } = cluster();
  const [one, two] = [start(), start()];
  await clock.advance(limits.beatMs);
  bus.loses = () => true;
  two.move([7]);
  await clock.advance(limits.beatMs - 1);
  bus.loses = () => false;
  two.move([8], [7]);
  await clock.advance(1);
  expect([one.users(), one.taken()]).toEqual([[8], [[8, true]]]);
  await clock.advance(limits.beatMs * 3);
  expect([one.users(), one.taken()]).toEqual([[8], []]);
});

it.each([
  ['20 s where nothing else is said', undefined, 20_000],
  ['as long as is said', 40_000, 40_000],
  ['its lease at least, to the next beat', 1_000, 16_000],
])('NODE-4: users of a silent node stay for %s', async (_, graceMs, expectedMs) => {
  const { clock, start, silence } = cluster();
  const [one, two, three] = [start(0, graceMs), start(), start()];
  two.move([7, 8]);
  three.move([8]);
  await clock.advance(limits.beatMs);
  one.taken();
  silence(two);
  await clock.advance(expectedMs - 1);
  expect([one.users(), one.peers.nodesOf(userId(8)).length, one.reports]).toEqual([[7, 8], 2, []]);
  await clock.advance(1);
  // A user who is also on another node has not left.
  expect([one.users(), one.peers.isOnline(userId(7)), one.taken()]).toEqual([[8], false, [[7, false]]]);
  expect(one.peers.nodesOf(userId(8))).toEqual([three.peers.name]);
});

it('NODE-4: a node that announces its stop no longer counts, its users still do', async () => {
  const { clock, start } = cluster();
  const [one, two] = [start(), start()];
  two.move([7]);
  await clock.advance(limits.beatMs);
  two.move([8]);
  two.peers.close();
  two.move([9]);
  const pendingAnswer = two.peers.ask(one.peers.name, 'who', null).catch((error: unknown) => error);
  await clock.advance(limits.beatMs);
  expect([one.peers.nodes(), one.users(), await pendingAnswer]).toEqual([[], [7], expect.any(NodeAway)]);
  // The stopped node receives nothing more either.
  one.move([10]);
  await clock.advance(limits.beatMs);
  expect(two.users()).toEqual([]);
  one.peers.close();
  expect(clock.pending()).toBe(0);
});

it('NODE-4: while the bus is away, or this process was suspended, all users stay', async () => {
  const { clock, bus, start } = cluster();
  const [one, two] = [start(), start()];
  two.move([7]);
  await clock.advance(limits.beatMs);
  one.taken();
  const still = () => [one.users(), one.peers.nodes().length, one.reports];
  bus.up = false;
  await clock.advance(60_000);
  expect(still()).toEqual([[7], 1, []]);
  bus.up = true;
  clock.pass(60_000);
  await clock.advance(limits.beatMs - 1);
  expect(still()).toEqual([[7], 0, []]);
  await clock.advance(1);
  expect(still()).toEqual([[7], 1, []]);
  bus.loses = () => true;
  await clock.advance(18_000);
  expect(still()).toEqual([[7], 0, []]);
  await clock.advance(2_000);
  expect([one.users(), one.taken()]).toEqual([[], [[7, false]]]);
});

it('NODE-3: a user on several nodes is reported once, when coming and when gone from all', async () => {
  const { clock, start } = cluster();
  const [one, two, three] = [start(), start(), start()];
  const after = async (node: typeof two, on: readonly number[], off: readonly number[] = []) => {
    node.move(on, off);
    await clock.advance(limits.changesEveryMs);
    return one.taken();
  };
  await clock.advance(limits.beatMs);
  expect([await after(two, [7]), await after(three, [7, 8]), await after(two, [], [7])]).toEqual([
    [[7, true]],
    [[8, true]],
    [],
  ]);
  expect([await after(two, [8]), await after(three, [9], [7, 8])]).toEqual([
    [],
    [
      [9, true],
      [7, false],
    ],
  ]);
});

it('OPS-2: the largest difference of clocks is reported, among living nodes', async () => {
  const { clock, start, silence } = cluster();
  const one = start();
  expect(one.peers.skewMs()).toBeNull();
  start(3_000);
  const far = start(-7_000);
  start(1_000);
  await clock.advance(limits.beatMs);
  expect(one.peers.skewMs()).toBe(7_000);
  silence(far);
  await clock.advance(limits.leaseMs);
  expect(one.peers.skewMs()).toBe(3_000);
});

it('OPS-2: a word after more than three beats waited somewhere, and says nothing of a clock', async () => {
  const { clock, bus, start } = cluster();
  const one = start();
  const far = bus.join();
  const skewAfter = async (waitMs: number, behindMs: number) => {
    await clock.advance(waitMs);
    const data = { version: -1, nowMs: clock.nowMs() - behindMs };
    far.publish({ kind: 'node', from: 'far', to: null, what: 'here', data });
    await clock.settle();
    return one.peers.skewMs();
  };
  expect(await skewAfter(0, 1_000)).toBe(1_000);
  expect(await skewAfter(limits.beatMs * 3, 2_000)).toBe(2_000);
  expect(await skewAfter(limits.beatMs * 3 + 1, 9_000)).toBe(2_000);
  expect(await skewAfter(1, -500)).toBe(500);
});

it('NODE-3: 100 nodes are known beside this one', async () => {
  const { clock, start, bus } = cluster();
  const one = start();
  const far = bus.join();
  for (let no = 0; no <= limits.nodesMax; no += 1)
    far.publish({ kind: 'node', from: `far ${no}`, to: null, what: 'hello', data: null });
  await clock.advance(1);
  expect(one.peers.nodes()).toHaveLength(limits.nodesMax);
});

it('NODE-3: a broadcast reaches the nodes that listen, and not its sender', async () => {
  const { clock, start } = cluster();
  const [one, two] = [start(), start()];
  await clock.advance(limits.beatMs);
  const events: unknown[] = [];
  for (const { peers } of [one, two]) peers.hear('hello', (data) => events.push([peers.name, data]));
  one.peers.say('hello', 1);
  one.peers.say('nobody listens', 2);
  await clock.advance(1);
  expect(events).toEqual([[two.peers.name, 1]]);
});

/** Two nodes that send each other questions. The test decides what is lost. */
function pair() {
  const [clock, bus] = [createVirtualClock(), sharedBus()];
  const words: NodeWord[] = [];
  bus.join().subscribe((note) => note.kind === 'node' && words.push(note));
  const [a, b] = ['aaaaaa', 'bbbbbb'].map((name) => {
    const own = bus.join();
    const questions = new Questions(name, own, clock);
    own.subscribe((note) => note.kind === 'node' && note.from !== name && questions.receive(note));
    return questions;
  }) as [Questions, Questions];
  return { clock, bus, words, a, b };
}

it('NODE-5: an answer that got lost is given again, and the work is done once', async () => {
  const { clock, bus, words, a, b } = pair();
  let [lost, done] = [0, 0];
  bus.loses = (note) => note.kind === 'node' && note.what === 'answer' && (lost += 1) <= 3;
  b.answer('add', (data) => [data, (done += 1)]);
  const pendingAnswer = a.ask('bbbbbb', 'add', 5);
  await clock.advance(limits.askAgainMs * 3);
  expect([await pendingAnswer, done]).toEqual([[5, 1], 1]);
  // The received answer ends the retries.
  expect([words.filter(({ what }) => what === 'add').length, clock.pending()]).toEqual([4, 0]);
});

it('NODE-5: a question is sent five times in 2 s, then dropped; a later answer is ignored', async () => {
  const { clock, bus, words, a, b } = pair();
  b.answer('add', () => 1);
  bus.loses = (note) => note.kind === 'node' && note.what === 'answer';
  let end: unknown = null;
  a.ask('bbbbbb', 'add', null).then(
    () => undefined,
    (error: unknown) => (end = error),
  );
  await clock.advance(limits.answerMs - 1);
  expect(end).toBeNull();
  await clock.advance(1);
  expect(end).toBeInstanceOf(NodeAway);
  expect([words.length, clock.pending()]).toEqual([5, 0]);
});

it('NODE-5: 1,000 questions wait at a time; those that are answered, or given up, make room', async () => {
  const { clock, bus, a, b } = pair();
  b.answer('add', () => 1);
  for (const isLost of [false, true]) {
    bus.loses = () => isLost;
    const requests = Array.from({ length: limits.questionsMax + 1 }, () => a.ask('bbbbbb', 'add', null));
    const ends = Promise.allSettled(requests);
    await clock.advance(limits.answerMs);
    const answered = (await ends).filter(({ status }) => status === 'fulfilled').length;
    expect(answered).toBe(isLost ? 0 : limits.questionsMax);
  }
  bus.loses = () => false;
  expect(await a.ask('bbbbbb', 'add', null)).toBe(1);
});

it('NODE-5: the last 2,000 answers are remembered', async () => {
  const { clock, b } = pair();
  let done = 0;
  b.answer('add', () => (done += 1));
  const ask = (no: number) =>
    b.receive({ kind: 'node', from: 'aaaaaa', to: 'bbbbbb', what: 'add', id: `aaaaaa-${no}`, data: null });
  for (let no = 0; no <= limits.answersKeptMax; no += 1) ask(no);
  for (const no of [1, 2, limits.answersKeptMax]) ask(no);
  await clock.advance(1);
  expect(done).toBe(limits.answersKeptMax + 1);
  ask(0);
  await clock.advance(1);
  expect(done).toBe(limits.answersKeptMax + 2);
});

it('NODE-5: a failure there, and an unknown question there, fails here', async () => {
  const { a, b } = pair();
  b.answer('add', () => {
    throw new Error('no room');
  });
  await expect(a.ask('bbbbbb', 'add', null)).rejects.toThrow('no room');
  await expect(a.ask('bbbbbb', 'take', null)).rejects.toThrow('another version asked for "take"');
  b.answer('take', () => undefined);
  expect(await a.ask('bbbbbb', 'take', null)).toBeNull();
});

it('NODE-2: without Redis one node has its own bus; one beside others looks into the database', async () => {
  const ports = {
    clock: createVirtualClock(),
    place: 'here',
    secret: 'ours',
    log: { write: () => undefined },
  };
  const open = async (databaseUrl: string | null) =>
    (await openBus({ databaseUrl, redisUrl: null }, ports)).shared;
  expect([await open(null), await open('postgres://x')]).toEqual([false, true]);
});
