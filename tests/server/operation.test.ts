import { once } from 'node:events';
import { request } from 'node:http';
import hooks from 'node:perf_hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { silentLog, type Log } from '../../src/ports/log.ts';
import type { Gauges } from '../../src/ports/meter.ts';
import type { Store } from '../../src/ports/store.ts';
import { createServer, type ParleyServer } from '../../src/server/app.ts';
import { systemClock, systemIds, systemRandom } from '../../src/server/platform/system-adapter.ts';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import { listen, type Host } from '../../src/server/node-host-adapter.ts';
import { metricsToken } from '../../src/server/operation/metrics-token.ts';
import { copyFigures } from '../../src/server/operation/operation.ts';
import { createLateness } from '../../src/server/platform/late-adapter.ts';
import { createMeter } from '../../src/server/platform/prometheus-adapter.ts';
import type { Readiness } from '../../src/server/operation/readiness.ts';
import { readSettings } from '../../src/server/kernel/settings.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { StoreUnavailableError } from '../../src/server/kernel/store-errors.ts';
import { connections } from '../support/test-store.ts';
import { PASSWORD, plainPasswords } from '../support/world.ts';

let fault: Error | null = null;
let busUp = true;
let host: Host;
let node: ParleyServer;
let stopped = false;
let lines: string[] = [];
const meter = createMeter();

const NOTHING: Gauges = {
  sockets: 0,
  users: 0,
  nodes: 0,
  storeWaiting: 0,
  busUp: true,
  busLagMs: 0,
  busLost: 0,
  damaged: 0,
  databaseBytes: 0,
  diskFreeBytes: 0,
  certificateEndSec: Number.NaN,
  backupAgeSec: Number.NaN,
  ...copyFigures(null, systemClock),
};

const create = (token: string | null, store: Store) =>
  metricsToken(token, { store, fresh: systemIds.hex(16), passwords: plainPasswords });
const TOKEN = '0123456789abcdef';
const requestAnswer = (headers: Record<string, string>) => fetch(url('/metrics'), { headers });
const view = { authorization: `Bearer ${TOKEN}` };

/** A node at a real port, whose disk can be filled. */
async function start(token: string | null = null): Promise<void> {
  lines = [];
  const log: Log = { write: (_level, what) => void lines.push(what) };
  const { connection, giveBack } = connections.lend();
  const opened = await openStore({
    path: ':memory:',
    connection,
    clock: systemClock,
    ids: systemIds,
    log,
    committed: (commands) => meter.committed(commands),
  });
  const store = {
    ...opened,
    read: opened.read.bind(opened),
    epoch: () => opened.epoch(),
    close: () => opened.close().then(giveBack),
    waiting: () => opened.waiting?.() ?? 0,
    write: ((work) => (fault ? Promise.reject(fault) : opened.write(work))) as typeof opened.write,
  };
  const bus = { ...createLocalBus(), state: () => ({ up: busUp, lagMs: 3, losses: 0 }) };
  node = await createServer(
    {
      store,
      clock: systemClock,
      random: systemRandom,
      ids: systemIds,
      passwords: plainPasswords,
      log,
      meter,
      bus,
      assets: null,
    },
    { registration: 'open', wireTime: 's', metricsDigest: (await create(token, store)).digest },
  );
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
const call = (path: string, body: object) =>
  fetch(url(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
async function ready(): Promise<readonly [number, Readiness]> {
  const response = await fetch(url('/readyz'));
  return [response.status, (await response.json()) as Readiness];
}
async function socket(): Promise<WebSocket> {
  const made = new WebSocket(`ws://127.0.0.1:${host.port}/wss`);
  await once(made, 'message');
  return made;
}

it('OPS-2: a node that can read and write is ready; a full disk is a reason, until it has space', async () => {
  await start();
  expect(await ready()).toEqual([200, { ready: true, reasons: [], warnings: [] }]);
  fault = new StoreUnavailableError('database or disk is full');
  await vi.waitUntil(async () => (await ready())[0] === 503, { timeout: 15_000, interval: 50 });
  expect((await ready())[1].reasons).toEqual(['the store cannot be written: database or disk is full']);
  expect(
    await (
      await call('/common/pub/register', { account: 'anna', realname: 'anna', password: PASSWORD })
    ).json(),
  ).toMatchObject({ code: 502, data: { retry_ms: 1_000 } });
  fault = null;
  await vi.waitUntil(async () => (await ready())[0] === 200, { timeout: 15_000, interval: 50 });
});

it('OPS-2: the absence of Redis is a warning', async () => {
  await start();
  busUp = false;
  expect(await ready()).toEqual([
    200,
    {
      ready: true,
      reasons: [],
      warnings: ['Redis is away: other nodes hear of changes up to a second later'],
    },
  ]);
});

it('OPS-3: the counts name calls with their codes, commits, sockets and delays', async () => {
  await start(TOKEN);
  await call('/common/pub/register', { account: 'anna', realname: 'anna', password: PASSWORD });
  await call('/common/pub/login', { account: 'anna', password: 'wrong-one' });
  const open = await socket();
  const text = await (await fetch(url('/metrics'), { headers: view })).text();
  expect(text).toMatch(/parley_call_seconds_count\{path="\/common\/pub\/register",code="0"\} 1/);
  expect(text).toMatch(/parley_commit_commands_count [1-9]/);
  expect(text).toMatch(/parley_database_bytes [1-9]\d{4}/);
  for (const name of [
    'parley_logins_refused_total{reason="loginWrong"} 1',
    'parley_disk_free_bytes Nan',
    'parley_sockets 1',
    'parley_bus_up 1',
    'parley_bus_lag_ms 3',
    'parley_store_waiting 0',
    'parley_event_loop_delay_ms',
    'parley_frames_total',
    'process_cpu_seconds_total',
  ])
    expect(text).toContain(name);
  open.terminate();
});

it('OPS-13: a single timer measures the lateness of the event loop since the last query', async () => {
  await start();
  const every = vi.spyOn(globalThis, 'setInterval');
  const looks = vi.spyOn(hooks, 'monitorEventLoopDelay');
  const late = createLateness();
  const own = createMeter('', late);
  expect(every.mock.calls.map(([, ms]) => ms)).toEqual([50]);
  expect(looks.mock.calls.filter(([given]) => (given?.resolution ?? 10) < 1_000)).toEqual([]);
  const [run] = every.mock.calls[0] as [() => void];
  every.mockRestore();
  looks.mockRestore();
  for (const began = performance.now(); performance.now() - began < 200;) JSON.stringify(began);
  run();
  expect(late.nowMs()).toBeLessThan(100);
  const first = await own.text(NOTHING);
  expect(Number(/^parley_event_loop_delay_ms (.+)$/m.exec(first)?.[1])).toBeGreaterThanOrEqual(100);
  expect(await own.text(NOTHING)).toContain('parley_event_loop_delay_ms 0\n');
  expect(first).not.toContain('eventloop_lag_p99');
});

it('OPS-3: only a client with the token reads /metrics, on this machine, too', async () => {
  await start(TOKEN);
  for (const authorization of ['', 'Bearer 0123456789abcdee', TOKEN])
    expect((await requestAnswer({ authorization })).status).toBe(404);
  expect((await requestAnswer(view)).status).toBe(200);
  expect(() => readSettings({ METRICS_TOKEN: 'short' })).toThrow(
    'METRICS_TOKEN must have at least 16 characters, without spaces',
  );
});

it('OPS-3: without a token that is set one is made and told once; nodes of one database have the same', async () => {
  await start();
  const { store } = node.core;
  expect(await create(null, store)).toMatchObject({ newToken: null });
  const set = await create(TOKEN, store);
  const first = await openStore({ path: ':memory:', clock: systemClock, ids: systemIds, log: silentLog });
  const own = await create(null, first);
  expect(own.newToken).toMatch(/^[0-9a-f]{32}$/);
  expect(own.digest).toBe(plainPasswords.digest(`Bearer ${own.newToken}`));
  expect(await create(null, first)).toEqual({ digest: own.digest, newToken: null });
  expect([set.newToken, await create(TOKEN, first)]).toEqual([null, set]);
  await first.close();
});

it('OPS-7: a request that its client aborts during the answer is not an error', async () => {
  await start();
  const begging = request(url('/common/pub/login'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': '1000',
      'x-forwarded-for': '203.0.113.9',
    },
  });
  begging.on('error', () => undefined);
  const called = node.call.bind(node);
  // Wrapped in an object, because awaiting a promise of a promise would wait for both.
  const answer = new Promise<{ readonly ended: ReturnType<typeof called> }>((done) => {
    vi.spyOn(node, 'call').mockImplementationOnce((...given) => {
      const ended = called(...given);
      done({ ended });
      return ended;
    });
  });
  begging.write('{"account":');
  const { ended } = await answer;
  begging.destroy();
  expect((await ended)?.status).toBe(499);
  expect(lines).toEqual([]);
});

it('START-8: a node that stops says so and lets its sockets go a few at a time', async () => {
  await start();
  const sockets = await Promise.all(Array.from({ length: 45 }, socket));
  const closed: number[] = [];
  const all = sockets.map(async (one) => {
    const [code] = (await once(one, 'close')) as [number];
    closed.push(code);
  });
  node.stopping();
  expect(await ready()).toEqual([503, { ready: false, reasons: ['stopping'], warnings: [] }]);
  expect(node.gateway.letGo(20)).toBe(25);
  // New sockets are sent to another node at once.
  const late = new WebSocket(`ws://127.0.0.1:${host.port}/wss`);
  expect((await once(late, 'close'))[0]).toBe(1001);
  stopped = true;
  await host.stop();
  await Promise.all(all);
  expect(closed).toEqual(Array.from({ length: 45 }, () => 1001));
});
