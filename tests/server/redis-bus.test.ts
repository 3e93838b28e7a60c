import type { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { nodeLimits as limits } from '../../src/server/kernel/limits.ts';
import type { Bus, BusNote } from '../../src/ports/bus.ts';
import { openBus } from '../../src/server/cluster/open-bus.ts';

/** A simulated server that the test controls. The real one is in redis-bus.redis.test.ts. */
const server = vi.hoisted(() => ({
  status: 'ready',
  info: 'redis_version:7.2.0',
  fault: '',
  echoes: true,
  fails: false,
  /** Packets wait until the test releases them. */
  holds: null as (() => void)[] | null,
  leftMs: 700,
  all: [] as unknown[],
}));

vi.mock('ioredis', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Redis extends Emitter {
    status = 'wait';
    channels = new Set<string>();
    said: string[] = [];
    sums = new Map<string, number>();
    spans: unknown[] = [];
    renewed = 0;
    constructor(
      readonly url: string,
      readonly options: { readonly retryStrategy: (tries: number) => number },
    ) {
      super();
      server.all.push(this);
    }
    connect(): Promise<void> {
      this.status = server.status;
      if (server.fault !== '') this.emit('error', new Error(server.fault));
      return server.status === 'ready' ? Promise.resolve() : Promise.reject(new Error('refused'));
    }
    info(): Promise<string> {
      return server.info.startsWith('redis')
        ? Promise.resolve(server.info)
        : Promise.reject(new Error(server.info));
    }
    subscribe(channel: string): Promise<void> {
      this.channels.add(channel);
      return Promise.resolve();
    }
    async publish(channel: string, text: string): Promise<void> {
      if (server.fails || this.status === 'end') throw new Error('away');
      this.said.push(text);
      if (server.holds) await new Promise<void>((go) => server.holds?.push(go));
      if (server.echoes)
        for (const one of server.all as Redis[])
          if (one.channels.has(channel)) one.emit('message', channel, text);
    }
    pipeline() {
      const answers: [null, unknown][] = [];
      const line = {
        set: (key: string, ...[, , ms]: readonly unknown[]) => (
          this.spans.push(ms),
          this.sums.set(key, this.sums.get(key) ?? 0),
          answers.push([null, 'OK']),
          line
        ),
        incrby: (key: string, cost: number) => (
          this.sums.set(key, (this.sums.get(key) ?? 0) + cost),
          answers.push([null, this.sums.get(key)]),
          line
        ),
        pttl: (key: string) => (answers.push([null, this.sums.has(key) ? server.leftMs : -2]), line),
        exec: () => (server.fails ? Promise.reject(new Error('away')) : Promise.resolve(answers)),
      };
      return line;
    }
    disconnect(again = false): void {
      if (again) this.renewed += 1;
      else this.status = 'end';
    }
  }
  return { Redis };
});

interface Connection extends EventEmitter {
  status: string;
  readonly channels: Set<string>;
  readonly said: string[];
  readonly sums: Map<string, number>;
  readonly spans: readonly unknown[];
  readonly renewed: number;
  readonly options: { readonly retryStrategy: (tries: number) => number };
}

const buses: Bus[] = [];
beforeEach(() =>
  Object.assign(server, {
    status: 'ready',
    info: 'redis_version:7.2.0',
    fault: '',
    echoes: true,
    fails: false,
    holds: null,
    leftMs: 700,
    all: [],
  }),
);
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close();
});

async function node(clock = createVirtualClock(), place = 'here', secret = 'ours') {
  const lines: string[] = [];
  const bus = await openBus(
    { databaseUrl: 'postgres://x', redisUrl: 'redis://x' },
    { clock, place, secret, log: { write: (_, what) => void lines.push(what) } },
  );
  buses.push(bus);
  const heard: BusNote[] = [];
  const unsubscribe = bus.subscribe((note) => heard.push(note));
  const [say, hear] = server.all.slice(-2) as Connection[];
  if (!say || !hear) throw new Error('no connections');
  await turns();
  return { bus, clock, lines, heard, deaf: unsubscribe, say, hear };
}
const moved = (seq: number): BusNote => ({ kind: 'stream', stream: 'u1' as never, seq });
const turns = async () => {
  for (let at = 0; at < 5; at += 1) await new Promise((resolve) => setImmediate(resolve));
};
const seconds = async (clock: ReturnType<typeof createVirtualClock>, count: number) => {
  await clock.advance(count * limits.echoEveryMs);
  await turns();
};

it('NODE-8: messages of one turn are one packet, in order, and reach no other database', async () => {
  const [a, b, stranger] = [await node(), await node(), await node(createVirtualClock(), 'there')];
  const before = a.say.said.length;
  for (let seq = 1; seq <= 5; seq += 1) a.bus.publish(moved(seq));
  await turns();
  expect(b.heard).toEqual([1, 2, 3, 4, 5].map(moved));
  expect([a.heard, stranger.heard]).toEqual([[], []]);
  expect(a.say.said.length - before).toBe(1);
  expect([...b.hear.channels]).toEqual(['parley:here']);
  b.deaf();
  a.bus.publish(moved(6));
  await turns();
  expect(b.heard).toHaveLength(5);
});

it('NODE-8: notes that come while a letter is on its way go with the next one', async () => {
  const a = await node();
  a.bus.publish(moved(1));
  setImmediate(() => {
    a.bus.publish(moved(2));
    a.bus.publish(moved(3));
  });
  await turns();
  await turns();
  const notes = a.say.said
    .map((text) => (JSON.parse(text) as { notes: BusNote[] }).notes)
    .filter((list) => list.length > 0);
  expect(notes).toEqual([[moved(1)], [moved(2), moved(3)]]);
});

it('NODE-8: one packet is under way at a time, besides the one to itself', async () => {
  const a = await node();
  const before = a.say.said.length;
  server.holds = [];
  await seconds(a.clock, 1);
  a.bus.publish(moved(1));
  await turns();
  await seconds(a.clock, 2);
  expect(a.say.said.length - before).toBe(1);
  for (const go of server.holds.splice(0)) go();
  await turns();
  expect([a.say.said.length - before, a.say.said.at(-1)?.includes('"seq":1')]).toEqual([2, true]);
  a.say.status = 'reconnecting';
  for (const go of server.holds.splice(0)) go();
  await seconds(a.clock, 3);
  expect(a.say.said.length - before).toBe(2);
});

it('NODE-8: Redis silent for 3.5 s is away; after each 7 s its connections are replaced', async () => {
  const a = await node();
  server.echoes = false;
  await a.clock.advance(limits.echoMaxMs - 1);
  expect(a.bus.state?.().up).toBe(true);
  await a.clock.advance(1);
  expect(a.bus.state?.().up).toBe(false);
  await a.clock.advance(limits.busSilentMs - limits.echoMaxMs - 1);
  const renewed = () => [a.say.renewed, a.hear.renewed];
  expect(renewed()).toEqual([0, 0]);
  await a.clock.advance(1);
  expect(renewed()).toEqual([1, 1]);
  await a.clock.advance(limits.busSilentMs - 1);
  expect(renewed()).toEqual([1, 1]);
  a.hear.status = 'reconnecting';
  await a.clock.advance(1);
  expect(renewed()).toEqual([2, 1]);
});

const said = (seq: number, content = 'see you at ten'): BusNote => ({
  kind: 'stream',
  stream: 'u1' as never,
  seq,
  row: { stream: 'u1', seq, tx: 0, atMs: 5, facts: { kind: 'message' }, message: { content } } as never,
});
const rows = (heard: readonly BusNote[]) => heard.map((note) => 'row' in note && note.row);

describe('NODE-15: a note contains the written rows', () => {
  it('and only the nodes of the database can read it', async () => {
    const [a, b, other] = [await node(), await node(), await node(createVirtualClock(), 'here', 'another')];
    a.bus.publish(said(1));
    a.bus.publish(moved(2));
    a.bus.publish(said(3, 'and not later'));
    await turns();
    expect(b.heard).toEqual([said(1), { ...moved(2), row: undefined }, said(3, 'and not later')]);
    expect(a.say.said.join()).not.toMatch(/at ten|not later|message/);
    expect([other.heard.length, ...rows(other.heard)]).toEqual([3, undefined, undefined, undefined]);
  });

  it('and is left to the store where it was changed on its way, or was closed for another note', async () => {
    const [a, b] = [await node(), await node()];
    server.echoes = false;
    a.bus.publish(said(1));
    await turns();
    const letter = JSON.parse(a.say.said.at(-1) ?? '') as { rows: string; notes: BusNote[]; from: string };
    const hears = (more: object) =>
      b.hear.emit('message', 'parley:here', JSON.stringify({ ...letter, ...more }));
    hears({
      rows: `${letter.rows.slice(0, 20)}${letter.rows[20] === 'A' ? 'B' : 'A'}${letter.rows.slice(21)}`,
    });
    hears({ rows: 'AAAA' });
    hears({ from: 'another' });
    hears({ notes: [moved(2)] });
    hears({});
    expect(rows(b.heard)).toEqual([undefined, undefined, undefined, undefined, ...rows([said(1)])]);
  });

  it('but for more than a letter takes', async () => {
    const [a, b] = [await node(), await node()];
    const rest = JSON.stringify(rows([said(1, '')])).length;
    a.bus.publish(said(1, 'x'.repeat(limits.letterRowsMax - rest)));
    await turns();
    a.bus.publish(said(2, 'x'.repeat(limits.letterRowsMax - rest + 1)));
    await turns();
    expect(rows(b.heard).map((row) => Boolean(row))).toEqual([true, false]);
  });
});

it('NODE-8: it is up while it receives its own packets, reports the delay, and logs each change once', async () => {
  const a = await node();
  expect([a.bus.state?.().up, a.bus.shared, a.bus.talks, a.lines]).toEqual([true, true, true, []]);
  server.echoes = false;
  await seconds(a.clock, 3);
  expect(a.bus.state?.().up).toBe(true);
  await seconds(a.clock, 3);
  expect([a.bus.state?.().up, a.lines]).toEqual([
    false,
    ['Redis is away: other nodes hear of changes up to a second later'],
  ]);
  server.echoes = true;
  await seconds(a.clock, 4);
  expect([a.bus.state?.(), a.lines]).toEqual([
    { up: true, lagMs: 0, losses: 0 },
    ['Redis is away: other nodes hear of changes up to a second later', 'Redis is back'],
  ]);
  a.hear.emit('message', 'parley:here', 'no letter');
  a.hear.emit('message', 'parley:here', JSON.stringify({ from: 'another', sentMs: 0, notes: [moved(9)] }));
  expect(a.heard).toEqual([moved(9)]);
});

it('NODE-8: its own packet that returns late is reported as the delay', async () => {
  const a = await node();
  server.echoes = false;
  await seconds(a.clock, 1);
  const [text] = a.say.said.slice(-1);
  await a.clock.advance(500);
  a.hear.emit('message', 'parley:here', text);
  expect(a.bus.state?.()).toEqual({ up: true, lagMs: 500, losses: 0 });
});

it('NODE-8: packets without a connection are lost and counted; nothing waits', async () => {
  const a = await node();
  a.say.status = 'reconnecting';
  a.bus.publish(moved(1));
  await turns();
  expect([a.bus.state?.().losses, a.bus.state?.().up]).toEqual([1, false]);
  await seconds(a.clock, 2);
  expect(a.lines).toEqual(['Redis is away: other nodes hear of changes up to a second later']);
  a.say.status = 'ready';
  server.fails = true;
  a.bus.publish(moved(2));
  a.bus.publish(moved(3));
  await turns();
  expect(a.bus.state?.().losses).toBe(3);
  server.fails = false;
  for (let seq = 0; seq < limits.notesWaitingMax + 2; seq += 1) a.bus.publish(moved(seq));
  expect(a.bus.state?.().losses).toBe(5);
});

it('NODE-8: a server that is away at the start is logged once, tried sooner at first, and used when it comes', async () => {
  server.status = 'reconnecting';
  const a = await node();
  await seconds(a.clock, 3);
  expect([a.lines, a.bus.state?.().up]).toEqual([
    ['Redis is not there yet: other nodes hear of changes up to a second later'],
    false,
  ]);
  expect([1, 5, 10, 50].map((tries) => a.say.options.retryStrategy(tries))).toEqual([100, 500, 1_000, 1_000]);
  expect(a.hear.channels.size).toBe(0);
  a.say.status = a.hear.status = 'ready';
  a.hear.emit('ready');
  await seconds(a.clock, 3);
  expect([a.bus.state?.().up, a.lines.at(-1), a.hear.channels.size]).toEqual([true, 'Redis is back', 1]);
});

it.each([
  ['redis_version:5.0.7', '', /Redis 5\.0\.7, at least 6\.0/],
  ['NOAUTH needed', '', /refuses this program/],
  ['redis_version:7.0.0', 'WRONGPASS no', /refuses this program/],
])('NODE-8: a server that cannot be used ends the start: %s %s', async (info, fault, message) => {
  Object.assign(server, { info, fault });
  await expect(node()).rejects.toThrow(message);
  expect((server.all as Connection[]).map(({ status }) => status)).toEqual(['end', 'end']);
});

it('NODE-8: version 6 and one that says none are taken', async () => {
  server.info = 'redis_version:6.0.0';
  expect((await node()).bus.state?.().up).toBe(true);
  server.info = 'redis_mode:standalone';
  expect((await node()).bus.state?.().up).toBe(true);
});

it('NODE-8: at its end it says what waits, and then nothing more', async () => {
  const [a, b] = [await node(), await node()];
  const before = [a.say.said.length, b.say.said.length];
  a.bus.publish(moved(1));
  a.bus.rates?.add('login', 1, 1_000);
  await a.bus.close();
  await b.bus.close();
  expect([b.heard, a.say.status, a.hear.status]).toEqual([[moved(1)], 'end', 'end']);
  expect([a.clock.pending(), b.clock.pending()]).toEqual([0, 0]);
  a.hear.emit('message', 'parley:here', JSON.stringify({ from: 'another', sentMs: 0, notes: [moved(9)] }));
  expect(a.heard).toEqual([]);
  expect([a.say.said.length, b.say.said.length]).toEqual([(before[0] ?? 0) + 1, before[1]]);
});

it('LIMIT-5: counts of a tenth of a second go together, and the total comes back', async () => {
  const a = await node();
  const learned: unknown[] = [];
  a.bus.rates?.learned((...facts) => learned.push(facts));
  a.bus.rates?.add('login', 2, 1_000);
  a.bus.rates?.add('login', 3, 1_000);
  a.bus.rates?.add('search', 1, 0.5);
  await a.clock.advance(limits.ratesEveryMs - 1);
  expect(learned).toEqual([]);
  await a.clock.advance(1);
  await turns();
  expect(learned).toEqual([
    ['login', 5, 700],
    ['search', 1, 700],
  ]);
  expect([...a.say.sums.keys()]).toEqual(['parley:here:login', 'parley:here:search']);
  expect(a.say.spans).toEqual([1_000, 1]);
  a.bus.rates?.add('login', 1, 1_000);
  await a.clock.advance(limits.ratesEveryMs);
  await turns();
  expect(learned.at(-1)).toEqual(['login', 6, 700]);
});

it.each([
  ['a count that ends never', -1, false],
  ['one that has just ended', 0, false],
  ['an answer that did not come', 700, true],
])('LIMIT-5: nothing is learned from %s', async (_, leftMs, fails) => {
  const a = await node();
  const learned: unknown[] = [];
  a.bus.rates?.learned((...facts) => learned.push(facts));
  Object.assign(server, { leftMs, fails });
  a.bus.rates?.add('login', 2, 1_000);
  await a.clock.advance(limits.ratesEveryMs);
  await turns();
  expect(learned).toEqual([]);
});

it('LIMIT-5: without the server nothing is counted together, and what waits is bounded', async () => {
  const a = await node();
  const learned: unknown[] = [];
  a.bus.rates?.learned((key) => learned.push(key));
  a.say.status = 'reconnecting';
  a.bus.rates?.add('login', 1, 1_000);
  await a.clock.advance(limits.ratesEveryMs);
  a.say.status = 'ready';
  for (let at = 0; at < limits.ratesWaitingMax + 10; at += 1) a.bus.rates?.add(`key ${at}`, 1, 1_000);
  await a.clock.advance(limits.ratesEveryMs);
  await turns();
  expect(learned).toHaveLength(limits.ratesWaitingMax);
});
