import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { groupStream, streamId } from '../../src/domain/ids.ts';
import type { MsgId, StreamId } from '../../src/domain/ids.ts';
import { searchLimits as limits } from '../../src/domain/limits.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { MessageRow, Store } from '../../src/ports/store.ts';
import { findMessages } from '../../src/server/features/search/find.ts';
import { openTwoDatabases } from '../../src/server/storage/engine/open-two.ts';
import { counterIds } from '../support/counter-ids.ts';
import { ANN, IN_SECOND, founded, startTwo } from '../support/on-two-databases.ts';
import type { TwoServers } from '../support/on-two-databases.ts';
import { START_MS, member, message } from '../support/store-rows.ts';

let servers: TwoServers;
beforeAll(async () => void (servers = await startTwo()), 60_000);
afterAll(() => servers.stop());
const stores: Store[] = [];
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())));

const clock = createVirtualClock({ startMs: START_MS });

async function open(): Promise<Store> {
  const [url, secondUrl] = [await servers.first.place(), await servers.second.place()];
  const store = await openTwoDatabases({ clock, ids: counterIds(), log: silentLog, url, secondUrl });
  stores.push(store);
  return store;
}

/** Writes each message at its minute, in a separate conversation. */
async function talked(store: Store, minutes: readonly (readonly [where: 'first' | 'second', at: number])[]) {
  for (const [no, [where, at]] of minutes.entries()) {
    const stream = where === 'first' ? streamId(`1-${no + 2}`) : await groupOfSecond(store);
    await store.write(async (tx) => {
      if (where === 'first') await tx.members.put(member(stream, ANN));
      await tx.messages.insert(message({ stream, n: 1, content: `word ${no}`, sentAtMs: at * 60_000 }));
    });
  }
}

async function groupOfSecond(store: Store): Promise<StreamId> {
  const id = await founded(store);
  return id >= IN_SECOND ? groupStream(id) : groupOfSecond(store);
}

const anywhere = { user: ANN, keywords: 'word', at: null, skip: 0, take: 9 };
const MINUTES = [
  ['second', 1],
  ['first', 2],
  ['first', 3],
  ['second', 4],
  ['first', 5],
  ['second', 6],
  ['second', 6],
  ['first', 6],
] as const;
const said = ({ rows }: { readonly rows: readonly MessageRow[] }) =>
  rows.map((row) => [row.msgId >= IN_SECOND ? 'second' : 'first', row.sentAtMs / 60_000] as const);

it('SEARCH-1, SEARCH-4: over both the newest comes first, page by page, and none is left out', async () => {
  const store = await open();
  await talked(store, MINUTES);
  const on = { store, clock };
  const order = [
    ['second', 6],
    ['second', 6],
    ['first', 6],
    ['first', 5],
    ['second', 4],
    ['first', 3],
    ['first', 2],
    ['second', 1],
  ];
  expect(said(await findMessages(on, anywhere))).toEqual(order);
  const pages = [];
  for (const skip of [0, 3, 6]) pages.push(await findMessages(on, { ...anywhere, skip, take: 3 }));
  expect(pages.flatMap(said)).toEqual(order);
  expect(pages.map(({ more }) => more)).toEqual([true, true, false]);
});

it('SEARCH-10: a search of both that reached its limit continues in each where it stopped', async () => {
  const store = await open();
  await talked(store, MINUTES);
  const whole = await findMessages({ store, clock }, anywhere);
  const found: MessageRow[] = [];
  let before: MsgId | undefined;
  let parts = 0;
  do {
    // Time is up after the first look at each of them.
    let ms = 0;
    const dear = { ...clock, elapsedMs: () => (ms += limits.requestMs / 8) };
    const { rows, next } = await findMessages({ store, clock: dear }, { ...anywhere, before });
    found.push(...rows);
    before = next ?? undefined;
    parts += 1;
  } while (before !== undefined && parts < 99);
  expect(found).toEqual(whole.rows);
  expect(parts).toBeGreaterThan(1);
});

it('SEARCH-14: days are found in each database by its own numbers', async () => {
  const store = await open();
  const days = MINUTES.map(([where, at]) => [where, at * 60] as const);
  await talked(store, days);
  const filter = { sinceMs: 3 * 3_600_000, untilMs: 5 * 3_600_000 };
  expect(said(await findMessages({ store, clock }, { ...anywhere, filter }))).toEqual([
    ['second', 4 * 60],
    ['first', 3 * 60],
  ]);
});
