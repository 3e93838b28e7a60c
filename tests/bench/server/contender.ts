import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { moveData } from '../../../src/server/storage/engine/move.ts';
import { systemIds } from '../../../src/server/platform/system-adapter.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { startPostgres } from '../../support/postgres.ts';
import { startServer } from '../../support/server.ts';
import { storedMessages } from './people.ts';
import { loggedMessages } from './reference.ts';

interface Stored {
  readonly messages: number;
  readonly events: number;
}

/** A server in a separate process, Parley or another one. */
export interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly folder: string;
  /** Processor time in ms of a separate database, since its start. */
  databaseCpu?(): number;
  /** The content of its store, read after its end. */
  stored(): Stored | Promise<Stored>;
  stop(): Promise<void>;
}

/** `node` options reach both servers alike, such as the address of their debugger. */
export const ours = (folder: string, nodeOptions = ''): Promise<Contender> =>
  build('ours', 'dist/server/main.js', folder, nodeOptions);

/** Parley on a separate PostgreSQL, with the content of the folder's file. */
export async function oursOnPostgres(folder: string): Promise<Contender> {
  const postgres = await startPostgres({ keeps: true });
  const url = await postgres.place();
  const start = () =>
    startServer({
      dataDir: folder,
      script: 'dist/server/main.js',
      env: { NODE_ENV: 'production', DATABASE_URL: url },
    });
  // The first one makes the tables.
  await (await start()).stop();
  // The collector closes an unreferenced reader of the file.
  await collectGarbage();
  await moveData(join(folder, 'parley.db'), url, systemIds.hex(8));
  const server = await start();
  let held: Stored = { messages: 0, events: 0 };
  return {
    name: 'ours on PostgreSQL',
    url: server.url,
    pid: server.pid,
    folder,
    databaseCpu: () => cpuOfAll(postgres.pid()),
    stored: () => held,
    stop: async () => {
      await server.stop();
      held = await storedIn(url);
      await postgres.stop();
    },
  };
}

async function storedIn(url: string): Promise<Stored> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ messages: number; events: number }>(
    'select (select count(*) from messages)::int as messages, (select count(*) from events)::int as events',
  );
  await client.end();
  return rows[0] ?? { messages: 0, events: 0 };
}

/** Another build (`BENCH_BESIDE=/other/dist/server/main.js`) in the same rounds, or null. */
export async function beside(folder: () => string | Promise<string>): Promise<Contender | null> {
  const script = process.env['BENCH_BESIDE'];
  return script === undefined ? null : build('beside', script, await folder());
}

async function build(name: string, script: string, folder: string, nodeOptions = ''): Promise<Contender> {
  const server = await startServer({
    dataDir: folder,
    script,
    env: { NODE_ENV: 'production', NODE_OPTIONS: nodeOptions },
  });
  return {
    name,
    url: server.url,
    pid: server.pid,
    folder,
    stored: () => storedMessages(folder),
    stop: async () => void (await server.stop()),
  };
}

export async function reference(folder: string, nodeOptions = ''): Promise<Contender> {
  const script = `import(${JSON.stringify(import.meta.url)}).then((bench) => bench.serveIfAsked())`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: folder,
      BENCH_REFERENCE: '1',
      NODE_ENV: 'production',
      NODE_OPTIONS: nodeOptions,
    },
    stdio: ['ignore', 'pipe', nodeOptions === '' ? 'inherit' : 'ignore'],
  });
  const ended = once(child, 'exit');
  process.on('exit', () => child.kill('SIGKILL'));
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('the reference server ended'))),
  ])) as [Buffer];
  return {
    name: 'bare',
    url: line.toString().trim(),
    pid: child.pid ?? 0,
    folder,
    stored: () => loggedMessages(folder),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const TICK_MS = 10;

/** CPU of a process with all its threads since it began, in ms. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The same of a process and its children, those that have ended among them. */
export function cpuOfAll(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ended = (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  return children.reduce((sum, child) => sum + cpuOfOne(Number(child)), cpuOf(pid) + ended);
}

/** A child that has ended is counted with its parent at the next read. */
function cpuOfOne(pid: number): number {
  try {
    return cpuOf(pid);
  } catch {
    return 0;
  }
}

/**
 * Bytes that a process had written to the disk since it began, also those that went into a file once more.
 */
export const writtenBy = (pid: number): number =>
  Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);

/** Memory that a process holds, in bytes. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
}

/** Processes that want a core at this moment, over the last minute. */
export const load = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '';

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
