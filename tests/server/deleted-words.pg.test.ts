import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock, systemIds } from '../../src/server/platform/system-adapter.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { rewriteTables } from '../../src/server/storage/engine/postgres-cleaning.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { streamId } from '../../src/domain/ids.ts';
import { startPostgres } from '../support/postgres.ts';
import { post } from '../support/store-rows.ts';

const HERE = streamId('group-1');
const ROWS = 400;
const postgres = await startPostgres();
afterAll(() => postgres.stop());

let [url, store]: [string, Store] = ['', undefined as never];
let database: pg.Client;
const open = () => openPostgres({ url, clock: systemClock, ids: systemIds, log: silentLog });
beforeAll(async () => {
  url = await postgres.place();
  store = await open();
  database = new pg.Client({ connectionString: url });
  await database.connect();
});
afterAll(() => database.end());

const wordOf = (no: number, stays: boolean): string => `${stays ? 'stays' : 'goes'}-${no}-${randomUUID()}`;

/** How many of these words are in the files of the tables, which are written out first. */
async function found(words: readonly string[]): Promise<number> {
  await database.query('checkpoint');
  const { rows } = await database.query<{ path: string }>(
    `select pg_relation_filepath(c.oid) as path from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i')
      union all select pg_relation_filepath(c.reltoastrelid) from pg_class c
      where relnamespace = current_schema()::regnamespace and reltoastrelid <> 0`,
  );
  const messages = await postgres.fileOf(`${schemaOf(url)}.messages`);
  const root = messages.slice(0, messages.indexOf('/base/'));
  const files = rows.flatMap(({ path }) => {
    const [folder, name] = [join(root, dirname(path)), basename(path)];
    return readdirSync(folder).flatMap((one) =>
      one === name || one.startsWith(`${name}.`) ? [join(folder, one)] : [],
    );
  });
  const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
  return words.filter((word) => bytes.includes(word)).length;
}

const schemaOf = (place: string): string => /search_path%3D(\w+)/.exec(place)?.[1] ?? '';

it('DATA-14: the cleaning job vacuums deleted rows, and `clean` rewrites the files without them', async () => {
  const words = Array.from({ length: ROWS }, (_, at) => wordOf(at, at % 3 > 0));
  const goes = words.filter((word) => word.startsWith('goes'));
  await store.write(async (tx) => {
    for (const content of words) await post(tx, HERE, { content });
  });
  expect(await found(words)).toBe(ROWS);
  await database.query(`delete from messages where content like 'goes-%'`);
  expect(await found(goes)).toBe(goes.length);
  const dead = async () => {
    const { rows } = await database.query<{ dead: number }>(
      `select n_dead_tup::int as dead from pg_stat_user_tables
        where schemaname = current_schema() and relname = 'messages'`,
    );
    return rows[0]?.dead;
  };
  await expect.poll(dead, { timeout: 20_000 }).toBe(goes.length);
  await store.cleanStep?.();
  await expect.poll(dead, { timeout: 20_000 }).toBe(0);
  // The rows that stay were moved together over some of them; the others are in no row any more.
  expect(await found(goes)).toBeLessThan(goes.length / 2);
  await expect(rewriteTables(url)).rejects.toThrow('a server uses the database');
  await store.close();
  await rewriteTables(url);
  expect(await found(goes)).toBe(0);
  expect(await found(words)).toBe(ROWS - goes.length);
});
