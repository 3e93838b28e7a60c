import { EMPTY } from '../../src/client/state/empty.ts';
import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { outboxLimits } from '../../src/domain/limits.ts';
import { jitter, jitterAbove } from '../../src/domain/duration.ts';
import { silentLog } from '../../src/ports/log.ts';
import { createCatchUp, type CatchUpParts } from '../../src/client/sync/catch-up.ts';

it('SEND-19: a wait differs by a drawn part, up to a quarter; one that the server told is never shorter', () => {
  expect([0, 0.5, 0.999].map((draw) => jitter(1_000, draw))).toEqual([750, 1_000, 1_250]);
  expect([0, 0.5, 0.999].map((draw) => jitterAbove(1_000, draw))).toEqual([1_000, 1_000, 1_250]);
  expect(jitter(0, 0.9)).toBe(0);
});

it('SEND-19: two who were cut off together ask at different times', async () => {
  const clock = createVirtualClock();
  const requests: [number, number][] = [];
  const began = clock.elapsedMs();
  const one = (draw: number) => {
    // Only what a question needs that is never answered.
    const api = {
      call: () => (requests.push([draw, clock.elapsedMs() - began]), Promise.resolve({ ok: false })),
    };
    const sync = { ready: false, cursor: null, positions: new Map() };
    const store = { get: () => ({ config: EMPTY.config, sync }) };
    return createCatchUp({
      clock,
      random: { next: () => draw },
      api,
      store,
      log: silentLog,
      self: () => null,
      done: () => undefined,
    } as unknown as CatchUpParts);
  };
  const both = [one(0), one(0.8)];
  for (const each of both) each.bound();
  await clock.settle();
  await clock.advance((outboxLimits.retryMs[0] ?? 0) * 1.25);
  expect(requests).toEqual([
    [0, 0],
    [0.8, 0],
    [0, 750],
    [0.8, 1_150],
  ]);
  for (const each of both) each.stop();
});
