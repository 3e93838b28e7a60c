import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { killServers, runToEnd, startServer } from '../support/server.ts';

afterEach(killServers);

it('START-4: a signal that comes twice, from a service manager and from npm, is one: sockets are let go, code 0', async () => {
  const server = await startServer();
  const sockets = await Promise.all(
    Array.from({ length: 45 }, async () => {
      const made = new WebSocket(`${server.url.replace('http', 'ws')}/wss`);
      await once(made, 'message');
      return made;
    }),
  );
  const closed = sockets.map(async (socket) => (await once(socket, 'close'))[0] as number);
  process.kill(server.pid, 'SIGTERM');
  expect(await server.stop()).toBe(0);
  expect(await Promise.all(closed)).toEqual(sockets.map(() => 1001));
}, 60_000);

it('ADMIN-2: links of commands have the address of the running server, and after it that of the settings', async () => {
  const server = await startServer();
  const env = { DATA_DIR: server.dataDir, PORT: '' };
  const invite = async () => (await runToEnd('dist/server/admin-main.js', ['invite'], env)).stdout;
  expect(await invite()).toContain(`${server.url}/`);
  await server.stop();
  expect(await invite()).toContain(':8080/');
}, 60_000);
