import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { streamId, userId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { findMessages } from '../../src/server/features/search/find.ts';
import { indexWords, takeOverWords } from '../../src/server/features/search/index-words.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { counterIds } from '../support/counter-ids.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { post } from '../support/store-rows.ts';

const A = streamId('1-2');
let postgres: Postgres;
let older: pg.Client;
let store: Store;
beforeAll(async () => {
  postgres = await startPostgres();
  const url = await postgres.place();
  store = await openPostgres({ url, clock: createVirtualClock(), ids: counterIds(), log: silentLog });
  older = new pg.Client({ connectionString: url, application_name: 'parley' });
  await older.connect();
}, 120_000);
afterAll(async () => {
  await older.end();
  await store.close();
  await postgres.stop();
});

const find = async (keywords: string) =>
  (
    await findMessages(
      { store, clock: createVirtualClock() },
      { user: userId(1), keywords, at: { stream: A, aboveN: 0 }, skip: 0, take: 9 },
    )
  ).rows.map(({ content }) => content);
const lying = async () =>
  (await older.query<{ words: string }>('select words from word_blocks')).rows
    .map(({ words }) => words)
    .join('');

it('SEARCH-12: messages that an older node indexes are found, and its erasures hold', async () => {
  for (const content of ['secret one', 'secret two', 'house three'])
    await store.write((tx) => post(tx, A, { content }));
  // The older node indexes the third message.
  await older.query('delete from unworded where n = 3');
  await older.query(`insert into message_tokens (stream, token, n) values ($1, 'ho', 3), ($1, 'ou', 3)`, [A]);
  await takeOverWords({ store });
  await indexWords({ store });
  expect([await find('house'), await find('secret')]).toEqual([
    ['house three'],
    ['secret two', 'secret one'],
  ]);
  await older.query(`update messages set content = '', type = 'event', recalled = true where n = 1`);
  await older.query('delete from messages where n = 2');
  expect(await find('secret')).toEqual([]);
  await indexWords({ store });
  expect(await lying()).toBe('\u0012house three\n');
  // A node of the present takes words out itself.
  await store.write((tx) => tx.messages.clear(A, 3, 9));
  expect([await lying(), (await older.query('select 1 from unworded')).rowCount]).toEqual(['', 0]);
});
