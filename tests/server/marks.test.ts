import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StreamId } from '../../src/domain/ids.ts';
import { unreadOf } from '../../src/domain/contact.ts';
import { StoreUnavailableError } from '../../src/server/kernel/store-errors.ts';
import { liveWorld, type LiveWorld, type Somebody } from '../support/live-world.ts';

let world: LiveWorld;
let ann: Somebody;
let ben: Somebody;
let stream: StreamId;
beforeEach(async () => {
  world = await liveWorld();
  [ann, ben] = [await world.somebody('Ann'), await world.somebody('Ben')];
  stream = await world.befriend(ann, ben);
});
afterEach(() => world.close());

const member = async (who: Somebody, of = stream) => {
  const row = await world.core.store.read((tx) => tx.members.get(of, who.id));
  if (!row) throw new Error('no member');
  return row;
};
const count = async (of = stream) => (await world.core.store.read((tx) => tx.streams.get(of)))?.count ?? 0;

describe('read marks', () => {
  it('COUNT-8: the partner gets the read mark, the reader gets the position on all devices', async () => {
    const [a, b] = [await world.device(ann), await world.device(ben)];
    const sent = await world.say(ann, ben.id, 'hi');
    await world.settle();
    a.take();
    b.take();
    await world.marks.read(ben.id, stream, sent.n);
    await world.settle();
    expect(a.events()).toMatchObject([
      { type: 'readAll', stream, seq: sent.seq + 1, data: { toContactId: ben.id, n: sent.n } },
    ]);
    expect(b.events()).toMatchObject([
      {
        type: 'readMark',
        stream,
        seq: sent.seq + 1,
        data: { id: ann.id, mark: sent.n, own: 0, seq: sent.seq + 1, count: sent.n },
      },
    ]);
    // A device that loads the list later gets this value.
    expect((await member(ben)).told).toBe(sent.n);
  });

  it('COUNT-8: at most one event a second and reader; the newest mark is not lost', async () => {
    const a = await world.device(ann);
    const storedRows: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      const { n } = await world.say(ann, ben.id, `m${at}`);
      void world.marks.read(ben.id, stream, n).then(() => storedRows.push(n));
      await world.settle();
    }
    const reads = () =>
      a
        .events()
        .filter(({ type }) => type === 'readAll')
        .map(({ data }) => data['n']);
    const newest = await count();
    expect(reads()).toEqual([newest - 4]);
    await world.clock.advance(999);
    expect(reads()).toEqual([]);
    // The reader gets the answer once the mark is stored, not earlier.
    expect(storedRows).toEqual([newest - 4]);
    await world.clock.advance(1);
    await world.settle();
    expect(reads()).toEqual([newest]);
    expect(storedRows).toEqual([newest - 4, newest - 3, newest - 2, newest - 1, newest]);
    await world.clock.advance(10_000);
    expect(reads()).toEqual([]);
    await world.marks.read(ben.id, stream, (await world.say(ann, ben.id, 'later')).n);
    await world.settle();
    expect(reads()).toEqual([newest + 1]);
  });

  it('COUNT-8: a lower mark in the second of a higher one changes nothing', async () => {
    const first = await world.say(ann, ben.id, 'one');
    const next = await world.say(ann, ben.id, 'two');
    const last = await world.say(ann, ben.id, 'three');
    await world.marks.read(ben.id, stream, first.n);
    const reads = [last.n, next.n].map((n) => world.marks.read(ben.id, stream, n));
    await world.clock.advance(1_000);
    await Promise.all(reads);
    expect((await member(ben)).mark).toBe(last.n);
  });

  it('COUNT-8: waiting marks are written when the server ends', async () => {
    const first = await world.say(ann, ben.id, 'one');
    const second = await world.say(ann, ben.id, 'two');
    const timers = world.clock.pending();
    await world.marks.read(ben.id, stream, first.n);
    const stored = world.marks.read(ben.id, stream, second.n);
    await world.marks.flush();
    await stored;
    expect((await member(ben)).mark).toBe(second.n);
    expect(world.clock.pending()).toBe(timers);
  });

  it('COUNT-8: a mark that waited and could not be kept is refused to all who asked, and can be asked for again', async () => {
    const [first, second] = [await world.say(ann, ben.id, 'one'), await world.say(ann, ben.id, 'two')];
    await world.marks.read(ben.id, stream, first.n);
    const { store } = world.core;
    const write = store.write.bind(store);
    Object.assign(store, { write: () => Promise.reject(new StoreUnavailableError('gone')) });
    const reports = [0, 1].map(() => world.marks.read(ben.id, stream, second.n).then(() => 'kept', String));
    await world.clock.advance(1_000);
    expect(await Promise.all(reports)).toEqual([
      'StoreUnavailableError: gone',
      'StoreUnavailableError: gone',
    ]);
    Object.assign(store, { write });
    await world.clock.advance(1_000);
    await world.marks.read(ben.id, stream, second.n);
    expect((await member(ben)).mark).toBe(second.n);
  });

  it('COUNT-2: a mark only moves forward and never beyond what was listed', async () => {
    const { n } = await world.say(ann, ben.id, 'one');
    await world.marks.read(ben.id, stream, 1_000);
    expect((await member(ben)).mark).toBe(n);
    await world.clock.advance(5_000);
    const head = (await world.core.store.read((tx) => tx.streams.get(stream)))?.head;
    await world.marks.read(ben.id, stream, 1);
    expect((await member(ben)).mark).toBe(n);
    expect((await world.core.store.read((tx) => tx.streams.get(stream)))?.head).toBe(head);
  });

  it('COUNT-2: a stranger and a former member move nothing', async () => {
    const eve = await world.somebody('Eve');
    const { n } = await world.say(ann, ben.id, 'one');
    await world.marks.read(eve.id, stream, n);
    expect(await world.core.store.read((tx) => tx.members.getAny(stream, eve.id))).toBeNull();
  });

  it('COUNT-1: own messages after the mark are counted again, so unread stays arithmetic', async () => {
    const { n } = await world.say(ann, ben.id, 'a');
    await world.say(ben, ann.id, 'b');
    await world.say(ann, ben.id, 'c');
    await world.say(ben, ann.id, 'd');
    await world.marks.read(ben.id, stream, n);
    const { mark, own } = await member(ben);
    expect({ mark, own }).toEqual({ mark: n, own: 2 });
    expect(unreadOf({ count: await count(), mark, own })).toBe(1);
  });

  it('COUNT-4: a group mark goes to the own stream with the position it speaks of', async () => {
    const group = await world.group(ann, ben);
    const [a, b] = [await world.device(ann), await world.device(ben)];
    const sent = await world.say(ann, group.ref, 'hi');
    await world.marks.read(ben.id, group.stream, sent.n);
    await world.settle();
    expect(a.events().map(({ type }) => type)).toEqual(['group']);
    expect(b.events()).toMatchObject([
      { type: 'group' },
      {
        type: 'readMark',
        stream: `u${ben.id}`,
        data: { id: group.ref, mark: sent.n, own: 0, seq: sent.seq, count: sent.n },
      },
    ]);
  });

  it('COUNT-9: reading mentions clears them on all my devices and only mine', async () => {
    const group = await world.group(ann, ben);
    const sent = await world.say(ann, group.ref, 'look', { at: [ben.id] });
    const [a, b1, b2] = [await world.device(ann), await world.device(ben), await world.device(ben)];
    await world.marks.mentionMark(ben.id, group.stream);
    await world.marks.mentionMark(ben.id, group.stream);
    await world.settle();
    for (const device of [b1, b2]) {
      expect(device.events()).toMatchObject([
        {
          type: 'mentionMark',
          data: { id: group.ref, mark: sent.n, mentions: 0, seq: sent.seq, count: sent.n },
        },
      ]);
    }
    expect(a.events()).toEqual([]);
    expect(
      await world.core.store.read(async (tx) => (await tx.conversations.one(ben.id, group.stream))?.mentions),
    ).toBe(0);
  });
});
