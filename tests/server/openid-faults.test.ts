import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openIdSetting, providersAt } from '../support/elsewhere.ts';
import { until } from '../support/until.ts';
import { startWorld, type World } from '../support/world.ts';

let server: Server;
let at: string;
/** Requests that the provider does not answer. */
let held = 0;

beforeAll(async () => {
  server = createServer(({ url = '' }, answer) => {
    if (url.startsWith('/silent')) return void (held += 1);
    answer.setHeader('content-type', 'application/json');
    if (url.startsWith('/other')) return void answer.end(JSON.stringify({ issuer: 'http://id.test/realm' }));
    if (url.startsWith('/good')) return void answer.end(JSON.stringify({ issuer: `${at}/good` }));
    answer.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let world: World;
afterEach(() => world.close());

const warnings = async () =>
  ((await (await world.raw('/readyz')).json()) as { readonly warnings: readonly string[] }).warnings;

async function startWith(...paths: readonly string[]): Promise<void> {
  const settings = paths.map((path) => openIdSetting(path === '' ? 'away' : path.slice(1), `${at}${path}`));
  world = await startWorld({ openIds: providersAt(...settings) });
  world.server.start();
}

const wrong = (name: string) => `the provider ${name} (${at}/${name}) does not answer as it should: `;

it('OPS-22: a provider that does not fit is in /readyz and the log before the first login', async () => {
  await startWith('/good', '/other', '/none');
  const faults = [
    `${wrong('other')}it names the issuer http://id.test/realm: set exactly that`,
    `${wrong('none')}HTTP 404: check the issuer`,
  ];
  const lines = faults.map((line) => `nobody can log in by OpenID: ${line}`);
  await until(async () => expect(await warnings()).toEqual(lines));
  await until(() => expect(world.log).toHaveLength(2));
  expect(world.log.map(({ what }) => what).toSorted()).toEqual(faults.toSorted());
});

it('OPS-22: the start does not wait for a provider that does not answer, nor do requests', async () => {
  await startWith('/silent');
  expect(await warnings()).toEqual([]);
  await until(() => expect(held).toBe(1));
  expect((await world.raw('/readyz')).status).toBe(200);
  server.closeAllConnections();
  await until(async () => expect(await warnings()).toHaveLength(1));
});
