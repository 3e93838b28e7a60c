import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/ports/clock.ts';
import { silentLog } from '../../src/ports/log.ts';
import { createServer, type ParleyServer } from '../../src/server/app.ts';
import { indexWords } from '../../src/server/features/search/index-words.ts';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import { systemClock, systemIds, systemRandom } from '../../src/server/platform/system-adapter.ts';
import { moveData } from '../../src/server/storage/engine/move.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { collectGarbage } from './collect-garbage.ts';
import { fillEvents, fillStore, type Size } from './fill-store.ts';
import { plainPasswords } from './plain-passwords.ts';

/** A server on a file that was filled directly. Person 1 sends the requests. */
export interface LargeServer {
  readonly server: ParleyServer;
  /** Up to the finished answer; what a client does with it is not the server's cost. */
  call(path: string, body: object, by?: number): Promise<Response>;
  close(): Promise<void>;
}

/** The number of signed-in users. */
const SIGNED_IN = 20;
export const tokenOf = (user: number): string => user.toString(16).padStart(64, 'f');
/** The groups with many messages (`bigGroup`, `wordyGroup`). */
export const [BIG, WORDY] = ['group-1', 'group-2'] as const;

/** `database`: an empty place in a PostgreSQL, instead of the file. */
export async function largeServer(size: Size, database: string | null = null): Promise<LargeServer> {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-bench-')), 'parley.db');
  const clock: Clock = systemClock;
  const ports = { clock, ids: systemIds, log: silentLog };
  await (await openStore({ ...ports, path })).close();
  fillStore(path, size);
  signIn(path, clock.nowMs());
  if (size.bigGroup !== undefined) fillEvents(path, size);
  const store = database === null ? await openStore({ ...ports, path }) : await move(path, database, ports);
  if (size.bigGroup !== undefined) await indexWords({ store });
  const server = await createServer(
    { ...ports, store, random: systemRandom, passwords: plainPasswords, bus: createLocalBus(), assets: null },
    { registration: 'open', wireTime: 's' },
  );
  return {
    server,
    async call(path, body, by = 1) {
      const answer = await server.fetch(
        new Request(`http://parley.test${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `bearer ${tokenOf(by)}` },
          body: JSON.stringify(body),
        }),
        { address: '10.0.0.1', userAgent: '' },
      );
      if (answer.status !== 200) throw new Error(`${path}: HTTP ${answer.status}`);
      return answer;
    },
    close: () => server.close(),
  };
}

async function move(path: string, url: string, ports: Omit<Parameters<typeof openPostgres>[0], 'url'>) {
  await (await openPostgres({ ...ports, url })).close();
  await collectGarbage();
  await moveData(path, url, systemIds.hex(16));
  return openPostgres({ ...ports, url });
}

export function signIn(path: string, nowMs: number): void {
  const db = new SqliteConnection(path, { readOnly: false });
  // A small store has fewer users than this.
  const add = `insert into tokens (hash, user_id, terminal, is_mobile, cid, created_at_ms, expires_at_ms)
    select ?, id, 'web', 0, '', 1, ? from users where id = ?`;
  for (let user = 1; user <= SIGNED_IN; user += 1)
    db.execute(add, [plainPasswords.digest(tokenOf(user)), nowMs + 1e10, user]);
  db.close();
}
