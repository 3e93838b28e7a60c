import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createServer } from '../../src/server/app.ts';
import type { ParleyServer } from '../../src/server/app.ts';
import { systemClock, systemIds, systemRandom } from '../../src/server/auth/system-adapter.ts';
import { createLocalBus } from '../../src/server/bus/local-bus.ts';
import { listen } from '../../src/server/node-host-adapter.ts';
import type { Host } from '../../src/server/node-host-adapter.ts';
import { createMeter } from '../../src/server/operation/prometheus-adapter.ts';
import type { Readiness } from '../../src/server/operation/readiness.ts';
import { readSettings } from '../../src/server/settings.ts';
import { openStore } from '../../src/server/store/open.ts';
import { StoreUnavailableError } from '../../src/server/store/errors.ts';
import { PASSWORD, plainPasswords } from '../support/world.ts';

let fault: Error | null = null;
let busUp = true;
let host: Host;
let node: ParleyServer;
let stopped = false;
const meter = createMeter();

/** A node at a real port, whose disk can be filled. */
async function start(metricsToken: string | null): Promise<void> {
  const log = { write: () => undefined };
  const opened = await openStore({ path: ':memory:', clock: systemClock, ids: systemIds, log, committed: (commands) => meter.committed(commands) });
  const store = { ...opened, read: opened.read.bind(opened), epoch: () => opened.epoch(), close: () => opened.close(), waiting: () => opened.waiting?.() ?? 0, write: ((work) => (fault ? Promise.reject(fault) : opened.write(work))) as typeof opened.write };
  const bus = { ...createLocalBus(), state: () => ({ up: busUp, lagMs: 3, lost: 0 }) };
  node = await createServer({ store, clock: systemClock, random: systemRandom, ids: systemIds, passwords: plainPasswords, log, meter, bus, assets: null }, { registration: 'open', wireTime: 's', metricsToken });
  host = await listen(node, { host: '127.0.0.1', port: 0, trustProxy: true });
}
beforeEach(() => {
  [fault, busUp, stopped] = [null, true, false];
});
afterEach(async () => {
  fault = null;
  if (!stopped) await host.stop();
});

const url = (path: string) => `http://127.0.0.1:${host.port}${path}`;
const call = (path: string, body: object) => fetch(url(path), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
async function ready(): Promise<readonly [number, Readiness]> {
  const response = await fetch(url('/readyz'));
  return [response.status, (await response.json()) as Readiness];
}
async function socket(): Promise<WebSocket> {
  const made = new WebSocket(`ws://127.0.0.1:${host.port}/wss`);
  await once(made, 'message');
  return made;
}

it('OPS-2: a node that can read and write is ready; a full disk is a reason, and goes by itself', async () => {
  await start(null);
  expect(await ready()).toEqual([200, { ready: true, reasons: [], warnings: [] }]);
  fault = new StoreUnavailableError('database or disk is full');
  await vi.waitUntil(async () => (await ready())[0] === 503, { timeout: 15_000, interval: 50 });
  expect((await ready())[1].reasons).toEqual(['the store cannot be written: database or disk is full']);
  expect(await (await call('/common/pub/register', { account: 'anna', realname: 'anna', password: PASSWORD })).json()).toMatchObject({ code: 502, data: { retry_ms: 1_000 } });
  fault = null;
  await vi.waitUntil(async () => (await ready())[0] === 200, { timeout: 15_000, interval: 50 });
});

it('OPS-2: that Redis is away is a warning', async () => {
  await start(null);
  busUp = false;
  expect(await ready()).toEqual([200, { ready: true, reasons: [], warnings: ['Redis is away: other nodes hear of changes up to a second later'] }]);
});

it('OPS-3: the counts name calls with their codes, commits, sockets and delays', async () => {
  await start(null);
  await call('/common/pub/register', { account: 'anna', realname: 'anna', password: PASSWORD });
  const open = await socket();
  const text = await (await fetch(url('/metrics'))).text();
  expect(text).toMatch(/parley_call_seconds_count\{path="\/common\/pub\/register",code="0"\} 1/);
  expect(text).toMatch(/parley_commit_commands_count [1-9]/);
  for (const name of ['parley_sockets 1', 'parley_bus_up 1', 'parley_bus_lag_ms 3', 'parley_store_waiting 0', 'parley_event_loop_delay_ms', 'parley_frames_total', 'process_cpu_seconds_total']) expect(text).toContain(name);
  open.terminate();
});

it('OPS-3: nobody from elsewhere reads them, but whoever shows the token does', async () => {
  await start(null);
  const far = { 'x-forwarded-for': '203.0.113.7' };
  expect((await fetch(url('/metrics'), { headers: far })).status).toBe(404);
  await host.stop();
  await start('0123456789abcdef');
  const asked = (token: string) => fetch(url('/metrics'), { headers: { ...far, authorization: `Bearer ${token}` } });
  expect([(await asked('0123456789abcdef')).status, (await asked('0123456789abcdee')).status, (await fetch(url('/metrics'))).status]).toEqual([200, 404, 404]);
  expect(() => readSettings({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have at least 16 characters, without spaces');
});

it('START-8: a node that stops says so and lets its sockets go a few at a time', async () => {
  await start(null);
  const sockets = await Promise.all(Array.from({ length: 45 }, socket));
  const closed: number[] = [];
  const all = sockets.map(async (one) => {
    const [code] = (await once(one, 'close')) as [number];
    closed.push(code);
  });
  node.stopping();
  expect(await ready()).toEqual([503, { ready: false, reasons: ['stopping'], warnings: [] }]);
  expect(node.gateway.letGo(20)).toBe(25);
  // Whoever comes now is sent to another node at once.
  const late = new WebSocket(`ws://127.0.0.1:${host.port}/wss`);
  expect((await once(late, 'close'))[0]).toBe(1001);
  stopped = true;
  await host.stop();
  await Promise.all(all);
  expect(closed).toEqual(Array.from({ length: 45 }, () => 1001));
});
