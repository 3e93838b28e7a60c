import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { startServer } from '../../support/server.ts';
import { storedMessages } from './people.ts';
import { loggedMessages } from './reference.ts';

/** A server in a process of its own, ours or another one. */
export interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly folder: string;
  /** What its store holds, asked when it has ended. */
  stored(): { readonly messages: number; readonly events: number };
  stop(): Promise<void>;
}

/** `node` options reach both servers alike, such as the address of their debugger. */
export const ours = (folder: string, nodeOptions = ''): Promise<Contender> =>
  build('ours', 'dist/server/main.js', folder, nodeOptions);

/** Another build, `BENCH_BESIDE=/other/dist/server/main.js`, measured in the same rounds; null: none. */
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

/** A child that has ended meanwhile is counted with its parent at the next look. */
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
