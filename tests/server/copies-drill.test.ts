import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { executeCopies } from '../../src/server/admin/copies.ts';
import { DrillClock } from '../../src/server/copies/drill-clock.ts';
import { drill } from '../../src/server/copies/drill.ts';
import { copiedPlace, START } from '../support/copied.ts';
import { temporaryFolder } from '../support/server.ts';

it('COPY-9: a drill restores aside while others write, compares each table and leaves nothing', async () => {
  const { second, say, copier, copyStore, folder, of } = await copiedPlace();
  const aside = join(folder, 'aside');
  await expect(drill(copyStore, aside, null)).rejects.toThrow('there are no counts and checksums');
  await say();
  await second(2);
  await say(3);
  copier.askForSums();
  while (copier.state.sumsMs === 0) {
    await second();
    await say();
  }
  expect(of('sums')).toHaveLength(1);
  const { tables, atMs } = await drill(copyStore, aside, null);
  expect([tables > 50, atMs]).toEqual([true, copier.state.sumsMs]);
  const executeCommand = (...words: string[]) =>
    executeCopies({ copyStore, files: null, epoch: '', aside }, words);
  expect((await executeCommand('drill'))[0]).toMatch(
    /^All \d+ tables match their state at 2026-11-24T03:00:\d\d\.\d+Z/,
  );
  expect(existsSync(aside)).toBe(false);
});

it('COPY-9: a table that differs, and a copy that does not come back, fail the drill', async () => {
  const { second, say, copier, copyStore, folder, of, place } = await copiedPlace();
  const aside = join(folder, 'aside');
  await say();
  await second(2);
  copier.askForSums();
  while (copier.state.sumsMs === 0) await second();
  const [name = ''] = of('sums');
  const { head } = await copyStore.get(name);
  await copyStore.write(name, { ...(head as object), events: '2 rows, 0' }, Buffer.alloc(0));
  await expect(drill(copyStore, aside, null)).rejects.toThrow(
    /^events came back with \d rows, \w+ instead of 2 rows, 0$/,
  );
  expect(existsSync(aside)).toBe(false);
  const [whole = ''] = of('whole');
  place.write(whole, place.read(whole).subarray(0, 100));
  await expect(drill(copyStore, aside, null)).rejects.toThrow('was changed or cut off');
  expect(readdirSync(folder).filter((one) => one.startsWith('aside'))).toEqual([]);
});

it('COPY-9: a drill comes with the first copies, each night, and an hour after one that failed', async () => {
  const at = {
    ms: START,
    hour: 12,
    fault: null as string | null,
    runs: 0,
    sumsMs: 0,
    shards: [] as number[],
  };
  const file = join(temporaryFolder(), 'copies.json');
  const newClock = () =>
    new DrillClock({
      file,
      nowMs: () => at.ms,
      hour: () => at.hour,
      drill: (shard) => {
        at.runs += 1;
        at.shards.push(shard);
        return Promise.resolve({ fault: at.fault, nextShard: shard + 9 });
      },
    });
  const copier = {
    askForSums: () => void (at.sumsMs = at.ms),
    get state() {
      return { sumsMs: at.sumsMs };
    },
  };
  // One that ended before its first drill.
  newClock();
  let clock = newClock();
  const runsAfter = async (hours: number) => {
    at.ms += hours * 3_600_000;
    for (let n = 0; n < 3; n += 1) {
      clock.turn(copier);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    return at.runs;
  };
  expect(await runsAfter(0)).toBe(1);
  expect(await runsAfter(11)).toBe(1);
  at.hour = 3;
  expect(await runsAfter(0.5)).toBe(1);
  expect(await runsAfter(1)).toBe(2);
  at.hour = 12;
  clock = newClock();
  at.fault = 'it differs';
  expect(await runsAfter(22.5)).toBe(3);
  expect(clock.state.drillFault).toBe('it differs');
  expect(await runsAfter(0.5)).toBe(3);
  at.fault = null;
  expect(await runsAfter(1)).toBe(4);
  expect(clock.state).toEqual({ drilledMs: at.ms, drillFault: null, drillFailures: 1 });
  // Files are read through from where the last good one ended, also by another process.
  expect(at.shards).toEqual([0, 9, 18, 18]);
  expect(newClock().state.drilledMs).toBe(at.ms);
});
