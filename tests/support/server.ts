import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { root } from './house/repository.ts';

/** The built server as a separate process, with its port and data folder. */
export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything printed so far. */
  output(): string;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number>;
  /** kill -9. */
  kill(): Promise<void>;
}

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine that is busy with other tests is slow, not broken. */
const startLimitMs = 45_000;
const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

let shared: TestServer | null = null;

/**
 * One for all files that a process runs, for tests that neither stop it, set anything there nor depend on who
 * else is there. It starts once, and ends with the process, however that ends.
 */
export async function sharedServer(): Promise<TestServer> {
  const isThere = [...running].some(({ pid }) => pid === shared?.pid);
  if (shared === null || !isThere)
    shared = await startServer({ through: ['setpriv', '--pdeathsig', 'KILL'] });
  return shared;
}

/** Kills servers that a failed test left, except those that others use; for `afterEach`. */
export async function killServers(except: TestServer | null = null): Promise<void> {
  const left = [...running].filter(({ pid }) => pid !== except?.pid && pid !== shared?.pid);
  const ends = left.map(async (child) => {
    if (child.kill('SIGKILL')) await once(child, 'exit');
  });
  await Promise.all(ends);
}

export async function freePort(): Promise<number> {
  const held = await holdPort();
  await held.letGo();
  return held.port;
}

/** Holds a port until it is released, for a number that must be known long before its server starts. */
export async function holdPort(): Promise<{ readonly port: number; letGo(): Promise<void> }> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    letGo: async () => {
      holder.close();
      await once(holder, 'close');
    },
  };
}

const folders = new Set<string>();
process.on('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-'));
  folders.add(folder);
  return folder;
}

export interface ServerOptions {
  readonly port?: number;
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Script below the root; the built server when absent. */
  readonly script?: string;
  readonly args?: readonly string[];
  /**
   * A command that runs the server, for example with fewer permissions. It must become the server process.
   */
  readonly through?: readonly string[];
}

/** Resolves when the server has printed its address. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  // The server asks the system for a free port, so no other process can take it first.
  const expected = options.port ?? 0;
  const dataDir = options.dataDir ?? temporaryFolder();
  const child = play(
    options.script ?? 'dist/server/main.js',
    options.args ?? [],
    { PORT: String(expected), DATA_DIR: dataDir, ...options.env },
    options.through,
  );
  const ended = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 1));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`the server did not say its address: ${output}`)),
      startLimitMs,
    );
    const read = (part: Buffer): void => {
      output += part.toString();
      if (!/https?:\/\/\S+/.test(output) || !output.endsWith('\n')) return;
      clearTimeout(limit);
      resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`the server ended with code ${String(code)}: ${output}`));
    });
  });
  const port = expected === 0 ? Number(/https?:\/\/[^\s/]+:(\d+)/.exec(output)?.[1]) : expected;
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number> => {
    child.kill(signal);
    return ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
}

/** Runs a built script to its end. */
export async function runToEnd(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  through: readonly string[] = [],
): Promise<Run> {
  const child = play(script, args, env, through);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (stderr += part.toString()));
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : 1, stdout, stderr };
}

function play(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  through: readonly string[] = [],
): ChildProcess {
  const base = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  const [command = process.execPath, ...words] = [
    ...through,
    process.execPath,
    resolvePath(root, script),
    ...args,
  ];
  const child = spawn(command, words, {
    cwd: root,
    env: { ...base, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}
