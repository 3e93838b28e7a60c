import { afterEach, beforeEach, expect, it } from 'vitest';
import { searchLimits as limits } from '../../src/domain/limits.ts';
import { indexWords, startIndexing } from '../../src/server/features/search/index-words.ts';
import type { Peers } from '../../src/server/kernel/peers.ts';
import type { Store } from '../../src/ports/store.ts';
import { liveWorld, type LiveWorld, type Somebody } from '../support/live-world.ts';

let world: LiveWorld;
let ann: Somebody;
let ben: Somebody;
beforeEach(async () => {
  world = await liveWorld({});
  [ann, ben] = [await world.somebody('Ann'), await world.somebody('Ben')];
  await world.befriend(ann, ben);
});
afterEach(() => world.close());

const waiting = () => world.core.store.read((tx) => tx.words.waiting('', 9));

it('SEARCH-8: words wait seconds, or two minutes if few came, until the server ends', async () => {
  const before = world.clock.pending();
  const stop = startIndexing(world.core);
  await world.say(ann, ben.id, 'house');
  await world.clock.advance(limits.indexEveryMs - 1);
  expect(await waiting()).toHaveLength(1);
  await world.clock.advance(1);
  await world.settle();
  expect(await waiting()).toEqual([]);
  // Few words were found: the next round is later.
  await world.say(ben, ann.id, 'garden');
  await world.clock.advance(limits.indexQuietMs - 1);
  expect(await waiting()).toHaveLength(1);
  await world.clock.advance(1);
  await world.settle();
  expect(await waiting()).toEqual([]);
  await stop();
  expect(world.clock.pending()).toBe(before);
});

it('NODE-16: each conversation falls to one of the nodes that live, now and then to any', async () => {
  const others = await Promise.all(Array.from({ length: 9 }, (_, at) => world.somebody(`Friend ${at}`)));
  for (const other of others) await world.befriend(ann, other);
  await indexWords(world.core);
  const all = ['one', 'two', 'three'];
  let nodes = all;
  // How often each node looked into a conversation.
  const looked = new Map<string, Record<string, number>>();
  const stops = all.map((name) => {
    const peers = { name, nodes: () => nodes.filter((one) => one !== name) } as unknown as Peers;
    const store = { ...world.core.store, read: world.core.store.read.bind(world.core.store) } as Store;
    store.write = (work) =>
      world.core.store.write((tx) =>
        work({
          ...tx,
          words: { ...tx.words, index: (...on) => (count(name, on[0]), tx.words.index(...on)) },
        }),
      );
    return startIndexing({ ...world.core, store, peers });
  });
  const count = (name: string, stream: string) => {
    const of = looked.get(stream) ?? {};
    looked.set(stream, { ...of, [name]: (of[name] ?? 0) + 1 });
  };
  const round = async () => {
    looked.clear();
    for (const other of others) await world.say(ann, other.id, 'house');
    await world.clock.advance(limits.indexEveryMs);
    await world.settle();
    return [...looked.values()];
  };
  const first = await round();
  expect(first.map((by) => Object.values(by))).toEqual(others.map(() => [1]));
  expect(new Set(first.flatMap((by) => Object.keys(by))).size).toBeGreaterThan(1);
  nodes = ['one'];
  expect((await round()).every((by) => by['one'] === 1)).toBe(true);
  expect(await waiting()).toEqual([]);
  // The other nodes cannot tell that a node is alive but does nothing.
  nodes = ['one', 'away'];
  await stops[1]?.();
  await stops[2]?.();
  for (let at = 2; at < limits.indexAllEvery; at += 1) await round();
  expect(await waiting()).toEqual([]);
  await stops[0]?.();
});

it('SEARCH-8: more than one transaction takes are all put in', async () => {
  for (let n = 0; n <= limits.indexAtOnce; n += 1) await world.say(ann, ben.id, `house ${n}`);
  // The line about the new friendship has no searchable words.
  expect(await indexWords(world.core)).toBe(limits.indexAtOnce + 1);
  expect(await waiting()).toEqual([]);
});

it('SEARCH-8: words of several conversations share a commit; long ones have their own', async () => {
  const others = await Promise.all(Array.from({ length: 5 }, (_, at) => world.somebody(`Friend ${at}`)));
  for (const other of others) await world.befriend(ann, other);
  await indexWords(world.core);
  let commits = 0;
  const counted: Store = {
    write: (work) => {
      commits += 1;
      return world.core.store.write(work);
    },
    read: (work) => world.core.store.read(work),
    epoch: () => world.core.store.epoch(),
    close: () => world.core.store.close(),
  };
  for (const other of others) await world.say(ann, other.id, 'house');
  expect([await indexWords({ store: counted }), commits]).toEqual([5, 1]);
  for (const other of others)
    for (let n = 0; n < 5; n += 1) await world.say(ann, other.id, 'house '.repeat(300));
  expect([await indexWords({ store: counted }), commits]).toEqual([25, 6]);
  expect(await waiting()).toEqual([]);
});

/** The number of commits for two conversations when this part of the first one fits in. */
const commits = async (taken: number, length: number): Promise<number> => {
  let made = 0;
  const words = {
    waiting: () => Promise.resolve(['group-1', 'group-2']),
    index: () => Promise.resolve({ messageCount: taken, characters: length, more: false }),
    ungrouped: () => Promise.resolve([]),
  };
  const work = <T>(run: (tx: never) => Promise<T>): Promise<T> => run({ words } as never);
  const store = { write: <T>(run: (tx: never) => Promise<T>) => ((made += 1), work(run)), read: work };
  await indexWords({ store } as never);
  return made;
};

it('SEARCH-8: another conversation joins a commit while that is less than half full', async () => {
  const [messages, characters] = [limits.indexAtOnce / 2, limits.indexCharacters / 2];
  expect(await commits(messages - 1, characters - 1)).toBe(1);
  expect(await commits(messages, 0)).toBe(2);
  expect(await commits(0, characters)).toBe(2);
});
