import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { streamLimits as limits } from '../../src/domain/limits.ts';
import { streamId, userStream, type StreamId } from '../../src/domain/ids.ts';
import type { ReadTx } from '../../src/ports/store.ts';
import { command } from '../../src/server/kernel/core.ts';
import { addGroupUser, removeUser } from '../../src/server/features/groups/members.ts';
import { removeGroup } from '../../src/server/features/groups/dissolve.ts';
import { delMessage, undoMessage } from '../../src/server/features/messages/take-back.ts';
import { contactsAnswer } from '../../src/server/features/sync/contacts-answer.ts';
import { decodeCursor, encodeCursor, readCursor, signedCursor } from '../../src/server/kernel/cursor.ts';
import { prune, startPruning } from '../../src/server/features/sync/prune.ts';
import { type SyncAnswer, renewHistory, sync } from '../../src/server/features/sync/sync.ts';
import { liveWorld, type LiveWorld, type Somebody } from '../support/live-world.ts';

let world: LiveWorld;
let ann: Somebody;
let ben: Somebody;
let stream: StreamId;
/** Names of the store's queries that ran, while it is an array. */
let asked: string[] | null = null;
beforeEach(async () => {
  asked = null;
  world = await liveWorld({
    store: (store) =>
      Object.assign(Object.create(store) as typeof store, { read: counting(store), readLong: undefined }),
  });
  [ann, ben] = [await world.somebody('Ann'), await world.somebody('Ben')];
  stream = await world.befriend(ann, ben);
});
afterEach(() => world.close());

function counting(store: { read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T> }) {
  return <T>(work: (tx: ReadTx) => Promise<T>): Promise<T> =>
    store.read((tx) => work(asked ? (watch(tx, '') as unknown as ReadTx) : tx));
}

/** Wraps every query of a transaction, to note its name and first argument. */
function watch(part: object, path: string): object {
  return new Proxy(part, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      const here = `${path}${String(name)}`;
      if (typeof value === 'function') {
        return (...args: unknown[]) => {
          asked?.push(typeof args[0] === 'string' ? `${here} ${args[0]}` : here);
          return (value as (...given: unknown[]) => unknown).apply(target, args);
        };
      }
      return typeof value === 'object' && value !== null ? watch(value, `${here}.`) : value;
    },
  });
}

const cursorOf = async (who: Somebody) => (await contactsAnswer(world.core, who.id)).cursor;
const AT = { epoch: 'abc', tx: 7, chapter: 'k8' };
const places = (answer: SyncAnswer) => answer.frames.map(({ stream, seq }) => `${stream} ${seq}`);
/** Many events at no cost of messages. */
const fill = (of: StreamId, times: number, by = ann) =>
  Promise.all(
    Array.from({ length: times }, (_, at) =>
      command(world.core, (_tx, record) => record.event(of, { kind: 'rename', by: by.id, name: `n${at}` })),
    ),
  );

describe('a single cursor for all streams', () => {
  it('SYNC-1: the answer has every event since the cursor in the user’s streams, and a cursor', async () => {
    const cursor = await cursorOf(ben);
    const group = await world.group(ann, ben);
    const one = await world.say(ann, ben.id, 'one');
    const two = await world.say(ben, group.ref, 'two');
    await world.somebody('Eve');
    const answer = await sync(world.core, ben.id, { cursor });
    expect(answer).toMatchObject({ epoch: await world.core.store.epoch(), more: false, resync: [] });
    expect(answer.frames.map(({ type }) => type)).toEqual(['addGroup', 'simple', 'group']);
    expect(places(answer).slice(1)).toEqual([`${stream} ${one.seq}`, `${group.stream} ${two.seq}`]);
    const next = await sync(world.core, ben.id, { cursor: answer.cursor });
    expect(next.frames).toEqual([]);
    expect(next.cursor).toBe(answer.cursor);
  });

  it('SYNC-1: with positions only those streams are answered, from those positions', async () => {
    const one = await world.say(ann, ben.id, 'one');
    const two = await world.say(ann, ben.id, 'two');
    const answer = await sync(world.core, ben.id, {
      positions: { [stream]: one.seq, '98-99': 4, 'group-7': 1 },
    });
    expect(answer.cursor).toBeNull();
    expect(places(answer)).toEqual([`${stream} ${two.seq}`]);
    expect(answer.resync).toEqual([
      { stream: '98-99', contact: null },
      { stream: 'group-7', contact: null },
    ]);
  });

  it('SYNC-6: unchanged streams are not read, however many there are', async () => {
    for (let at = 0; at < 10; at += 1) await world.befriend(ann, await world.somebody(`P${at}`));
    const cursor = await cursorOf(ann);
    await world.say(ben, ann.id, 'only here');
    asked = [];
    const answer = await sync(world.core, ann.id, { cursor });
    expect(answer.frames).toHaveLength(1);
    expect(asked.filter((query) => query.startsWith('streams.events'))).toEqual([
      `streams.eventsSince ${stream}`,
    ]);
    expect(asked.length).toBeLessThan(15);
    const quiet: string[] = [];
    asked = quiet;
    await sync(world.core, ann.id, { cursor: answer.cursor });
    expect(quiet.filter((query) => query.includes('events') || query.startsWith('conversations'))).toEqual(
      [],
    );
  });

  it('SYNC-6: five hundred missed messages cost a handful of queries', async () => {
    const cursor = await cursorOf(ben);
    for (let at = 0; at < 60; at += 1) await world.say(ann, ben.id, `m${at}`);
    asked = [];
    expect((await sync(world.core, ben.id, { cursor })).frames).toHaveLength(60);
    expect(asked.length).toBeLessThan(15);
  });

  it('STREAM-8: rows, heads and cursor of an answer come from one committed moment', async () => {
    const cursor = await cursorOf(ben);
    const sends = Array.from({ length: 20 }, (_, at) => world.say(ann, ben.id, `m${at}`));
    const answers = await Promise.all([
      sync(world.core, ben.id, { cursor }),
      contactsAnswer(world.core, ben.id),
      ...sends,
    ]);
    const [first, list] = answers;
    const rest = await sync(world.core, ben.id, { cursor: first.cursor });
    // One engine runs them in the order they came, the other together: then the cursor is the oldest that
    // still ran.
    const sent = answers
      .slice(2)
      .map((answer) => (answer as { seq: number }).seq)
      .toSorted((a, b) => a - b);
    expect(new Set([...places(first), ...places(rest)])).toEqual(
      new Set(sent.map((seq) => `${stream} ${seq}`)),
    );
    const row = list.rows.read().find(({ id }) => id === ann.id);
    const after = await sync(world.core, ben.id, { cursor: list.cursor });
    const later = places(after).filter((place) => Number(place.split(' ')[1]) > Number(row?.['seq']));
    expect(Number(row?.['seq']) + later.length).toBe(sent.at(-1));
    expect(row).toMatchObject({ last: { n: row?.['count'] } });
  });
});

describe('another history', () => {
  it('STREAM-9: a missing, strange, foreign or future cursor causes a full resync', async () => {
    const { cursor } = readCursor(world.core, await cursorOf(ben));
    if (!cursor) throw new Error('cursor does not decode');
    const future = encodeCursor({ ...cursor, tx: cursor.tx + 1 });
    const foreign = encodeCursor({ ...cursor, epoch: 'other' });
    for (const response of [undefined, null, '', 'x', '1.2.3', future, foreign]) {
      expect(await sync(world.core, ben.id, { cursor: response })).toMatchObject({
        full: 1,
        cursor: null,
        more: false,
        frames: [],
        resync: [],
      });
    }
    expect(await sync(world.core, ben.id, { cursor: encodeCursor(cursor) })).not.toHaveProperty('full');
  });

  it('STREAM-9: a position above the head causes a full resync', async () => {
    expect(await sync(world.core, ben.id, { positions: { [stream]: 1_000 } })).toMatchObject({ full: 1 });
  });

  it('STREAM-15: a cursor from a lost future renews the epoch for all; a made-up one for one', async () => {
    const { cursor } = readCursor(world.core, await cursorOf(ben));
    if (!cursor) throw new Error('cursor does not decode');
    const { epoch, tx } = cursor;
    const future = signedCursor(world.core, epoch, tx + 5);
    for (const madeUp of [
      future.replace(/~.*/, ''),
      future.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      `${epoch}.${tx + 6}~${future.split('~')[1]}`,
    ]) {
      expect(await sync(world.core, ben.id, { cursor: madeUp })).toMatchObject({ full: 1 });
      expect(await world.core.store.epoch()).toBe(epoch);
    }
    const anns = await cursorOf(ann);
    expect(await sync(world.core, ben.id, { cursor: future })).toMatchObject({ full: 1 });
    const renewed = await world.core.store.epoch();
    expect(renewed).not.toBe(epoch);
    expect(await sync(world.core, ann.id, { cursor: anns })).toMatchObject({ full: 1, epoch: renewed });
    // The history is renewed once, because the earlier signature belongs to the other history now.
    expect(await sync(world.core, ben.id, { cursor: future })).toMatchObject({ full: 1 });
    expect(await world.core.store.epoch()).toBe(renewed);
  });

  it('STREAM-15: the log reports once that the database went back, for any number of clients', async () => {
    const lines: string[] = [];
    const log = { ...world.core.log, write: (_: string, what: string) => void lines.push(what) };
    const before = await world.core.store.epoch();
    for (let times = 0; times < 2; times += 1) {
      await renewHistory({ ...world.core, log }, before);
      expect(lines).toEqual([expect.stringContaining('went back in time')]);
    }
    expect(await world.core.store.epoch()).not.toBe(before);
  });

  it('STREAM-16: only a client above the head of a stream reloads', async () => {
    await world.say(ann, ben.id, 'one');
    const cursor = await cursorOf(ben);
    const head = (await world.core.store.read((tx) => tx.streams.get(stream)))?.head ?? 0;
    const epoch = await world.core.store.epoch();
    expect(
      await sync(world.core, ben.id, { cursor, known: { [stream]: head, '98-99': 1_000 } }),
    ).not.toHaveProperty('full');
    for (const entry of [{ [stream]: head + 1 }, { [userStream(ben.id)]: 1, [stream]: head + 1 }])
      expect(await sync(world.core, ben.id, { cursor, known: entry })).toMatchObject({ full: 1 });
    expect(await world.core.store.epoch()).toBe(epoch);
  });

  it('STREAM-9: a cursor survives the round trip, with and without a page', () => {
    for (const page of [null, { bound: 12, after: streamId('group-3') }])
      expect(decodeCursor(encodeCursor({ ...AT, page }))).toEqual({ ...AT, page });
  });
});

describe('too much', () => {
  it('SYNC-2: more than 500 missing in one stream answers a fresh contact of the same moment', async () => {
    const group = await world.group(ann, ben);
    const cursor = await cursorOf(ben);
    const position = (await world.core.store.read((tx) => tx.streams.get(group.stream)))?.head ?? 0;
    await fill(group.stream, limits.missingMax);
    expect((await sync(world.core, ben.id, { cursor })).frames).toHaveLength(limits.missingMax);
    await world.say(ann, group.ref, 'one more');
    const head = position + limits.missingMax + 1;
    for (const request of [{ cursor }, { positions: { [group.stream]: position } }]) {
      const answer = await sync(world.core, ben.id, request);
      expect(answer.frames).toEqual([]);
      expect(answer.resync).toMatchObject([
        {
          stream: group.stream,
          contact: { id: group.ref, seq: head, count: 2, unread: 1, lastContent: 'one more' },
        },
      ]);
    }
  });

  it('SYNC-2: more than 500 missing in the user’s stream cause a full resync', async () => {
    const cursor = await cursorOf(ben);
    await fill(userStream(ben.id), limits.missingMax + 1, ben);
    expect(await sync(world.core, ben.id, { cursor })).toMatchObject({ full: 1 });
    expect(await sync(world.core, ben.id, { positions: { [userStream(ben.id)]: 0 } })).toMatchObject({
      full: 1,
    });
  });

  it('SYNC-2: pruned events are answered by a fresh contact, others by the events', async () => {
    const early = await cursorOf(ben);
    await world.say(ann, ben.id, 'old');
    await world.clock.advance(limits.eventAgeMaxMs + 1_000);
    const late = await cursorOf(ben);
    const fresh = await world.say(ann, ben.id, 'fresh');
    expect(await prune(world.core)).toBeGreaterThan(0);
    expect((await sync(world.core, ben.id, { cursor: early })).resync).toMatchObject([
      { stream, contact: { id: ann.id, seq: fresh.seq } },
    ]);
    expect(await sync(world.core, ben.id, { positions: { [stream]: fresh.seq - 2 } })).toMatchObject({
      frames: [],
      resync: [{ stream }],
    });
    const answer = await sync(world.core, ben.id, { positions: { [stream]: fresh.seq - 1 } });
    expect(places(answer)).toEqual([`${stream} ${fresh.seq}`]);
    expect(late).not.toBe(early);
  });

  it('SYNC-2: pruning runs now and then, and ends with the server', async () => {
    const before = world.clock.pending();
    const stop = startPruning(world.core);
    const floor = async () => (await world.core.store.read((tx) => tx.streams.get(stream)))?.floor;
    await world.clock.advance(60_000);
    expect(await floor()).toBe(0);
    world.clock.jump(limits.eventAgeMaxMs + 1_000);
    await world.clock.advance(600_000);
    await world.settle();
    expect(await floor()).toBeGreaterThan(0);
    await stop();
    expect(world.clock.pending()).toBe(before);
  });

  it('SYNC-3: above 5,000 events the answer ends between two streams; pages lose nothing', async () => {
    const cursor = await cursorOf(ben);
    const groups = [];
    for (let at = 0; at < 13; at += 1) groups.push(await world.group(ann, ben));
    for (const group of groups) await fill(group.stream, 450);
    const first = await sync(world.core, ben.id, { cursor });
    expect(first.more).toBe(true);
    expect(first.frames.length).toBeGreaterThanOrEqual(limits.syncAnswerMax);
    const last = first.frames.at(-1);
    const head = (await world.core.store.read((tx) => tx.streams.get(last?.stream ?? stream)))?.head;
    expect(last?.seq).toBe(head);
    // Between the pages something happens in a stream that was given and in one that was not.
    const meanwhile = [
      await world.say(ann, ben.id, 'meanwhile'),
      await world.say(ann, String(last?.stream), 'after its page'),
    ];
    const second = await sync(world.core, ben.id, { cursor: first.cursor });
    expect(second.more).toBe(false);
    const third = await sync(world.core, ben.id, { cursor: second.cursor });
    const all = new Set([...places(first), ...places(second), ...places(third)]);
    for (const sent of meanwhile) expect(all).toContain(`${sent.stream} ${sent.seq}`);
    for (const group of groups)
      for (let at = 0; at < 450; at += 1) expect(all).toContain(`${group.stream} ${at + 2}`);
  });
});

describe('events that a user may see', () => {
  it('STREAM-10: a former member gets `left` from the own stream and nothing else', async () => {
    const group = await world.group(ann, ben);
    const cursor = await cursorOf(ben);
    const last = await world.say(ann, group.ref, 'while a member');
    await removeUser(ann.context, { id: group.ref, user_id: ben.id });
    await world.say(ann, group.ref, 'after');
    const answer = await sync(world.core, ben.id, { cursor });
    expect(answer.frames).toMatchObject([
      {
        type: 'removeUser',
        stream: userStream(ben.id),
        data: { group_id: group.ref, of: group.stream, until: last.seq + 1, why: 'removed' },
      },
    ]);
    expect(JSON.stringify(answer)).not.toContain('after');
    expect((await sync(world.core, ben.id, { positions: { [group.stream]: 1 } })).resync).toEqual([
      { stream: group.stream, contact: null },
    ]);
  });

  it('STREAM-10: only the user’s stream reports a dissolution', async () => {
    const group = await world.group(ann, ben);
    const cursor = await cursorOf(ben);
    await removeGroup(ann.context, { id: group.ref });
    expect((await sync(world.core, ben.id, { cursor })).frames).toMatchObject([
      { type: 'removeGroup', data: { group_id: group.ref, why: 'dissolved' } },
    ]);
  });

  it('STREAM-10: events from before the user’s own time are not returned, for any position', async () => {
    const eve = await world.somebody('Eve');
    await world.befriend(ann, eve);
    const group = await world.group(ann, ben);
    const cursor = await cursorOf(eve);
    await world.say(ann, group.ref, 'before');
    await addGroupUser(ann.context, { id: group.ref, user_ids: [eve.id] });
    const after = await world.say(ann, group.ref, 'after');
    for (const request of [{ cursor }, { positions: { [group.stream]: 0 } }]) {
      const answer = await sync(world.core, eve.id, request);
      expect(places(answer)).toContain(`${group.stream} ${after.seq}`);
      expect(JSON.stringify(answer)).not.toContain('before');
    }
  });

  it('STREAM-11: a member who comes back starts at the new base', async () => {
    const group = await world.group(ann, ben);
    const cursor = await cursorOf(ben);
    await removeUser(ann.context, { id: group.ref, user_id: ben.id });
    await world.say(ann, group.ref, 'between');
    await addGroupUser(ann.context, { id: group.ref, user_ids: [ben.id] });
    const back = await world.say(ann, group.ref, 'welcome back');
    const answer = await sync(world.core, ben.id, { cursor });
    expect(answer.frames.map(({ type }) => type)).toEqual(['removeUser', 'addGroup', 'group']);
    expect(answer.frames[1]?.data).toMatchObject({ seq: back.seq - 1 });
    expect(JSON.stringify(answer)).not.toContain('between');
    const nameChange = await sync(world.core, ben.id, { positions: { [group.stream]: 2 } });
    expect(places(nameChange)).toEqual([`${group.stream} ${back.seq}`]);
  });

  it('STREAM-12: a message that is gone leaves a `void`, a recalled one arrives recalled', async () => {
    const cursor = await cursorOf(ben);
    const [gone, back] = [
      await world.say(ann, ben.id, 'SECRET one'),
      await world.say(ann, ben.id, 'SECRET two'),
    ];
    await delMessage(ann.context, { id: gone.id });
    await undoMessage(ann.context, { id: back.id });
    const answer = await sync(world.core, ben.id, { cursor });
    expect(answer.frames).toMatchObject([
      { type: 'void', seq: gone.seq, data: { toContactId: ann.id, id: gone.id, n: gone.n, from: ann.id } },
      {
        type: 'simple',
        seq: back.seq,
        data: { id: back.id, is_undo: 1, type: 'event', content: '对方撤回了一条消息' },
      },
      { type: 'delMessage', data: { id: gone.id, last: { n: back.n } } },
      { type: 'undoMessage', data: { id: back.id, is_last: 1, last: { n: back.n, type: 'event' } } },
    ]);
    expect(JSON.stringify(answer)).not.toContain('SECRET');
  });
});
