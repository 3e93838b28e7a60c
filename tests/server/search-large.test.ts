import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { groupStream, groupId, streamId, userId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { findMessages } from '../../src/server/features/search/find.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { counterIds } from '../support/counter-ids.ts';
import { member, post } from '../support/store-rows.ts';

/**
 * 50,000 messages in 100 conversations; the searcher is in ten of them. How the engine finds them:
 * `contract/store-plans.test.ts`.
 */
const MESSAGES = 50_000;
const CHARACTERS = '今明后天上下午早晚我你他们的了是在有不这和人大中到说会开周一二三四五六好吃饭看书';
const ME = userId(1);
const stream = (i: number) =>
  i % 10 === 0 ? groupStream(groupId(i + 1)) : streamId(`${500 + i}-${700 + i}`);
let store: Store;

const line = (i: number): string =>
  Array.from(
    { length: 8 },
    (_, k) => CHARACTERS[(i * 31 + k * (7 + (i % 13)) + ((i * k) >> 3)) % CHARACTERS.length],
  ).join('');

beforeAll(async () => {
  store = await openStore({
    path: ':memory:',
    clock: createVirtualClock(),
    ids: counterIds(),
    log: silentLog,
  });
  for (let from = 0; from < MESSAGES; from += 500) {
    await store.write(async (tx) => {
      for (let i = from; i < from + 500; i += 1)
        await post(tx, stream(i % 100), {
          from: userId(2),
          content: i % 9_999 === 10 ? `${line(i)}晴朗` : line(i),
        });
    });
  }
  await store.write(async (tx) => {
    for (let i = 0; i < 100; i += 10) await tx.members.save(member(stream(i), ME));
  });
}, 60_000);
afterAll(() => store.close());

const clock = createVirtualClock();
const find = (keywords: string, take = 20) =>
  findMessages({ store, clock }, { user: ME, keywords, at: null, skip: 0, take });

it('SEARCH-1: words of one and two characters are found among 50,000 messages, only in what may be read', async () => {
  expect((await store.read((tx) => tx.streams.get(stream(0))))?.count).toBe(MESSAGES / 100);
  const rare = await find('晴朗');
  const mine = Array.from({ length: MESSAGES }, (_, i) => i).filter((i) => i % 9_999 === 10 && i % 10 === 0);
  expect(rare.rows).toHaveLength(mine.length);
  expect(rare.rows.every((row) => row.content.endsWith('晴朗') && row.stream.startsWith('group-'))).toBe(
    true,
  );
  const often = await find('明');
  expect(often).toMatchObject({ more: true });
  expect(often.rows).toHaveLength(20);
  const ids = often.rows.map((row) => row.msgId);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  // The same as reading everything would give.
  const all: number[] = [];
  for (let i = 0; i < 100; i += 10) {
    const { rows } = await store.read((tx) =>
      tx.messages.page({ stream: stream(i), fromN: 0, limit: 1_000 }),
    );
    for (const row of rows) if (row.content.includes('下午')) all.push(row.msgId);
  }
  const match = await find('下午', 10_000);
  expect(match.rows.map((row) => row.msgId)).toEqual(all.toSorted((a, b) => b - a));
});
