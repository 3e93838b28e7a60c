import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { startPostgres } from '../support/postgres.ts';
import { freePort, killServers, runToEnd, startServer, temporaryFolder } from '../support/server.ts';

afterEach(killServers);

/** The output of `npm start` for a user: the line and the exit code. */
async function start(env: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await runToEnd('dist/server/main.js', [], {
    PORT: String(await freePort()),
    DATA_DIR: temporaryFolder(),
    ...env,
  });
  return { code, stdout, line: stderr };
}

it('START-2: a database server that is not there: one line, exit code 1', async () => {
  const { code, stdout, line } = await start({
    DATABASE_URL: `postgres://parley:secret-word@127.0.0.1:${await freePort()}/parley`,
  });
  expect([code, stdout]).toEqual([1, '']);
  expect(line).toMatch(/^The database cannot be used \(DATABASE_URL\): [^\n]+\n$/);
  expect(line).not.toContain('secret-word');
}, 60_000);

it('START-2: data that a newer program has changed: one line, exit code 1, and it stays as it was', async () => {
  const dataDir = temporaryFolder();
  expect(await (await startServer({ dataDir })).stop()).toBe(0);
  const schema = (change?: string) => {
    const database = new SqliteConnection(join(dataDir, 'parley.db'), { readOnly: change === undefined });
    if (change !== undefined)
      database.execute(`update meta set value = ? where key in ('schema', 'readable')`, [change]);
    const [row] = database.execute(`select value from meta where key = 'schema'`);
    database.close();
    return (row as { readonly value: string }).value;
  };
  schema('999');
  const { code, line } = await start({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(line).toMatch(/^The data is newer than this program: the database has version 999, [^\n]+\n$/);
  expect(schema()).toBe('999');
}, 60_000);

it('START-23: a second server on the same folder ends with one line, and a crash blocks no start', async () => {
  const first = await startServer();
  const { dataDir } = first;
  const second = await start({ DATA_DIR: dataDir });
  const line = `Another server uses the data folder ${dataDir}: stop it, or set DATA_DIR to another folder\n`;
  expect(second).toEqual({ code: 1, stdout: '', line });
  const env = { DATA_DIR: dataDir };
  expect(await runToEnd('dist/server/admin-main.js', ['user', 'list'], env)).toMatchObject({ code: 0 });
  await first.kill();
  const third = await startServer({ dataDir });
  expect(await third.stop()).toBe(0);
}, 60_000);

it('START-7: a Redis that is too old: one line, exit code 78', async () => {
  const postgres = await startPostgres();
  const old = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      for (const word of data.toString().match(/info|client|select|subscribe/gi) ?? []) {
        const text = '# Server\r\nredis_version:5.0.14\r\nloading:0\r\n';
        socket.write(word.toLowerCase() === 'info' ? `$${text.length}\r\n${text}\r\n` : '+OK\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(old, 'listening');
  const { code, line } = await start({
    DATABASE_URL: await postgres.place(),
    REDIS_URL: `redis://127.0.0.1:${(old.address() as { port: number }).port}`,
  });
  expect([code, line]).toEqual([
    78,
    'Invalid setting: REDIS_URL: the server is Redis 5.0.14, at least 6.0 is needed\n',
  ]);
  old.close();
  await postgres.stop();
}, 90_000);
