import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock, systemIds } from '../../src/server/platform/system-adapter.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { rewriteTables } from '../../src/server/storage/engine/postgres-cleaning.ts';
import { nodeName } from '../../src/server/storage/schema/tables-blocks.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { streamId } from '../../src/domain/ids.ts';
import { sweepReleased } from '../../src/server/features/uploads/sweep.ts';
import { startPostgres } from '../support/postgres.ts';
import { post } from '../support/store-rows.ts';
import { testStore } from '../support/test-store.ts';
import { localUploads, sendFile, textFile } from '../support/uploads.ts';
import { startWorld } from '../support/world.ts';

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
async function countMatches(words: readonly string[]): Promise<number> {
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
  expect(await countMatches(words)).toBe(ROWS);
  await database.query(`delete from messages where content like 'goes-%'`);
  expect(await countMatches(goes)).toBe(goes.length);
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
  expect(await countMatches(goes)).toBeLessThan(goes.length / 2);
  await expect(rewriteTables(url)).rejects.toThrow('a server uses the database');
  await store.close();
  // A connection of the server that ends a moment after it stopped.
  const late = new pg.Client({ connectionString: url, application_name: nodeName(1) });
  await late.connect();
  const rewritten = rewriteTables(url);
  await late.query('select pg_sleep(0.5)');
  await late.end();
  await rewritten;
  expect(await countMatches(goes)).toBe(0);
  expect(await countMatches(words)).toBe(ROWS - goes.length);
});

it('FILE-5, GROUP-5: no row and no file holds what a recall and a dissolved group deleted', async () => {
  const place = await postgres.place();
  testStore.open = (ports) => openPostgres({ ...ports, url: place });
  const uploads = await localUploads();
  const world = await startWorld({ uploads });
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  /** The words that are in a row of any table. */
  const inRows = async (words: readonly string[]) => {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
    );
    let all = '';
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ line: string }>(`select one::text as line from "${name}" one`);
      all += rows.map(({ line }) => line).join('\n');
    }
    return words.filter((word) => all.includes(word));
  };
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const group = await world.group(anna, [bela], 'qname');
  await world.ok(anna, 'group/setNotice', { id: group, notice: 'qnews' });
  await world.say(anna, group, 'qtext');
  const recalled = await sendFile(world, anna, bela.id, textFile('qrecalled.txt', 'bytes of one'));
  const cleared = await sendFile(world, anna, group, textFile('qcleared.txt', 'bytes of two'));
  const words = ['qname', 'qnews', 'qtext', 'qrecalled', 'qcleared'];
  expect(await inRows(words)).toEqual(words);
  await world.ok(anna, 'im/undoMessage', { id: recalled.id });
  await world.ok(anna, 'group/removeGroup', { id: group });
  // The names of files stay in their own rows until the bytes are gone.
  expect(await inRows(words)).toEqual(['qrecalled', 'qcleared']);
  await sweepReleased(world.server.core);
  expect(await inRows(words)).toEqual([]);
  for (const { content } of [recalled, cleared])
    expect(
      await uploads.files.open(new URL(content, 'http://x').pathname.split('/').at(-1) ?? ''),
    ).toBeNull();
  await client.end();
  await world.close();
});
