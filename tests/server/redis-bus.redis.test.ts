import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Bus, BusNote } from '../../src/ports/bus.ts';
import { systemClock } from '../../src/server/platform/system-adapter.ts';
import { openRedisBus } from '../../src/server/cluster/redis-bus.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { readSettings } from '../../src/server/kernel/settings.ts';
import { startLine } from '../support/line.ts';
import { startRedis, type RedisServer } from '../support/redis.ts';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const buses: Bus[] = [];
const lines: string[] = [];
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close();
  lines.length = 0;
});
const log = { write: (_: string, what: string) => void lines.push(what) };
async function node(
  url = redis.url,
  place = 'test',
): Promise<{ readonly bus: Bus; readonly heard: BusNote[] }> {
  const bus = await openRedisBus({ url, place, clock: systemClock, log, secret: 'ours' });
  buses.push(bus);
  const events: BusNote[] = [];
  bus.subscribe((note) => events.push(note));
  await until(() => url !== redis.url || bus.state?.().up === true);
  return { bus, heard: events };
}
const until = (fact: () => boolean) => vi.waitUntil(fact, { timeout: 20_000, interval: 10 });
const move = (seq: number): BusNote => ({ kind: 'stream', stream: 'u1' as never, seq });

it('NODE-8: a packet reaches the nodes of the same database, in order, and no others', async () => {
  const [a, b, stranger] = [await node(), await node(), await node(redis.url, 'another')];
  for (let seq = 1; seq <= 500; seq += 1) a.bus.publish(move(seq));
  await until(() => b.heard.length === 500);
  expect(b.heard).toEqual(Array.from({ length: 500 }, (_, at) => move(at + 1)));
  expect([a.heard, stranger.heard]).toEqual([[], []]);
}, 30_000);

it('NODE-8: Redis goes away and comes back: nothing waits for it, it is said once each, and nodes hear each other again', async () => {
  const [a, b] = [await node(), await node()];
  await redis.kill();
  await until(() => a.bus.state?.().up === false && b.bus.state?.().up === false);
  a.bus.publish(move(1));
  await until(() => lines.filter((line) => line.startsWith('Redis is away')).length === 2);
  expect(a.bus.state?.().losses).toBeGreaterThan(0);
  await redis.start();
  await until(() => a.bus.state?.().up === true && b.bus.state?.().up === true);
  a.bus.publish(move(2));
  await until(() => b.heard.length > 0);
  expect(b.heard).toEqual([move(2)]);
  await until(() => lines.filter((line) => line === 'Redis is back').length === 2);
  expect(lines).toHaveLength(4);
}, 60_000);

it('NODE-8: a node starts while Redis is away, and uses it when it comes', async () => {
  await redis.kill();
  const late = await openRedisBus({ url: redis.url, place: 'test', clock: systemClock, log, secret: 'ours' });
  buses.push(late);
  expect(late.state?.().up).toBe(false);
  await redis.start();
  await until(() => late.state?.().up === true);
}, 60_000);

it('NODE-8: connections that are open but silent after a network fault are replaced', async () => {
  const line = await startLine(redis.port);
  const [a, b] = [await node(`redis://127.0.0.1:${line.port}`), await node()];
  await until(() => a.bus.state?.().up === true);
  await line.forget();
  await until(() => a.bus.state?.().up === false);
  await until(() => a.bus.state?.().up === true);
  b.bus.publish(move(1));
  await until(() => a.heard.length === 1);
  a.bus.publish(move(2));
  await until(() => b.heard.length === 1);
  await line.stop();
}, 60_000);

it('START-7: REDIS_URL looks like one, and nodes share a database', () => {
  expect(() => readSettings({ REDIS_URL: 'http://x' })).toThrow(
    'REDIS_URL must look like redis://:password@host:6379',
  );
  expect(() => readSettings({ REDIS_URL: redis.url })).toThrow(
    'REDIS_URL is for several nodes, which share a database: set DATABASE_URL as well',
  );
});

it('START-7: a wrong password and an old server are refused with one line', async () => {
  const locked = await startRedis(['--requirepass', 'secret']);
  await expect(
    openRedisBus({ url: locked.url, place: 'test', clock: systemClock, log, secret: 'ours' }),
  ).rejects.toThrow(/^REDIS_URL: the server refuses this program: /);
  await locked.stop();
  const old = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      for (const word of data.toString().match(/info|client|select|subscribe/gi) ?? []) {
        const text = '# Server\r\nredis_version:3.2.6\r\nloading:0\r\n';
        socket.write(word.toLowerCase() === 'info' ? `$${text.length}\r\n${text}\r\n` : '+OK\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(old, 'listening');
  const { port } = old.address() as { port: number };
  await expect(
    openRedisBus({
      url: `redis://127.0.0.1:${port}`,
      place: 'test',
      clock: systemClock,
      log,
      secret: 'ours',
    }),
  ).rejects.toThrow('REDIS_URL: the server is Redis 3.2.6, at least 6.0 is needed');
  old.close();
}, 30_000);

it('LIMIT-5: a user’s requests on several nodes count together, and go without Redis', async () => {
  const [a, b] = [await node(), await node()];
  const [one, two] = [new RateCounter(systemClock, a.bus.rates), new RateCounter(systemClock, b.bus.rates)];
  const rate = { times: 6, windowMs: 60_000 };
  for (let n = 0; n < 3; n += 1) expect([one.take('k', rate), two.take('k', rate)]).toEqual([0, 0]);
  // Each has counted three; the sums of the other come a moment later.
  await until(() => one.take('k', rate, 1) > 0 && two.take('k', rate, 1) > 0);
  await redis.kill();
  const alone = { times: 2, windowMs: 60_000 };
  expect([one.take('l', alone), one.take('l', alone), one.take('l', alone) > 0]).toEqual([0, 0, true]);
  await redis.start();
}, 60_000);
