import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './server.ts';

/** A real PostgreSQL of the tests: its own folder, its own port, gone afterwards. */
export interface Postgres {
  /** Of a fresh, empty place in it: a schema that nobody else uses. */
  place(): Promise<string>;
  readonly url: string;
  stop(): Promise<void>;
}

const USER = 'postgres';
const DEBIAN = '/usr/lib/postgresql';

/** Newest installed; there is no other way than a clear word when there is none. */
function programs(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(DEBIAN, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error('These tests need PostgreSQL. Type as root: apt-get install -y --no-install-recommends postgresql');
  return found;
}

const idOf = (flag: string): number => Number(spawnSync('id', [flag, USER], { encoding: 'utf8' }).stdout);

/** As root everything runs as the package's user: the server refuses root. */
function identity(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** @throws when it cannot start: tests fail, they do not skip. */
export async function startPostgres(): Promise<Postgres> {
  const bin = programs();
  const who = identity();
  const folder = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid ?? who.uid);
  const data = join(folder, 'data');
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' };
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'], { ...who, env, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb: ${made.stdout}${made.stderr}`);
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200', 'deadlock_timeout=50ms', 'autovacuum=off'];
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])], { ...who, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${String(code)}: ${said}`)));
    child.stderr.on('data', (part: Buffer) => {
      said = (said + part.toString()).slice(-10_000);
      if (said.includes('ready to accept connections')) resolve();
    });
  });
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  const control = new pg.Client({ connectionString: url });
  await control.connect();
  let places = 0;
  return {
    url,
    async place() {
      const name = `place_${(places += 1)}`;
      await control.query(`create schema ${name}`);
      return `${url}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
    },
    async stop() {
      await control.end();
      // At once, without writing anything down: the folder goes anyway.
      child.kill('SIGQUIT');
      await gone;
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
