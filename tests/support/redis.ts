import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './server.ts';

/** A real Redis of the tests: its own folder, its own port, gone afterwards. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  pid(): number;
  /** Kills the process, like a failure of its machine. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws when it cannot start: tests fail, they do not skip. */
export async function startRedis(options: readonly string[] = []): Promise<RedisServer> {
  if (spawnSync('redis-server', ['--version']).status !== 0)
    throw new Error(
      'These tests need Redis. Type as root: apt-get install -y --no-install-recommends redis-server',
    );
  const folder = mkdtempSync(join(tmpdir(), 'parley-redis-'));
  const port = await freePort();
  let child: ChildProcess | null = null;
  const end = () => child?.kill('SIGKILL');
  process.on('exit', end);
  const start = async (): Promise<void> => {
    const made = spawn(
      'redis-server',
      [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        folder,
        ...options,
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    child = made;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      made.once('exit', (code) => reject(new Error(`Redis ended with ${String(code)}: ${output}`)));
      made.stdout.on('data', (part: Buffer) => {
        output = (output + part.toString()).slice(-10_000);
        if (output.includes('Ready to accept connections')) resolve();
      });
    });
  };
  const kill = async (): Promise<void> => {
    const was = child;
    child = null;
    if (was === null || was.exitCode !== null) return;
    const exit = once(was, 'exit');
    was.kill('SIGKILL');
    await exit;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: () => child?.pid ?? 0,
    start,
    kill,
    async stop() {
      await kill();
      process.off('exit', end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
