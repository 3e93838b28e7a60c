import { afterEach, expect, it } from 'vitest';
import { silentLog } from '../../src/ports/log.ts';
import { startJob, type StopJob } from '../../src/server/kernel/job.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { createMemoryJob } from '../../src/server/operation/idle-memory.ts';
import { ownMemory } from '../../src/server/platform/memory-adapter.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';

const { idleLookMs, idlePauseMs } = serverLimits;
const idleAfterMs = 3 * idleLookMs;
const MEGABYTE = 1_000_000;
let stop: StopJob = () => Promise.resolve();

afterEach(() => stop());

/** A node that holds 16 MB at first, and 20 again when it has given back. */
function node() {
  const clock = createVirtualClock();
  let [usedMs, heap, collected, rested] = [0, 16 * MEGABYTE, 0, 0];
  stop = startJob(
    { clock, log: silentLog },
    createMemoryJob(
      {
        cpuMs: () => usedMs,
        heapBytes: () => heap,
        collect() {
          collected += 1;
          // Cached rows are dropped before the collection.
          expect(rested).toBe(collected);
          heap = 20 * MEGABYTE;
          return Promise.resolve();
        },
      },
      () => void (rested += 1),
    ),
  );
  return {
    collected: () => collected,
    async lives(ms: number, share: number, holds = heap): Promise<void> {
      heap = holds;
      for (let passed = 0; passed < ms; passed += idleLookMs) {
        usedMs += idleLookMs * share;
        await clock.advance(idleLookMs);
      }
    },
  };
}

it('OPS-15: a quiet node gives back what it held when it was busy, again after it has grown', async () => {
  const one = node();
  await one.lives(idleLookMs, 0);
  await one.lives(idlePauseMs, 0.3, 60 * MEGABYTE);
  await one.lives(idleAfterMs - idleLookMs, 0);
  expect(one.collected()).toBe(0);
  await one.lives(idleLookMs, 0);
  expect(one.collected()).toBe(1);
  await one.lives(10 * idlePauseMs, 0);
  await one.lives(idlePauseMs, 0, 24 * MEGABYTE);
  expect(one.collected()).toBe(1);
  await one.lives(idleLookMs, 0, 26 * MEGABYTE);
  expect(one.collected()).toBe(2);
});

it('OPS-15: memory of a busy moment does not count as left over; once a minute is enough', async () => {
  const one = node();
  await one.lives(idleLookMs, 0);
  await one.lives(idleAfterMs, 0, 60 * MEGABYTE);
  await one.lives(idleLookMs, 0.3, 60 * MEGABYTE);
  await one.lives(idleLookMs, 0, 20 * MEGABYTE);
  await one.lives(idlePauseMs - 4 * idleLookMs, 0, 60 * MEGABYTE);
  expect(one.collected()).toBe(1);
  await one.lives(idleLookMs, 0);
  expect(one.collected()).toBe(2);
});

it('OPS-15: a node that holds no more than at its start, or is busy, is left alone', async () => {
  const one = node();
  await one.lives(idlePauseMs, 0);
  await one.lives(idlePauseMs, 0.03, 60 * MEGABYTE);
  expect(one.collected()).toBe(0);
});

it('OPS-15: the process gives back what nothing holds, and says nothing of it', async () => {
  const events: string[] = [];
  const hear = ({ message }: Error) => void events.push(message);
  process.on('warning', hear);
  const held = Array.from({ length: 1_000 }, () => new WeakRef({}));
  expect(ownMemory.heapBytes()).toBeGreaterThan(MEGABYTE);
  expect(ownMemory.cpuMs()).toBeGreaterThan(0);
  await ownMemory.collect();
  process.emitWarning('of others');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', hear);
  expect(held.filter((one) => one.deref())).toEqual([]);
  expect(events).toEqual(['of others']);
});
