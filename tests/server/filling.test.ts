import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { FillLeft, Store } from '../../src/ports/store.ts';
import { schemaLimits as limits } from '../../src/server/kernel/store-limits.ts';
import { startFilling } from '../../src/server/features/upkeep/fill.ts';

it('START-15: steps follow one another with room for others, and end with what is left', async () => {
  const clock = createVirtualClock();
  const answers: FillLeft[] = ['more', 'later', 'more', 'nothing', 'nothing'];
  const steps: number[] = [];
  const lines: string[] = [];
  const store = {
    fillStep: () => {
      steps.push(clock.elapsedMs());
      return Promise.resolve(answers.shift() ?? 'nothing');
    },
  } as Partial<Store> as Store;
  const log = { ...silentLog, write: (_level: string, line: string) => void lines.push(line) };
  const stop = startFilling({ store, clock, log });
  await clock.advance(limits.fillLaterMs + 3 * limits.fillPauseMs + limits.fillLookMs);
  const second = limits.fillPauseMs * 2 + limits.fillLaterMs;
  expect(steps).toEqual([
    limits.fillPauseMs,
    limits.fillPauseMs * 2,
    second,
    second + limits.fillPauseMs,
    second + limits.fillPauseMs + limits.fillLookMs,
  ]);
  expect(lines).toEqual(['the schema is complete']);
  await stop();
  expect(clock.pending()).toBe(0);
});

it('START-15: a store in which nothing is to be filled in is not asked', async () => {
  const clock = createVirtualClock();
  await startFilling({ store: {} as Store, clock, log: silentLog })();
  expect(clock.pending()).toBe(0);
});

it('START-15: others have as long a turn as a step that took long', async () => {
  const clock = createVirtualClock();
  const [began, tookMs]: [number[], number] = [[], limits.fillPauseMs * 7];
  const store = {
    fillStep: () => {
      began.push(clock.elapsedMs());
      if (began.length === 1) clock.pass(tookMs);
      return Promise.resolve('more');
    },
  } as Partial<Store> as Store;
  const stop = startFilling({ store, clock, log: silentLog });
  await clock.advance(limits.fillPauseMs + 2 * tookMs + limits.fillPauseMs);
  const second = limits.fillPauseMs + 2 * tookMs;
  expect(began.slice(0, 3)).toEqual([limits.fillPauseMs, second, second + limits.fillPauseMs]);
  await stop();
});
