import { describe, expect, it } from 'vitest';
import { frameQueue } from '../../src/client/state/frame-queue.ts';
import { codeAgainMs } from '../../src/client/state/limits.ts';
import { playFrames, type RawLine } from '../../src/client/state/play-frames.ts';
import { streamCode } from '../../src/client/state/stream-code.ts';
import type { StreamCode } from '../../src/client/state/store.ts';
import { streamLimits } from '../../src/domain/list-limits.ts';
import { aPosition, facts, self } from '../support/contacts.ts';

const frameOf = (n: number, type = 'simple') => ({
  type,
  time: 1,
  stream: '7-9',
  seq: n,
  data: {
    id: `m${n}`,
    msg_id: n,
    n,
    type: 'text',
    content: 'hi',
    sendTime: 1_700_000_000,
    toContactId: 9,
    fromUser: { id: 9, displayName: 'Nine' },
  },
});
const frame = (n: number) => JSON.stringify(frameOf(n));
const ping = JSON.stringify({ type: 'ping' });

const settle = () => new Promise((done) => void setImmediate(done));

/** A queue whose code of streams loads or fails when the test decides. */
function setUp() {
  let code: StreamCode | null = null;
  const request: { readonly come: (got: StreamCode) => void; readonly fail: () => void }[] = [];
  const timers = new Map<number, { readonly run: () => void; readonly delayMs: number }>();
  const observations: string[] = [];
  const queue = frameQueue(
    {
      clock: {
        nowMs: () => 0,
        elapsedMs: () => 0,
        setTimeout: (run, delayMs) => timers.set(timers.size + 1, { run, delayMs }).size,
        clearTimeout: (no) => void timers.delete(no as number),
      },
      log: { write: (level, what) => void observations.push(`${level}: ${what}`) },
      streams: {
        now: () => code,
        get: () =>
          new Promise((come, fail) => request.push({ come, fail: () => fail(new Error('offline')) })),
      },
    },
    {
      self: () => self.id,
      take: ({ event, place }) => void observations.push(place === null ? event.type : `${place.seq}`),
      onOverflow: () => void observations.push('lost'),
    },
  );
  return {
    queue,
    seen: observations,
    asked: request,
    timers,
    here: () => (code = streamCode),
    arrive: async (): Promise<void> => {
      code = streamCode;
      request.at(-1)?.come(streamCode);
      await settle();
    },
    fail: async (): Promise<void> => {
      request.at(-1)?.fail();
      await settle();
    },
  };
}

describe('frames on their way to the store', () => {
  it('STREAM-18: frames about the socket itself are read at once, and load no code', () => {
    const { queue, seen, asked } = setUp();
    queue.frame(ping);
    expect([seen, asked.length]).toEqual([['pinged'], 0]);
  });

  it('STREAM-18: the first other frame waits, all others behind it; the code is asked for once', async () => {
    const { queue, seen, asked, arrive } = setUp();
    for (const text of [frame(1), ping, frame(2)]) queue.frame(text);
    expect([seen, asked.length]).toEqual([[], 1]);
    await arrive();
    expect(seen).toEqual(['1', 'pinged', '2']);
    queue.frame(frame(3));
    queue.frame(ping);
    expect(seen).toEqual(['1', 'pinged', '2', '3', 'pinged']);
    queue.prepare();
    expect(asked.length).toBe(1);
  });

  it('STREAM-18: a frame that comes with the code already here goes after those that wait', () => {
    const { queue, seen, here } = setUp();
    queue.frame(frame(1));
    here();
    queue.frame(frame(2));
    expect(seen).toEqual(['1', '2']);
  });

  it('STREAM-18: frames of a lost socket go with it, and hold up none of the next one', async () => {
    const { queue, seen, arrive } = setUp();
    let there = true;
    queue.frame(frame(1), () => there);
    queue.frame(frame(2), () => there);
    there = false;
    queue.frame(ping);
    expect(seen).toEqual(['pinged']);
    queue.frame(frame(3));
    await arrive();
    expect(seen).toEqual(['pinged', '3']);
  });

  it('STREAM-13: more than 5,000 that wait are dropped together, and told as lost once', async () => {
    const { queue, seen, arrive } = setUp();
    for (let n = 1; n <= streamLimits.bindHeldMax; n += 1) queue.frame(frame(n));
    expect(seen).toEqual([]);
    queue.frame(frame(streamLimits.bindHeldMax + 1));
    expect(seen).toEqual(['lost']);
    queue.frame(frame(1));
    await arrive();
    expect(seen).toEqual(['lost', '1']);
  });

  it('STREAM-18: code that could not be had is asked for again after a while', async () => {
    const { queue, seen, asked, timers, fail, arrive } = setUp();
    queue.frame(frame(1));
    await fail();
    queue.frame(frame(2));
    expect([asked.length, [...timers.values()].map((one) => one.delayMs)]).toEqual([1, [codeAgainMs]]);
    timers.get(1)?.run();
    expect(asked.length).toBe(2);
    await arrive();
    expect(seen).toEqual(['1', '2']);
  });

  it('STREAM-18: a stopped queue reads nothing and requests nothing', async () => {
    const first = setUp();
    first.queue.frame(frame(1));
    await first.fail();
    first.queue.stop();
    expect(first.timers.size).toBe(0);
    const second = setUp();
    second.queue.frame(frame(1));
    second.queue.stop();
    await second.fail();
    expect(second.timers.size).toBe(0);
    const third = setUp();
    third.queue.frame(frame(1));
    third.queue.stop();
    await third.arrive();
    expect(third.seen).toEqual([]);
    const fourth = setUp();
    fourth.queue.stop();
    fourth.queue.prepare();
    expect(fourth.asked).toEqual([]);
  });

  it('WIRE-5: unreadable frames are logged, unknown kinds pass', async () => {
    const { queue, seen, arrive } = setUp();
    for (const text of ['no frame', JSON.stringify({ type: 'of a later day' }), frame(1)]) queue.frame(text);
    await arrive();
    expect(seen).toEqual(['warn: frame not understood', '1']);
  });
});

describe('frames of a script', () => {
  it('STORE-11: log lines are reported at their times, except for unreadable ones', () => {
    const list = { contacts: [facts(9, { position: aPosition('7-9') })], epoch: 'e', cursor: 'c' };
    const lines: readonly RawLine[] = [
      { atMs: 1, origin: 'local', event: { type: 'signedIn', self } },
      { atMs: 1, origin: 'local', event: { type: 'contactsLoaded', ...list, selfSeq: 0, applications: 0 } },
      { atMs: 2, origin: 'frame', event: frameOf(1) },
      { atMs: 3, origin: 'frame', event: { type: 'of a later day' } },
      { atMs: 4, origin: 'frame', event: { type: 'simple', stream: '7-9', seq: 2, data: null } },
      { atMs: 5, origin: 'frame', event: frameOf(3) },
      { atMs: 900, origin: 'frame', event: frameOf(2) },
      // A clock that was set back.
      { atMs: 800, origin: 'frame', event: frameOf(4) },
    ];
    const report = playFrames(lines).map(({ atMs, origin, event }) => [
      atMs,
      origin === 'live' && event.place !== null ? event.place.seq : origin,
    ]);
    expect(report).toEqual([
      [1, 'local'],
      [1, 'local'],
      [2, 1],
      [900, 2],
      [900, 3],
      [900, 4],
    ]);
  });
});
