import { DatabaseSync } from '@photostructure/sqlite';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import type { Log } from '../../src/ports/log.ts';
import { executeKeeping } from '../../src/server/admin/keep.ts';
import { schemaLimits } from '../../src/server/kernel/store-limits.ts';
import { StoreBusyError } from '../../src/server/kernel/store-errors.ts';
import { cleanOnce, zeroFreeOf } from '../../src/server/storage/engine/clean-file.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { putMigratedFile } from '../support/migrated-file.ts';
import { countingIds } from '../support/world.ts';
import { temporaryFolder } from '../support/server.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const wordsIn = (path: string): number => new Set(readFileSync(path, 'latin1').match(/qgone\d+q/g)).size;

/** A file as an older version wrote it, with deleted text in unused space. */
async function olderFile(): Promise<string> {
  const path = join(temporaryFolder(), 'data', 'parley.db');
  mkdirSync(dirname(path), { recursive: true });
  await putMigratedFile(path);
  const db = new DatabaseSync(path);
  db.exec(`delete from meta where key = 'cleaned'; create table said (id integer primary key, words text)`);
  const insert = db.prepare('insert into said values (?, ?)');
  for (let n = 0; n < 500; n += 1) insert.run(n, `qgone${n}q ${'x'.repeat(n % 300)}`);
  db.exec('pragma wal_checkpoint(truncate)');
  db.exec('delete from said; pragma wal_checkpoint(truncate)');
  db.close();
  return path;
}

const lines: string[] = [];
const log: Log = { write: (level, what) => void lines.push(`${level} ${what}`) };
const ports = () => ({ clock: createVirtualClock(), ids: countingIds(), log });

it('DATA-13: the first start of this version cleans an older file of deleted words, once', async () => {
  lines.length = 0;
  const path = await olderFile();
  expect(wordsIn(path)).toBeGreaterThan(100);
  for (let start = 0; start < 2; start += 1) await (await openStore({ ...ports(), path })).close();
  expect(wordsIn(path)).toBe(0);
  expect(lines).toEqual([
    'info the database file is rewritten once, without deleted words',
    'info the database file holds no deleted words any more',
  ]);
});

it('DATA-13: a file that is too large stays as it is, and a line names the command', async () => {
  lines.length = 0;
  const path = await olderFile();
  const db = new SqliteConnection(path, { readOnly: false });
  const large = new Proxy(db, {
    get: (at, name) =>
      name === 'execute'
        ? (sql: string, values?: readonly unknown[]) =>
            sql === 'pragma page_count'
              ? [{ page_count: schemaLimits.cleanBytesMax }]
              : at.execute(sql, values)
        : (Reflect.get(at, name) as unknown),
  });
  cleanOnce(large, { ...ports(), path });
  db.close();
  expect(lines).toEqual([
    'warn deleted words of before are still in the database file: stop the server and clean it',
  ]);
  expect(wordsIn(path)).toBeGreaterThan(100);
  // A new file, because this process may keep the other one open until garbage is collected.
  const stopped = `${path}.stopped`;
  copyFileSync(path, stopped);
  executeKeeping({ path: stopped, epoch: 'x', nowMs: 0 }, ['clean']);
  expect(wordsIn(stopped)).toBe(0);
});

it('DATA-12: nothing is zeroed in a file whose pages it cannot tell apart', async () => {
  const path = join(temporaryFolder(), 'mapped.db');
  const db = new DatabaseSync(path);
  db.exec('pragma auto_vacuum = incremental; create table said (id integer primary key, words text)');
  const insert = db.prepare('insert into said values (?, ?)');
  for (let n = 0; n < 500; n += 1) insert.run(n, 'x'.repeat(n * 20));
  db.exec('delete from said where id % 3 = 0');
  db.close();
  const before = readFileSync(path);
  zeroFreeOf(path, new SqliteConnection(path, { readOnly: false }));
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('DATA-13: the command refuses a file that another process uses', async () => {
  const path = await olderFile();
  const store = await openStore({ ...ports(), path });
  ends.push(() => store.close());
  expect(() => executeKeeping({ path, epoch: 'x', nowMs: 0 }, ['clean'])).toThrow(StoreBusyError);
});

/** The same numbers each time. */
function* chance(seed: number): Generator<number, never> {
  for (let at = seed; ; at = (at * 48_271) % 2_147_483_647) yield at;
}

it('DATA-11: cleaning while rows of all lengths come, change and go leaves each row as it is', async () => {
  const path = join(temporaryFolder(), 'parley.db');
  const store = await openStore({ ...ports(), path });
  ends.push(() => store.close());
  const db = new SqliteConnection(path, { readOnly: false });
  ends.push(() => db.close());
  db.execute('create table said (id integer primary key, words text)');
  db.execute('create index said_words on said (words)');
  const storage = new Map<number, string>();
  const next = chance(7);
  const number = (most: number): number => next.next().value % most;
  for (let round = 0; round < 40; round += 1) {
    db.execute('begin immediate');
    for (let step = 0; step < 60; step += 1) {
      const id = number(400);
      const words = `qrow${id}q ${'y'.repeat(number(3) === 0 ? number(9_000) : number(200))}`;
      if (number(3) === 0) {
        db.execute('delete from said where id = ?', [id]);
        storage.delete(id);
        continue;
      }
      db.execute('insert into said values (?, ?) on conflict (id) do update set words = excluded.words', [
        id,
        words,
      ]);
      storage.set(id, words);
    }
    db.execute('commit');
    await store.cleanStep?.();
    expect(db.execute('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  }
  const rows = db.execute('select id, words from said order by id') as readonly {
    id: number;
    words: string;
  }[];
  expect(rows.map(({ id, words }) => [id, words])).toEqual([...storage].toSorted(([a], [b]) => a - b));
  await store.cleanStep?.();
  const matches = new Set(readFileSync(path, 'latin1').match(/qrow\d+q/g));
  expect([...matches].filter((word) => !storage.has(Number(word.slice(4, -1))))).toEqual([]);
});
