import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { msgId, streamId, userId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { PostgresExecutor } from '../../src/server/storage/engine/postgres-dialect.ts';
import { readingOver } from '../../src/server/storage/repositories/index.ts';
import { counterIds } from '../support/counter-ids.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';

let postgres: Postgres;
let client: pg.Client;
beforeAll(async () => {
  postgres = await startPostgres();
  const url = await postgres.place();
  await (await openPostgres({ url, clock: createVirtualClock(), ids: counterIds(), log: silentLog })).close();
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into messages (id, stream, n, from_user, type, content, at, sent_at_ms, recalled)
    select 'm' || i, '1-' || (i % 100 + 2), i / 100 + 1, 1, 'text', 'words ' || i, '[]', i, false from generate_series(0, 49999) i`);
  await client.query(`insert into word_blocks (stream, from_n, words)
    select '1-' || (i % 100 + 2), i / 100 * 10 + 1, 
      string_agg('词' || chr(20000 + (i + j * 7) % 500) || case when i / 100 % 10 = 0 then '世界' else '' end
        || E'\\n', '')
    from generate_series(0, 4999) i, generate_series(0, 9) j group by i`);
  await client.query(`insert into members (stream, user_id, role, is_top, is_notice, from_seq, until_seq, from_n, mark, own, mention_mark, hidden_to, muted_until_sec, joined_at_ms)
    select '1-' || (i + 2), 1, 3, false, true, 0, null, 0, 0, 0, 0, 0, 0, 1 from generate_series(0, 99) i`);
  await client.query(
    `insert into streams (stream, head, count, floor, tx, last_at_ms) select '1-' || (i + 2), 500, 500, 500, 1, 1 from generate_series(0, 99) i`,
  );
  await client.query('analyze');
}, 120_000);
afterAll(async () => {
  await client.end();
  await postgres.stop();
});

/** How the engine finds the rows of everything that was run. */
async function plans(
  word: string,
  at: { readonly stream: ReturnType<typeof streamId>; readonly aboveN: number } | null,
): Promise<{ readonly found: number; readonly plan: string }> {
  const ran: { readonly text: string; readonly values: unknown[] }[] = [];
  const watched = {
    query: (query: { readonly text: string; readonly values: unknown[] }) => (
      ran.push(query),
      client.query(query)
    ),
  } as unknown as pg.Client;
  const { messages } = readingOver(new PostgresExecutor(watched), createVirtualClock());
  const before = msgId(Number.MAX_SAFE_INTEGER);
  const place = at
    ? await messages.place(at.stream, at.aboveN, before)
    : (await messages.places({ user: userId(1), open: [], words: word, before, after: '', limit: 100 }))[0];
  const { rows } = await messages.search({
    place: place ?? expect.fail('no place'),
    words: word,
    types: [],
    limit: 30,
  });
  const lines: string[] = [];
  for (const { text, values } of ran) {
    const answer = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    lines.push(...answer.rows.map((row) => row['QUERY PLAN']));
  }
  return { found: rows.length, plan: lines.join('\n') };
}

it.each([
  ['世界', null],
  ['世', null],
  ['世界', { stream: streamId('1-2'), aboveN: 0 }],
  ['世', { stream: streamId('1-2'), aboveN: 0 }],
] as const)(
  'SEARCH-1: on the second engine "%s" is found by index among 50,000 messages (%j)',
  async (word, at) => {
    const { found, plan } = await plans(word, at);
    expect(found).toBeGreaterThan(0);
    expect(plan).toMatch(/word_blocks_key/);
    expect(
      plan.split('\n').filter((line) => /Seq Scan on (?:messages|word_blocks)/.test(line)),
      plan,
    ).toEqual([]);
  },
);
