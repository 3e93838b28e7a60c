import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import {
  groupId,
  groupStream,
  msgId,
  messageId,
  privateStream,
  userId,
  userStream,
} from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { EventFacts, EventRow, ReadTx, Store } from '../../src/ports/store.ts';
import type { StreamId, UserId } from '../../src/domain/ids.ts';
import { Audience, type LocalUser } from '../../src/server/delivery/audience.ts';
import { readBatch, underWay } from '../../src/server/delivery/batch.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { countingIds } from '../support/world.ts';

const TEAM = groupStream(groupId(1));
const [ME, YOU] = [userId(1), userId(2)];
const removed: EventFacts = { kind: 'removed', user: YOU, by: ME, members: 1 };
const words = (n: number): EventFacts => ({
  kind: 'message',
  msgId: msgId(n),
  id: messageId(`m-${n}`),
  n,
  from: ME,
});

let store: Store;
let audience: Audience;
let mine: LocalUser;
let yours: LocalUser;
beforeEach(async () => {
  store = await openStore({
    path: ':memory:',
    clock: createVirtualClock(),
    ids: countingIds(),
    log: silentLog,
  });
  audience = new Audience();
  mine = audience.add(
    ME,
    new Map([
      [TEAM, 5],
      [userStream(ME), 0],
    ]),
  );
  yours = audience.add(
    YOU,
    new Map([
      [TEAM, 5],
      [userStream(YOU), 0],
    ]),
  );
});
afterEach(() => store.close());

const row = (stream: StreamId, seq: number, facts: EventFacts): EventRow => ({
  stream,
  seq,
  tx: 1,
  atMs: 1,
  facts,
});
const context = { online: () => false, settings: { registration: 'open', wireTime: 's' } } as const;

/** The readers of each event, by its number. */
async function delivered(
  events: readonly EventRow[],
  way = underWay(),
): Promise<readonly (readonly [number, readonly number[]])[]> {
  const waiting = new Map<StreamId, { upTo: number; rows: EventRow[] }>();
  for (const event of events) {
    const entry = waiting.get(event.stream) ?? { upTo: 0, rows: [] };
    waiting.set(event.stream, { upTo: event.seq, rows: [...entry.rows, event] });
  }
  const { sends } = await store.read((tx) => readBatch(tx, waiting, audience, context, way));
  return sends.map(({ event, users }) => [event.seq, users.map((user) => user.id)]);
}

it('STREAM-10: the group’s own word lets a removed member go, without one of the own stream', async () => {
  const got = await delivered([row(TEAM, 6, words(1)), row(TEAM, 7, removed), row(TEAM, 8, words(2))]);
  expect(got).toEqual([
    [6, [1, 2]],
    [7, [1]],
    [8, [1]],
  ]);
  expect([mine.streams.has(TEAM), yours.streams.has(TEAM)]).toEqual([true, false]);
  // The late wake-up of the user's stream is delivered and changes nothing else.
  expect(
    await delivered([row(userStream(YOU), 1, { kind: 'left', of: TEAM, until: 7, why: 'removed', by: ME })]),
  ).toEqual([[1, [2]]]);
});

it('GATE-11: a message written with a new conversation is delivered from memory, without a read', async () => {
  const made = privateStream(ME, YOU);
  const makeJoin = (user: UserId) =>
    row(userStream(user), 1, { kind: 'joined', of: made, base: 0, n: 0, mark: 0, via: 'friend' });
  const read: string[] = [];
  const plain = store;
  const watch = (tx: ReadTx): ReadTx => ({
    ...tx,
    streams: {
      ...tx.streams,
      events: (stream, ...rest) => (read.push(stream), tx.streams.events(stream, ...rest)),
    },
  });
  store = { ...plain, read: (work) => plain.read((tx) => work(watch(tx))) };
  const got = await delivered([makeJoin(ME), makeJoin(YOU), row(made, 1, words(1)), row(made, 2, words(2))]);
  store = plain;
  expect(got).toEqual([
    [1, [1]],
    [1, [2]],
    [1, [1, 2]],
    [2, [1, 2]],
  ]);
  expect(read).toEqual([]);
  expect([audience.stream(made)?.last, mine.streams.get(made)]).toEqual([2, 0]);
});

it('GATE-3: nothing is read for recipients who are all offline', async () => {
  const requests = new Set<string | symbol>();
  const plain = store;
  const watch = (tx: ReadTx): ReadTx =>
    new Proxy(tx, { get: (of, name, self): unknown => (requests.add(name), Reflect.get(of, name, self)) });
  store = { ...plain, read: (work) => plain.read((tx) => work(watch(tx))) };
  expect(await delivered([row(TEAM, 6, words(1)), row(TEAM, 7, removed)])).toHaveLength(2);
  store = plain;
  expect([...requests]).toEqual([]);
});

it('GATE-3: a hole far up in a conversation is filled as one at its beginning', async () => {
  const last = serverLimits.gapFillMax;
  const far = groupStream(groupId(2));
  audience.join(mine, far, last, last);
  const rows = [row(far, last + 1, words(1)), row(far, last + 2, words(2))];
  const plain = store;
  const events: ReadTx['streams']['events'] = (_, after, most) =>
    Promise.resolve(rows.filter(({ seq }) => seq > after).slice(0, most));
  store = {
    ...plain,
    read: (work) => plain.read((tx) => work({ ...tx, streams: { ...tx.streams, events } })),
  };
  expect(await delivered(rows.slice(1))).toEqual([
    [last + 1, [1]],
    [last + 2, [1]],
  ]);
  store = plain;
});

it('STREAM-10: both words in one batch are one leaving', async () => {
  const left = row(userStream(YOU), 1, { kind: 'left', of: TEAM, until: 6, why: 'removed', by: ME });
  expect(await delivered([row(TEAM, 6, removed), row(TEAM, 7, words(2)), left])).toEqual([
    [1, [2]],
    [6, [1]],
    [7, [1]],
  ]);
});

it('STREAM-10: nothing of a group goes to a reader from its end on', async () => {
  const way = underWay();
  const dissolved: EventFacts = { kind: 'dissolved', by: ME };
  const cleared: EventFacts = { kind: 'cleared', by: ME, n: 1 };
  expect(await delivered([row(TEAM, 6, dissolved), row(TEAM, 7, cleared)], way)).toEqual([
    [6, []],
    [7, []],
  ]);
  expect([mine.streams.has(TEAM), yours.streams.has(TEAM)]).toEqual([false, false]);
  for (const back of way.undo.toReversed()) back();
  expect([mine.streams.get(TEAM), yours.streams.get(TEAM), audience.stream(TEAM)?.last]).toEqual([5, 5, 5]);
});

it('STREAM-10: a removal from before a user came back does not count for the new membership', async () => {
  audience.leave(yours, TEAM);
  audience.join(yours, TEAM, 7, 5);
  const got = await delivered([row(TEAM, 6, removed), row(TEAM, 7, words(1)), row(TEAM, 8, words(2))]);
  expect(got).toEqual([
    [6, [1]],
    [7, [1]],
    [8, [1, 2]],
  ]);
  expect(yours.streams.get(TEAM)).toBe(7);
});

it('STREAM-10: a user who left before the node learned of their joining gets nothing later', async () => {
  const plain = store;
  const rows = [row(TEAM, 7, words(1)), row(TEAM, 8, removed), row(TEAM, 9, words(2))];
  const holding = (tx: ReadTx): ReadTx => ({
    ...tx,
    streams: {
      ...tx.streams,
      events: (stream, after) =>
        Promise.resolve(stream === TEAM ? rows.filter(({ seq }) => seq > after) : []),
    },
  });
  const joined = { kind: 'joined', of: TEAM, base: 6, n: 1, mark: 1, via: 'group' } as const;
  for (const user of [mine, yours]) audience.leave(user, TEAM);
  store = { ...plain, read: (work) => plain.read((tx) => work(holding(tx))) };
  const got = await delivered([row(userStream(YOU), 1, joined)]);
  store = plain;
  expect(got).toEqual([
    [1, [2]],
    [7, [2]],
  ]);
  expect([yours.streams.has(TEAM), audience.stream(TEAM)]).toEqual([false, undefined]);
});

it('STREAM-13: changes of a batch to the audience are undone when its read fails', async () => {
  const way = underWay();
  await delivered([row(TEAM, 6, removed), row(TEAM, 7, words(2))], way);
  for (const back of way.undo.toReversed()) back();
  expect([yours.streams.get(TEAM), audience.stream(TEAM)?.last]).toEqual([5, 5]);
  expect(await delivered([row(TEAM, 6, removed)])).toEqual([[6, [1]]]);
});

it('GATE-3: a user who joins during the delivery of earlier messages gets none of them', async () => {
  const late = userId(3);
  // Six and seven are committed and not delivered yet. The newcomer may read from eight on, and gets the rest
  // by `sync`.
  const newcomer = audience.add(
    late,
    new Map([
      [TEAM, 7],
      [userStream(late), 0],
    ]),
  );
  expect(await delivered([row(TEAM, 6, words(1)), row(TEAM, 7, words(2)), row(TEAM, 8, words(3))])).toEqual([
    [6, [1, 2]],
    [7, [1, 2]],
    [8, [1, 2, 3]],
  ]);
  expect(newcomer.streams.get(TEAM)).toBe(7);
});

it('GATE-9: a member who joins while a batch waits begins at their own position', () => {
  const came = audience.add(userId(3), new Map([[TEAM, 7]]));
  expect([...audience.placesOf(came)]).toEqual([[TEAM, 7]]);
  expect(audience.placesOf(mine).get(TEAM)).toBe(5);
});
