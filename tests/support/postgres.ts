import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inMemory } from './memory-folder.ts';
import { freePort } from './server.ts';

/** A real PostgreSQL of the tests: its own folder, its own port, gone afterwards. */
export interface Postgres {
  /** Creates an empty schema for this test and returns its address. */
  place(): Promise<string>;
  /**
   * A place with a schema perhaps already made, without a row in it, until it is given back: making one takes
   * longer than a test.
   */
  lend(): Promise<{ readonly url: string; readonly back: () => Promise<void> }>;
  readonly url: string;
  /** The parent of all server processes. */
  pid(): number;
  /**
   * Ends every connection and starts again on the same port with all committed data. `crash` simulates a
   * fault.
   */
  restart(how?: 'politely' | 'crash'): Promise<void>;
  /** Where the bytes of this table are, as `place_1.messages`. */
  fileOf(table: string): Promise<string>;
  /** Makes the beginning of this page of a table unreadable, while the server is stopped. */
  damage(table: string, block: number): Promise<void>;
  /** A streaming copy, asynchronous: it may be behind. */
  standby(): Promise<Standby>;
  stop(): Promise<void>;
}

export interface Standby {
  readonly url: string;
  /** Copies the current state of the other server and receives nothing after that. */
  cutOff(): Promise<void>;
  /** Replaces the other server on its port. Commits since the cut are lost. */
  takeOver(): Promise<void>;
}

const USER = 'postgres';
const PAGE = 8_192;
const DEBIAN = '/usr/lib/postgresql';

/** Finds the newest installed version. Throws a clear error if there is none. */
function programs(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  const match = versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
  if (match === undefined)
    throw new Error(
      'These tests need PostgreSQL. Type as root: apt-get install -y --no-install-recommends postgresql',
    );
  return match;
}

const idOf = (flag: string): number => Number(spawnSync('id', [flag, USER], { encoding: 'utf8' }).stdout);

/** Runs the server as the package's user if the tests run as root, because it refuses root. */
function identity(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/**
 * Empties all tables except the record of the schema and restarts the numbers. Foreign keys are ignored. A
 * table without a page never had a row.
 */
const emptied = (
  place: string,
): string => `set session_replication_role = replica; do $$ declare one text; begin
  for one in select relname from pg_class where relnamespace = '${place}'::regnamespace and relkind = 'r'
    and pg_relation_size(oid) > 0 and relname not in ('meta', 'schema_changes') loop
    execute format('delete from ${place}.%I', one);
  end loop;
  delete from ${place}.meta where key <> 'schema';
  perform setval(oid::regclass, 1, false) from pg_class
    where relnamespace = '${place}'::regnamespace and relkind = 'S';
end $$`;

/**
 * `keeps`: acknowledged commits survive a crash of the server. @throws when it cannot start, because tests
 * fail instead of being skipped.
 */
export async function startPostgres({ keeps = false, promises = 50 } = {}): Promise<Postgres> {
  const bin = programs();
  const who = identity();
  const folder = mkdtempSync(inMemory('postgres'));
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid ?? who.uid);
  let data = join(folder, 'data');
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' };
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...who, env, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stdout}${made.stderr}`);
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    `synchronous_commit=${keeps ? 'on' : 'off'}`,
    'full_page_writes=off',
    'max_connections=200',
    `max_prepared_transactions=${promises}`,
    'deadlock_timeout=50ms',
    'autovacuum=off',
    'shared_buffers=16MB',
  ];
  const running = new Set<{ readonly child: ChildProcess; readonly gone: Promise<void> }>();
  const start = async (on = port) => {
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(on), ...settings.flatMap((one) => ['-c', one])],
      { ...who, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const made = { child, gone: exit };
    running.add(made);
    void exit.then(() => running.delete(made));
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${String(code)}: ${output}`)));
      child.stderr.on('data', (part: Buffer) => {
        output = (output + part.toString()).slice(-10_000);
        if (/ready to accept (?:read-only )?connections/.test(output)) resolve();
      });
    });
    return made;
  };
  let now = await start();
  // Leaves no process and no folder, even if the run ends during a test.
  const kill = () => {
    for (const { child } of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', kill);
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  const ask = async (text: string, of = url): Promise<string> => {
    const client = new pg.Client({ connectionString: of });
    await client.connect();
    try {
      // Several statements have several answers. A caller that wants a value uses one statement.
      const answer = await client.query<{ value?: string | boolean }>(text);
      return Array.isArray(answer) ? '' : String(answer.rows[0]?.value ?? '');
    } finally {
      await client.end();
    }
  };
  let places = 0;
  const make = async (): Promise<string> => {
    const name = `place_${(places += 1)}`;
    await ask(`create schema ${name}`);
    return name;
  };
  const urlOf = (name: string): string => `${url}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
  const free: string[] = [];
  /** One connection for all: a new one fills its caches of the catalog, which takes longer than emptying. */
  let cleaner: Promise<pg.Client> | null = null;
  const forget = () => void (cleaner = null);
  const clean = async (name: string): Promise<void> => {
    cleaner ??= (async () => {
      const client = new pg.Client({ connectionString: url });
      client.on('error', forget).on('end', forget);
      await client.connect();
      return client;
    })();
    await (await cleaner).query(emptied(name));
  };
  const fileOf = async (table: string): Promise<string> =>
    join(data, await ask(`select pg_relation_filepath('${table}') as value`));
  return {
    url,
    fileOf,
    async damage(table, block) {
      const file = await fileOf(table);
      now.child.kill('SIGINT');
      await now.gone;
      const pages = openSync(file, 'r+');
      writeSync(pages, Buffer.alloc(24, 0xa5), 0, 24, block * PAGE);
      closeSync(pages);
      now = await start();
    },
    pid: () => now.child.pid ?? 0,
    place: async () => urlOf(await make()),
    async lend() {
      const name = free.pop() ?? (await make());
      let lent = true;
      const back = async () => {
        if (!lent) return;
        lent = false;
        await clean(name);
        free.push(name);
      };
      return { url: urlOf(name), back };
    },
    async standby() {
      const [first, copy, on] = [now, join(folder, 'standby'), await freePort()];
      const copied = spawnSync(
        join(bin, 'pg_basebackup'),
        [
          '-h',
          '127.0.0.1',
          '-p',
          String(port),
          '-U',
          USER,
          '-D',
          copy,
          '-R',
          '-X',
          'stream',
          '-c',
          'fast',
          '--no-sync',
        ],
        { ...who, env, cwd: folder, encoding: 'utf8' },
      );
      if (copied.status !== 0) throw new Error(`pg_basebackup: ${copied.stdout}${copied.stderr}`);
      data = copy;
      now = await start(on);
      const here = url.replace(`:${port}/`, `:${on}/`);
      const until = async (fact: string) => {
        while ((await ask(`select ${fact} as value`, here)) !== 'true') await new Promise(setImmediate);
      };
      return {
        url: here,
        async cutOff() {
          const end = await ask('select pg_current_wal_lsn() as value');
          await until(`pg_last_wal_replay_lsn() >= '${end}'`);
          await ask(`alter system set primary_conninfo = ''`, here);
          await ask('select pg_reload_conf()', here);
          await until('not exists (select from pg_stat_wal_receiver)');
        },
        async takeOver() {
          first.child.kill('SIGQUIT');
          await first.gone;
          await ask('select pg_promote()', here);
          await until('not pg_is_in_recovery()');
          now.child.kill('SIGINT');
          await now.gone;
          now = await start();
        },
      };
    },
    async restart(how = 'politely') {
      now.child.kill(how === 'crash' ? 'SIGQUIT' : 'SIGINT');
      await now.gone;
      now = await start();
    },
    async stop() {
      // At once, without writing anything down: the folder goes anyway.
      await Promise.all([...running].map(({ child, gone }) => (child.kill('SIGQUIT'), gone)));
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
