import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { streamId } from '../../src/domain/ids.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { schemaLimits } from '../../src/server/kernel/store-limits.ts';
import { systemClock, systemIds } from '../../src/server/platform/system-adapter.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import type { Migration } from '../../src/server/storage/schema/change-kinds.ts';
import { MIGRATIONS } from '../../src/server/storage/schema/migrations.ts';
import { NEXT } from '../support/next-schema.ts';
import { startPostgres } from '../support/postgres.ts';
import { post } from '../support/store-rows.ts';
import { load, median } from './server/contender.ts';

/** The longest time for which a change may block writes (START-15). */
const MUST_MS = 200;
const MESSAGES = Number(process.env['SCHEMA_MILLIONS'] ?? 1) * 1_000_000;
/** The time for which each change is observed, or until it is complete. */
const SECONDS = Number(process.env['SCHEMA_SECONDS'] ?? 30);
const ENGINES = (process.env['SCHEMA_ENGINES'] ?? 'embedded,PostgreSQL').split(',');
/** One that is not complete goes before the next: to look at an index alone, name it. */
const KINDS = (process.env['SCHEMA_KINDS'] ?? 'instant,filling,index').split(',');
const EVERY_MS = 10;
const PART = 250_000;

const A = streamId('1-2');
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Site {
  open(migrations: readonly Migration[]): Promise<Store>;
  run(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Messages of 60 characters with times in no order, in conversations of a thousand. */
const bulk = (from: number, to: number): string => `
  with recursive s(i) as (select ${from + 1} union all select i + 1 from s where i < ${to})
  insert into messages (id, stream, n, from_user, type, content, "at", pid, sent_at_ms, recalled)
  select 'bulk' || (100000000 + i), 'bulk-' || (100000 + i / 1000), 1 + i % 1000, 1, 'text',
    'words of a message that somebody said, sixty characters long', '[]', i, (i * 97) % 1000003, false
  from s`;

async function embedded(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-schema-bench-'));
  const path = join(folder, 'parley.db');
  const db = () => new SqliteConnection(path, { readOnly: false });
  return Promise.resolve({
    open: (migrations) => openStore({ path, clock: systemClock, ids: systemIds, log: silentLog, migrations }),
    run: (sql) => {
      const connection = db();
      connection.execute('pragma synchronous = off');
      connection.execute(sql);
      connection.close();
      return Promise.resolve();
    },
    close: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  });
}

async function postgresql(): Promise<Site> {
  const server = await startPostgres({ keeps: true });
  const url = await server.place();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    open: (migrations) =>
      openPostgres({ url, clock: systemClock, ids: systemIds, log: silentLog, migrations }),
    run: (sql) => client.query(sql),
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

interface Waits {
  readonly longest: number;
  readonly middle: number;
}

/** Writes every 10 ms, before or after the previous answer. Returns the wait of each in ms. */
function writer(store: () => Store) {
  const waits: number[] = [];
  const running = new Set<Promise<void>>();
  const one = async () => {
    const began = performance.now();
    await store().write((tx) => post(tx, A, { content: 'said meanwhile' }));
    waits.push(performance.now() - began);
  };
  const timer = setInterval(() => {
    const done = one().finally(() => void running.delete(done));
    running.add(done);
  }, EVERY_MS);
  return async (): Promise<Waits> => {
    clearInterval(timer);
    await Promise.all(running);
    return { longest: Math.max(...waits), middle: median(waits) };
  };
}

async function fill(store: Store): Promise<boolean> {
  if (!store.fillStep) return true;
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    const began = performance.now();
    const left = await store.fillStep();
    const tookMs = performance.now() - began;
    if (left === 'nothing') return true;
    await wait(left === 'more' ? Math.max(schemaLimits.fillPauseMs, tookMs) : schemaLimits.fillLaterMs / 10);
  }
  return false;
}

/** The waits of a writer during the same time without a change. */
async function withoutChange(store: () => Store, ms: number): Promise<Waits> {
  const stop = writer(store);
  await wait(ms);
  return stop();
}

async function changes(
  name: string,
  make: () => Promise<Site>,
  besides: boolean,
): Promise<readonly string[]> {
  const site = await make();
  const over: string[] = [];
  try {
    let [store, migrations] = [await site.open(MIGRATIONS), MIGRATIONS];
    if (!besides) await store.close();
    for (let at = 0; at < MESSAGES; at += PART) await site.run(bulk(at, Math.min(MESSAGES, at + PART)));
    if (!besides) store = await site.open(MIGRATIONS);
    await withoutChange(() => store, 2_000);
    const looked = NEXT.slice(MIGRATIONS.length, MIGRATIONS.length + 3);
    for (const change of looked.filter(({ kind = '' }) => KINDS.includes(kind))) {
      migrations = [...migrations, change];
      // A single node has no other writers while it starts.
      if (!besides) await store.close();
      const stop = besides ? writer(() => store) : null;
      const began = performance.now();
      const next = await site.open(migrations);
      const openMs = performance.now() - began;
      const before = store;
      store = next;
      if (besides) await before.close();
      const done = stop ?? writer(() => store);
      const isWhole = await fill(next);
      if (change.kind === 'instant') await wait(5_000);
      const tookMs = performance.now() - began;
      const during = await done();
      const without = await withoutChange(() => store, tookMs);
      const state = `${isWhole ? '' : 'not '}complete after ${(tookMs / 1_000).toFixed(1)} s`;
      const line = [
        `${name}, ${change.kind}: start ${openMs.toFixed(0)} ms, ${state}`,
        `longest wait ${during.longest.toFixed(0)} ms (${without.longest.toFixed(0)} without)`,
        `median ${during.middle.toFixed(1)} ms (${without.middle.toFixed(1)})`,
      ].join(', ');
      const isOver = during.longest > MUST_MS && during.longest > without.longest;
      console.log(`  ${isOver ? 'OVER  ' : ''}${line}; load ${load()}`);
      if (isOver) over.push(line);
    }
    await store.close();
  } finally {
    await site.close();
  }
  return over;
}

/** The longest wait of a writer while the schema of a large store is changed, by a change of each kind. */
export async function run(): Promise<readonly string[]> {
  console.log(`  ${MESSAGES / 1_000_000} million messages, a message each ${EVERY_MS} ms`);
  return [
    ...(ENGINES.includes('embedded') ? await changes('embedded', embedded, false) : []),
    ...(ENGINES.includes('PostgreSQL') ? await changes('PostgreSQL', postgresql, true) : []),
  ];
}
