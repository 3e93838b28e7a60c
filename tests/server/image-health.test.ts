import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { crypto as acme } from 'acme-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../support/house/repository.ts';

/** Servers beside the check: ready, not ready, the redirect of plain HTTP, and HTTPS. */
const servers: Server[] = [];
const ports = { ready: '', waiting: '', redirect: '', secure: '', closed: '' };

const opened = async (server: Server): Promise<string> => {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
};

const answering = (status: number, headers: Record<string, string> = {}): Promise<string> =>
  opened(
    createServer(({ url }, answer) => answer.writeHead(url === '/readyz' ? status : 404, headers).end()),
  );

beforeAll(async () => {
  const authz = { identifier: { type: 'dns', value: 'chat.example.org' } };
  const [key, cert] = await acme.createAlpnCertificate(
    authz as Parameters<typeof acme.createAlpnCertificate>[0],
    'proof',
  );
  ports.ready = await answering(200);
  ports.waiting = await answering(503);
  ports.redirect = await answering(301, { location: 'https://chat.example.org/readyz' });
  ports.secure = await opened(
    createSecure({ key, cert }, ({ url }, answer) => answer.writeHead(url === '/readyz' ? 200 : 404).end()),
  );
  const removal = createServer();
  ports.closed = await opened(removal);
  removal.close();
});
afterAll(() => servers.forEach((server) => server.close()));

const check = async (env: Record<string, string>): Promise<unknown> => {
  const child = spawn(process.execPath, [`${root}docs/deploy/healthy.mjs`], { env, stdio: 'ignore' });
  return (await once(child, 'exit'))[0];
};

it('START-14: the health check passes for a ready server, and fails for one that is not', async () => {
  expect(await check({ PORT: ports.ready })).toBe(0);
  expect(await check({ PORT: ports.waiting })).toBe(1);
  expect(await check({ PORT: ports.closed, DOMAIN: '' })).toBe(1);
});

it('START-14: with a domain the health check asks over HTTPS, and its redirect is not enough', async () => {
  const domain = { DOMAIN: 'chat.example.org,www.example.org', HTTP_PORT: ports.redirect };
  expect(await check({ ...domain, PORT: ports.secure })).toBe(0);
  expect(await check({ ...domain, PORT: ports.closed })).toBe(1);
});
