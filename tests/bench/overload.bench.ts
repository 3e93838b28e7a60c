import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { inMemory } from '../support/memory-folder.ts';
import { befriend, signUp, type HttpUser } from '../support/http-user.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { startServer } from '../support/server.ts';
import { cpuOf, load, memoryOf } from './server/contender.ts';
import { Flood, Outcomes, type Pair } from './server/flood.ts';
import { Hearers } from './server/hearers.ts';
import { Rows } from './server/rows.ts';

const PEOPLE = 20;
const TIMES = 3;
/** The required share of the throughput without the flood, because refusals must not displace work. */
const TAKEN_MUST = 1 / 5;
const SECONDS = Number(process.env['OVERLOAD_SECONDS'] ?? 60);
/** The best of some short rounds: others on the machine make it less, never more. */
const CALM = { connections: 64, warmUpSec: 2, rounds: 4, seconds: 2 } as const;
/** The load afterwards, to see when the server has recovered. */
const AFTER = { rate: 20, seconds: 12, mustSec: 5 } as const;
/** Another connection holds the tables, so everything is refused. This gives the cost of refusals alone. */
const HELD = { rate: 800, settleSec: 2, seconds: 2 } as const;

interface Build {
  readonly name: string;
  /** The script of the server; the newest build by default. */
  readonly script?: string;
}

const at = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`;

async function crowd(url: string): Promise<readonly HttpUser[]> {
  const people: HttpUser[] = [];
  for (let one = 0; one < PEOPLE; one += 1)
    people.push(await signUp(url, `Load ${String.fromCodePoint(97 + (one % 26))}`));
  for (let one = 0; one < PEOPLE; one += 2)
    await befriend(people[one] as HttpUser, people[one + 1] as HttpUser);
  return people;
}

/** The time in ms for which the main thread was ready but had no core, because of other processes. */
const withoutCore = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;

const pairsOf = (people: readonly HttpUser[]): readonly Pair[] =>
  people.map((one, i) => [one, people[i ^ 1] as HttpUser]);

/** IDs of all stored messages, of any author. */
async function listStored(folder: string, url: string | null): Promise<readonly string[]> {
  const all = 'select id from messages';
  if (url !== null) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>(all);
    await client.end();
    return rows.map(({ id }) => id);
  }
  const db = new SqliteConnection(join(folder, 'parley.db'), { readOnly: true });
  const rows = db.execute(all) as readonly { readonly id: string }[];
  db.close();
  return rows.map(({ id }) => id);
}

interface Seen {
  readonly name: string;
  readonly capacity: number;
  readonly rate: number;
  /** µs of CPU for a message that is taken, without overload. */
  readonly messageUs: number;
  readonly flood: Outcomes;
  readonly cpuMs: number;
  readonly stolenMs: number;
  readonly memory: { readonly before: number; readonly most: number; readonly after: number };
  readonly after: Outcomes;
  readonly backAfterSec: number;
  readonly lost: number;
  readonly unheard: number;
  readonly socketsClosed: number;
  readonly refusalUs: number | null;
  readonly load: string;
}

/**
 * The cost of refusals alone. Another connection holds the table, so all writes wait and further ones are
 * refused.
 */
async function refusalAlone(flooding: Flood, pid: number, database: string): Promise<number> {
  const holder = new pg.Client({ connectionString: database });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table messages in access exclusive mode');
  const none = new Outcomes();
  await flooding.atRate(HELD.rate, HELD.settleSec, none);
  const [cpu, refused] = [cpuOf(pid), none.count('refused')];
  await flooding.atRate(HELD.rate, HELD.seconds, none);
  const us = ((cpuOf(pid) - cpu) * 1_000) / (none.count('refused') - refused);
  await holder.query('commit');
  await holder.end();
  await flooding.drained(none);
  return us;
}

/** `offered`: what the first build was offered; others are compared under the same. */
async function overloaded(
  { name, script }: Build,
  postgres: Postgres | null,
  offered: number | null,
): Promise<Seen> {
  // Both engines write to memory, because the speed of the disk is not measured here.
  const folder = mkdtempSync(inMemory('overload'));
  const database = postgres && (await postgres.place());
  const env = { NODE_ENV: 'production', ...(database === null ? {} : { DATABASE_URL: database }) };
  const server = await startServer({ dataDir: folder, env, ...(script === undefined ? {} : { script }) });
  const people = await crowd(server.url);
  const hearers = new Hearers(server.url);
  await hearers.join(people);
  const flooding = new Flood(new URL(server.url), pairsOf(people));
  const calm = new Outcomes();
  await flooding.closed(CALM.connections, CALM.warmUpSec, new Outcomes());
  let cpu = cpuOf(server.pid);
  let [capacity, before] = [0, 0];
  for (let round = 0; round < CALM.rounds; round += 1) {
    await flooding.closed(CALM.connections, CALM.seconds, calm);
    capacity = Math.max(capacity, (calm.count('taken') - before) / CALM.seconds);
    before = calm.count('taken');
  }
  if (calm.count('taken') === 0)
    throw new Error(`nothing is taken: ${calm.example} ${calm.count('cut')} cut off`);
  const messageUs = ((cpuOf(server.pid) - cpu) * 1_000) / calm.count('taken');

  await flooding.connect();
  const flood = new Outcomes();
  const memoryBefore = memoryOf(server.pid);
  let most = memoryBefore;
  cpu = cpuOf(server.pid);
  const stolen = withoutCore(server.pid);
  const rate = offered ?? capacity * TIMES;
  await flooding.atRate(rate, SECONDS, flood, () => (most = Math.max(most, memoryOf(server.pid))));
  const cpuMs = cpuOf(server.pid) - cpu;
  const stolenMs = withoutCore(server.pid) - stolen;
  const text = load();
  const after = new Outcomes();
  const ended = performance.now();
  await flooding.atRate(AFTER.rate, AFTER.seconds, after);
  await flooding.drained(flood);
  await flooding.drained(after);
  const refusalUs =
    database === null || script !== undefined ? null : await refusalAlone(flooding, server.pid, database);
  const memory = { before: memoryBefore, most, after: memoryOf(server.pid) };
  flooding.close();
  const acknowledged = new Set([...calm.ids, ...flood.ids, ...after.ids]);
  const [unheard, socketsClosed] = [hearers.missing(acknowledged), hearers.closed];
  hearers.leave();
  await server.stop();
  const there = await listStored(folder, database);
  const stored = new Set(there);
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length + (there.length - stored.size);
  rmSync(folder, { recursive: true, force: true });
  return {
    name,
    capacity,
    rate,
    messageUs,
    flood,
    cpuMs,
    memory,
    after,
    backAfterSec: Math.max(0, after.lastBadMs - ended) / 1_000,
    lost,
    unheard,
    socketsClosed,
    refusalUs,
    stolenMs,
    load: text,
  };
}

function report(rows: Rows, engine: string, seen: Seen): void {
  const { name, flood, memory } = seen;
  const all = Object.values(flood.ms).reduce((sum, list) => sum + list.length, 0);
  const [taken, refused] = [flood.count('taken'), flood.count('refused')];
  const of = (list: readonly number[]) => `p50 ${seconds(at(list, 0.5))}, p99 ${seconds(at(list, 0.99))}`;
  console.log(
    `  ${engine}, ${name}: ${Math.round(seen.capacity)} messages a second can be done, ${Math.round(seen.rate)} are offered for ${SECONDS} s; load ${seen.load}`,
  );
  rows.note(
    `${all} offered: ${taken} taken, ${refused} refused with a wait, ${flood.count('gaveUp')} without an answer in 10 s, ${flood.count('other')} otherwise ${flood.example}, ${flood.count('cut')} cut off; ${flood.queued} waited for a connection of the asker, which was late by ${seconds(flood.lateMs)} at most`,
  );
  rows.note(
    `taken: ${of(flood.ms.taken)}, ${Math.round(taken / SECONDS)} a second; refused: ${of(flood.ms.refused)}, told to wait ${at(flood.retryAfter, 0)} to ${at(flood.retryAfter, 1)} ms`,
  );
  const each =
    refused === 0
      ? ''
      : `; a refusal about ${Math.round((seen.cpuMs * 1_000 - taken * seen.messageUs) / refused)} µs`;
  rows.note(
    `the server had ${seconds(seen.cpuMs)} of the processor and waited ${seconds(seen.stolenMs)} for one that others had`,
  );
  rows.note(
    `CPU: a message ${Math.round(seen.messageUs)} µs before${each}${seen.refusalUs === null ? '' : `, measured alone ${Math.round(seen.refusalUs)} µs`}`,
  );
  rows.note(
    `memory ${megabytes(memory.before)} before, ${megabytes(memory.most)} at most, ${megabytes(memory.after)} after; as before ${seen.backAfterSec.toFixed(1)} s after the end`,
  );
  rows.note(
    `acknowledged and not kept, or kept twice: ${seen.lost}; acknowledged and not heard by both sides: ${seen.unheard}; sockets closed: ${seen.socketsClosed}`,
  );
}

/**
 * Sends three times the maximum load (LIMIT-10). `OVERLOAD_BESIDE=/other/dist/server/main.js` adds another
 * build; `OVERLOAD_ENGINES=embedded` or `postgres` and `OVERLOAD_SECONDS=20` shorten it.
 */
export async function run(): Promise<readonly string[]> {
  const rows = new Rows();
  const beside = process.env['OVERLOAD_BESIDE'];
  const builds: readonly Build[] = [
    { name: 'ours' },
    ...(beside === undefined ? [] : [{ name: 'beside', script: beside }]),
  ];
  for (const engine of (process.env['OVERLOAD_ENGINES'] ?? 'embedded,postgres').split(',')) {
    const postgres = engine === 'postgres' ? await startPostgres({ keeps: true }) : null;
    let offered: number | null = null;
    for (const build of builds) {
      const view = await overloaded(build, postgres, offered);
      offered ??= view.rate;
      report(rows, engine, view);
      if (view.lost > 0)
        rows.over.push(`${engine}, ${view.name}: ${view.lost} acknowledged messages are lost`);
      if (build.script !== undefined) continue;
      const part = view.flood.count('taken') / SECONDS / view.capacity;
      if (part < TAKEN_MUST)
        rows.over.push(
          `${engine}: ${Math.round(part * 100)} % of what can be done was taken (must ${Math.round(TAKEN_MUST * 100)})`,
        );
      if (view.flood.count('refused') === 0) rows.over.push(`${engine}: nothing was refused`);
      if (view.backAfterSec > AFTER.mustSec)
        rows.over.push(`${engine}: not as before ${AFTER.mustSec} s after the end`);
    }
    await postgres?.stop();
  }
  return rows.over;
}
