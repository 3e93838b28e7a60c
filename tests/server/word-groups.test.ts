import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { msgId, streamId, userId } from '../../src/domain/ids.ts';
import { searchLimits as limits } from '../../src/domain/limits.ts';
import { containsWords } from '../../src/domain/search-words.ts';
import { GROUP_BLOCKS, blocksIn, gramsOf, groupBits } from '../../src/domain/word-grams.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { MessageRow, Store } from '../../src/ports/store.ts';
import { findMessages } from '../../src/server/features/search/find.ts';
import { groupAll, indexWords } from '../../src/server/features/search/index-words.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { counterIds } from '../support/counter-ids.ts';
import { member, post } from '../support/store-rows.ts';

const [ME, YOU] = [userId(1), userId(2)];
const A = streamId('1-2');

let store: Store;
let connection: SqliteConnection;
/** Blocks that were read since it was emptied. */
let read: number;
beforeEach(async () => {
  connection = new SqliteConnection(':memory:', { readOnly: false });
  const run = connection.execute.bind(connection);
  connection.execute = (sql, values) => {
    const rows = run(sql, values);
    if (sql.startsWith('select "from_n", "words" from "word_blocks"')) read += rows.length;
    return rows;
  };
  const ports = { clock: createVirtualClock(), ids: counterIds(), log: silentLog };
  store = await openStore({ ...ports, path: ':memory:', connection });
  await store.write((tx) => tx.members.save(member(A, ME)));
});
afterEach(async () => {
  await store.close();
  connection.close();
});

const say = async (texts: readonly string[]): Promise<readonly number[]> => {
  const numbers: number[] = [];
  for (const content of texts)
    numbers.push((await store.write((tx) => post(tx, A, { from: YOU, content }))).msgId);
  await indexWords({ store });
  return numbers;
};
const find = async (keywords: string): Promise<readonly MessageRow[]> => {
  read = 0;
  const request = { user: ME, keywords, at: null, skip: 0, take: 1_000 };
  return (await findMessages({ store, clock: createVirtualClock() }, request)).rows;
};
const rowsOf = (table: string): number =>
  (connection.execute(`select count(*) as many from ${table}`)[0] as { readonly many: number }).many;

/** Numbers from 0 to 1 that are the same in each run. */
function numbers(seed: number): () => number {
  let at = seed;
  return () => (at = (at * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}
const sentence = (random: () => number, length: number): string => {
  let text = '';
  while (text.length < length)
    text +=
      random() < 0.1
        ? String.fromCharCode(0x4e00 + Math.floor(random() * 400))
        : `${Math.floor(random() ** 2 * 5_000).toString(36)} `;
  return text;
};

/** The length of a text that fills half of a block. */
const LONG = 1_800;
const texts = (blocks: number, seed = 1): string[] => {
  const random = numbers(seed);
  return Array.from({ length: blocks * 2 }, () => sentence(random, LONG));
};

it('SEARCH-13: a word that only the oldest message has is found without reading all blocks', async () => {
  const all = texts(2 * GROUP_BLOCKS + limits.blocksGrowing + 2);
  all[0] = `quxqvkz ${all[0]}`;
  await say(all);
  expect(rowsOf('word_groups')).toBe(2);
  expect((await find('qxqvk')).length).toBe(0);
  expect(read).toBeLessThan(GROUP_BLOCKS / 2);
  expect((await find('UXQVK')).map(({ n }) => n)).toEqual([1]);
  expect(read).toBeLessThan(GROUP_BLOCKS / 2);
});

it('SEARCH-13, SEARCH-2: removing words from a group drops it, and it is built again', async () => {
  const all = texts(2 * GROUP_BLOCKS + limits.blocksGrowing + 2, 2);
  all[3] = `onceonly ${all[3]}`;
  const ids = await say(all);
  const parts = rowsOf('word_bits');
  await store.write((tx) => tx.messages.delete(msgId(ids[3] ?? 0)));
  expect([rowsOf('word_groups'), rowsOf('word_bits')]).toEqual([1, parts / 2]);
  expect(await find('onceonly')).toEqual([]);
  expect(await groupAll({ store }, '')).toBeNull();
  expect([rowsOf('word_groups'), rowsOf('word_bits')]).toEqual([2, parts]);
  expect(await find('onceonly')).toEqual([]);
  expect(read).toBeLessThan(GROUP_BLOCKS / 2);
});

it('SEARCH-13: after any messages, deletions and clearings the groups hide nothing', async () => {
  const random = numbers(3);
  const storage = new Map<number, string>();
  let grouped = 0;
  for (let round = 0; round < 6; round += 1) {
    const more = texts(20 + Math.floor(random() * 30), 10 + round);
    for (const [at, id] of (await say(more)).entries()) storage.set(id, more[at] ?? '');
    for (const id of [...storage.keys()].filter(() => random() < 0.03)) {
      await store.write((tx) => tx.messages.delete(msgId(id)));
      storage.delete(id);
    }
    if (round === 3) {
      const ordinals = [...storage.keys()];
      const upTo = ordinals[Math.floor(ordinals.length / 3)] ?? 0;
      await store.write((tx) => tx.messages.clear(A, upTo, 1_000));
      for (const id of ordinals) if (id <= upTo) storage.delete(id);
    }
    if (round % 2 === 0) await groupAll({ store }, '');
    grouped += rowsOf('word_groups');
    for (const [, text] of [...storage].filter(() => random() < 0.05)) {
      const from = Math.floor(random() * (LONG - 20));
      const words = text.slice(from, from + 1 + Math.floor(random() * 8)).trim();
      if (words === '') continue;
      const expected = [...storage].filter(([, one]) => containsWords(one.trim(), words)).map(([id]) => id);
      expect((await find(words)).map((row) => row.msgId).toSorted((a, b) => a - b)).toEqual(expected);
    }
  }
  expect(grouped).toBeGreaterThan(4);
});

it('SEARCH-13: runs of characters say where words may be, in every script', () => {
  const blocks = ['nothing\n', 'a quokka\n', '明天见面\n', '😀😁\n'];
  const bits = groupBits(blocks);
  const likely = (words: string) =>
    blocksIn(
      gramsOf(words, 6).map((gram) =>
        Buffer.from(bits.subarray(gram * 4, gram * 4 + 4))
          .toString('hex')
          .toUpperCase(),
      ),
    ).filter((block) => block < blocks.length);
  expect(likely('quokka')).toEqual([1]);
  expect(likely('天见')).toEqual([2]);
  expect(likely('😀😁')).toEqual([3]);
  expect(gramsOf('ab', 6)).toEqual([]);
  expect(gramsOf('见', 6)).toEqual([]);
});

it.each([
  ['parley', [99, 5_779, 2_990, 7_971]],
  ['消息中心', [4_920, 4_287, 2_307]],
  ['news 文b', [2_535, 6_917, 879, 289, 5_020, 6_500]],
])('SEARCH-13: runs of %s have the numbers that older databases stored', (words, numbers) => {
  expect(gramsOf(words, 20)).toEqual(numbers);
});
