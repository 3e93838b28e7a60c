import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { msgId, streamId, userId } from '../../src/domain/ids.ts';
import { searchLimits as limits } from '../../src/domain/limits.ts';
import { linesOf } from '../../src/domain/word-blocks.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { findMessages } from '../../src/server/features/search/find.ts';
import { indexWords, startIndexing, takeOverWords } from '../../src/server/features/search/index-words.ts';
import { migrate } from '../../src/server/storage/schema/migrate.ts';
import { MIGRATIONS } from '../../src/server/storage/schema/migrations.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection, sqliteBuilder } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { counterIds } from '../support/counter-ids.ts';
import { post } from '../support/store-rows.ts';

const [A, B] = [streamId('1-2'), streamId('1-3')];
const ME = userId(1);
/** Two steps of A, and one message of B. */
const OLD = limits.indexAtOnce + 5;
const clock = createVirtualClock();

let connection: SqliteConnection;
let store: Store;

/** A database from before word blocks, with token rows, opened by the current version. */
beforeEach(async () => {
  connection = new SqliteConnection(':memory:', { readOnly: false });
  const target = {
    engine: 'sqlite' as const,
    builder: sqliteBuilder as unknown as Kysely<unknown>,
    run: (sql: string, parameters: readonly unknown[]) =>
      Promise.resolve(connection.execute(sql, parameters)),
  };
  await migrate(
    target,
    MIGRATIONS.filter(({ version }) => version < 18),
  );
  for (const [stream, count] of [
    [A, OLD],
    [B, 1],
  ] as const) {
    connection.execute('insert into streams values (?, ?, ?, ?, 1, 1, null)', [stream, count, count, count]);
    for (let n = 1; n <= count; n += 1) {
      connection.execute(
        `insert into messages (id, stream, n, from_user, type, content, at, sent_at_ms, recalled)
         values (?, ?, ?, 2, 'text', ?, '[]', 1, 0)`,
        [`${stream} ${n}`, stream, n, `House number ${n}`],
      );
      connection.execute(`insert into message_tokens values (?, 'ho', ?, '[0]')`, [stream, n]);
    }
  }
  store = await openStore({ path: ':memory:', connection, clock, ids: counterIds(), log: silentLog });
});
afterEach(async () => {
  await store.close();
  connection.close();
});

const count = (table: string) =>
  (connection.execute(`select count(*) as total from ${table}`)[0] as { readonly total: number }).total;
const addTokens = (rows: number) =>
  connection.execute(
    `with recursive s(i) as (select 1 union all select i + 1 from s where i < ?)
     insert into message_tokens select 'x', 'ab', i, null from s`,
    [rows],
  );
const find = async (keywords: string, stream = A) =>
  (
    await findMessages(
      { store, clock },
      { user: ME, keywords, at: { stream, aboveN: 0 }, skip: 0, take: 2 * OLD },
    )
  ).rows.map(({ n, content }) => [n, content]);
const downFrom = (n: number) => Array.from({ length: n }, (_, at) => [n - at, `House number ${n - at}`]);
const step = () => store.write((tx) => tx.words.takeOver(limits.indexAtOnce));

it('SEARCH-12: older indexed messages are found from the start, and move in steps', async () => {
  expect([count('word_backlog'), count('word_blocks')]).toEqual([2, 0]);
  expect(await find('house')).toEqual(downFrom(OLD));
  expect(await step()).toBe(true);
  expect(count('word_blocks')).toBeGreaterThan(0);
  expect(await find('house')).toEqual(downFrom(OLD));
  expect(await takeOverWords({ store })).toBe(false);
  expect([count('word_backlog'), count('message_tokens'), count('unworded')]).toEqual([0, 0, 0]);
  expect(await find('house')).toEqual(downFrom(OLD));
  expect(await find('house', B)).toEqual(downFrom(1));
  expect(await find(`number ${OLD}`)).toEqual([[OLD, `House number ${OLD}`]]);
});

it('SEARCH-12: very many rows of an older version move in steps, too', async () => {
  addTokens(limits.tokensDropped);
  const before = count('message_tokens');
  await step();
  expect(count('message_tokens')).toBe(before - limits.tokensDropped);
});

it('SEARCH-12: messages, edits, deletions and clearings during the move end as without it', async () => {
  await step();
  const { rows } = await store.read((tx) => tx.messages.page({ stream: A, fromN: 0, limit: 500 }));
  const numberOf = (n: number) => rows.find((row) => row.n === n)?.msgId ?? msgId(0);
  await store.write(async (tx) => {
    await post(tx, A, { content: 'A new house' });
    for (const n of [20, OLD - 1]) await tx.messages.update(numberOf(n), { content: `Garden ${n}` });
    for (const n of [30, OLD - 2]) await tx.messages.delete(numberOf(n));
    await tx.messages.clear(A, 10, limits.indexAtOnce);
  });
  const same = async () => {
    expect(await find('garden')).toEqual([
      [OLD - 1, `Garden ${OLD - 1}`],
      [20, 'Garden 20'],
    ]);
    const removedIds = [20, 30, OLD - 1, OLD - 2];
    const left = downFrom(OLD).filter(([n]) => Number(n) > 10 && !removedIds.includes(Number(n)));
    expect(await find('house')).toEqual([[OLD + 1, 'A new house'], ...left]);
  };
  await same();
  await indexWords({ store });
  await same();
  await takeOverWords({ store });
  await same();
  const blocks = connection.execute(
    'select stream, from_n, words from word_blocks order by stream, from_n',
  ) as {
    stream: string;
    from_n: number;
    words: string;
  }[];
  const held = blocks
    .filter(({ stream }) => stream === A)
    .flatMap((row) => linesOf({ from: row.from_n, text: row.words }));
  expect(held.map(({ n }) => n)).toEqual(
    Array.from({ length: OLD + 1 }, (_, at) => at + 1).filter((n) => n > 10 && n !== 30 && n !== OLD - 2),
  );
});

it('SEARCH-12: the job checks once and continues each second while rows are left', async () => {
  addTokens(limits.tokensDropped * limits.takeOverSteps);
  const stop = startIndexing({ store, clock, log: silentLog });
  await clock.advance(limits.indexEveryMs);
  await store.read((tx) => tx.words.waiting('', 1));
  expect(count('message_tokens')).toBe(OLD + 1);
  await clock.advance(limits.takeOverEveryMs);
  await store.read((tx) => tx.words.waiting('', 1));
  expect([count('message_tokens'), count('word_backlog')]).toEqual([0, 0]);
  await stop();
  expect(clock.pending()).toBe(0);
});
