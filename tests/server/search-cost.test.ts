import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { type MsgId, streamId, userId } from '../../src/domain/ids.ts';
import { searchLimits as limits } from '../../src/domain/limits.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { findMessages, searchOf } from '../../src/server/features/search/find.ts';
import type { Core } from '../../src/server/kernel/core.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { Refusal } from '../../src/server/kernel/refusal.ts';
import { indexWords } from '../../src/server/features/search/index-words.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { counterIds } from '../support/counter-ids.ts';
import { member, post } from '../support/store-rows.ts';
import { startWorld } from '../support/world.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** A clock that advances by this time at each read, so work that reads the time takes time. */
function createCostlyClock(costMs: number): Clock {
  let now = 0;
  const look = (): number => (now += costMs);
  return { nowMs: look, elapsedMs: look, setTimeout: () => null, clearTimeout: () => undefined };
}

const [ME, YOU] = [userId(1), userId(2)];
const STREAM = streamId('1-2');

const makeExpected = (keywords: string, more: object = {}) => ({
  user: ME,
  keywords,
  at: null,
  skip: 0,
  take: 10,
  ...more,
});

describe('a search that costs', () => {
  let store: Store;
  let connection: SqliteConnection;
  beforeEach(async () => {
    connection = new SqliteConnection(':memory:', { readOnly: false });
    store = await openStore({
      path: ':memory:',
      connection,
      clock: createVirtualClock(),
      ids: counterIds(),
      log: silentLog,
    });
    await store.write((tx) => tx.members.save(member(STREAM, ME)));
  });
  afterEach(async () => {
    await store.close();
    connection.close();
  });
  const fill = async (count: number, words: (i: number) => string) => {
    for (let from = 0; from < count; from += 200) {
      await store.write(async (tx) => {
        for (let i = from; i < Math.min(count, from + 200); i += 1)
          await post(tx, STREAM, { from: YOU, content: words(i) });
      });
    }
    await indexWords({ store });
  };

  it('SEARCH-10: words that occur only in separate messages need no read of a message', async () => {
    await fill(3_000, (i) => ['w1 w2', 'w3 w4', 'w5'][i % 3] ?? '');
    let read = 0;
    const counted: Store = {
      ...bound(store),
      read: (work) =>
        store.read((tx) =>
          work({
            ...tx,
            messages: {
              ...tx.messages,
              search: async (query) => {
                const match = await tx.messages.search(query);
                read += match.rows.length;
                return match;
              },
            },
          }),
        ),
    };
    expect(
      await findMessages({ store: counted, clock: createVirtualClock() }, makeExpected('w1 w3 w5')),
    ).toMatchObject({
      rows: [],
      more: false,
      next: null,
    });
    expect(read).toBe(0);
  }, 30_000);

  it('SEARCH-1: messages of several long conversations are found newest first, across them', async () => {
    const streams = [STREAM, streamId('1-3'), streamId('1-4'), streamId('1-5')];
    const filler = 'nee eed edl dle le '.repeat(limits.blockBytes / 19 / 2);
    await store.write(async (tx) => {
      for (const stream of streams.slice(1)) await tx.members.save(member(stream, ME));
      for (let i = 0; i < 240; i += 1)
        for (const stream of streams)
          await post(tx, stream, { from: YOU, content: i % 40 === 7 ? `needle ${i} ${stream}` : filler });
    });
    await indexWords({ store });
    const { rows } = await findMessages(
      { store, clock: createVirtualClock() },
      makeExpected('needle', { take: 24 }),
    );
    const lines = [207, 167, 127, 87, 47, 7].flatMap((i) =>
      streams.toReversed().map((stream) => `needle ${i} ${stream}`),
    );
    expect(rows.map((row) => row.content)).toEqual(lines);
  }, 30_000);

  it('SEARCH-10: steps and requests end after their time, and the next one misses nothing', async () => {
    // Two in a block.
    const filler = 'nee eed edl dle le '.repeat(limits.blockBytes / 19 / 2);
    await fill(900, (i) => (i % 300 === 7 ? `needle ${i}` : filler));
    let turns = 0;
    const clock = createCostlyClock(limits.requestMs / 8);
    const stepped: Store = {
      ...bound(store),
      turn: () => {
        turns += 1;
        return Promise.resolve();
      },
    };
    const matches: string[] = [];
    let before: MsgId | undefined;
    let requests = 0;
    for (;;) {
      requests += 1;
      const one = await findMessages({ store: stepped, clock }, makeExpected('needle', { before }));
      matches.push(...one.rows.map((row) => row.content));
      if (one.next === null) break;
      before = one.next;
    }
    expect(matches).toEqual(['needle 607', 'needle 307', 'needle 7']);
    expect(turns).toBeGreaterThan(10);
    expect(requests).toBeGreaterThan(1);
  }, 30_000);

  it('SEARCH-10: searches of a user take so long together, then the next one waits', async () => {
    await fill(40, () => 'needle');
    const [calm, costly] = [createVirtualClock(), createCostlyClock(1_000)];
    const on = { core: { store, clock: costly } as unknown as Core, rates: new RateCounter(calm) };
    const { times, windowMs } = serverLimits.searchWorkRate;
    let searches = 0;
    while (!((await searchOf(on, makeExpected('needle'))) instanceof Refusal)) searches += 1;
    expect(searches).toBeGreaterThan(1);
    expect(searches).toBeLessThan(times / 1_000);
    expect(await searchOf(on, { ...makeExpected('needle'), user: YOU })).not.toBeInstanceOf(Refusal);
    await calm.advance(windowMs);
    expect(await searchOf(on, makeExpected('needle'))).not.toBeInstanceOf(Refusal);
  });

  it('SEARCH-10: an abandoned search stops at the next step and returns its position', async () => {
    await fill(900, () => 'w1 w2 w3');
    const { rows, next } = await findMessages(
      { store, clock: createVirtualClock() },
      makeExpected('w1 w3'),
      () => false,
    );
    expect([rows.length, next]).toEqual([0, 901]);
  }, 30_000);
});

const bound = (store: Store): Store => ({
  write: (work) => store.write(work),
  read: (work) => store.read(work),
  epoch: () => store.epoch(),
  close: () => store.close(),
});

it('SEARCH-10: one search at a time for each user, without a delay for others', async () => {
  const world = await startWorld({
    store: (store) => ({ ...bound(store), turn: () => new Promise(setImmediate) }),
  });
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const ask = async (who: typeof anna) => {
    const answer = await world.raw('/enterprise/im/search', {
      method: 'POST',
      headers: { authorization: who.token, 'content-type': 'application/json' },
      body: JSON.stringify({ keywords: 'house' }),
    });
    return (await answer.json()) as { readonly code: number; readonly data: { readonly retry_ms?: number } };
  };
  const [first, second, third, other] = await Promise.all([ask(anna), ask(anna), ask(anna), ask(bela)]);
  expect([first.code, third.code, other.code]).toEqual([0, 0, 0]);
  expect(second).toMatchObject({ code: 400, data: { retry_ms: limits.againMs } });
  expect((await ask(anna)).code).toBe(0);
  await world.close();
});
