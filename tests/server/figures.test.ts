import { expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/domain/duration.ts';
import type { CopiesState } from '../../src/ports/copies.ts';
import type { Counts, Gauges } from '../../src/ports/meter.ts';
import { daySeries } from '../../src/server/console/parts.ts';
import { startJob } from '../../src/server/kernel/job.ts';
import { copyFigures, operation } from '../../src/server/operation/operation.ts';
import { createFiguresJob } from '../../src/server/operation/figures.ts';
import { systemClock } from '../../src/server/platform/system-adapter.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const { world } = setUpWorld();

const GAUGES: Gauges = {
  sockets: 3,
  users: 2,
  nodes: 0,
  storeWaiting: 0,
  busUp: true,
  busLagMs: 0,
  busLost: 0,
  damaged: 0,
  databaseBytes: 1_000,
  diskFreeBytes: Number.NaN,
  certificateEndSec: Number.NaN,
  backupAgeSec: Number.NaN,
  ...copyFigures(null, systemClock),
};

it('CONSOLE-6: figures of a minute and current values are kept for a day', async () => {
  const { core } = world.server;
  const refusals = new Map([['tooOften', 5]]);
  let counts: Counts = { calls: 10, faults: 0, frames: 4, crowded: 0, cpuMs: 100, memoryBytes: 7, refusals };
  const stop = startJob(
    core,
    createFiguresJob(core, { counts: () => counts }, () => Promise.resolve(GAUGES)),
  );
  const listStored = () => core.store.read((tx) => tx.overview.figures(0, 99));
  const minute = async () => {
    await world.clock.advance(MINUTE);
    await world.settle();
  };
  refusals.set('tooOften', 7).set('noPermission', 1);
  counts = { ...counts, calls: 25, cpuMs: 340.4 };
  await minute();
  expect(await listStored()).toMatchObject([
    {
      figures: { calls: 15, cpuMs: 240, sockets: 3, 'refusal tooOften': 2, 'refusal noPermission': 1 },
    },
  ]);
  expect((await listStored())[0]?.figures).not.toHaveProperty('diskFreeBytes');
  await minute();
  // This period has no refusal.
  expect(Object.keys((await listStored())[1]?.figures ?? {}).join(' ')).not.toContain('refusal');
  await world.clock.advance(DAY + 5 * MINUTE);
  await world.settle();
  const first = (await listStored())[0]?.minute ?? 0;
  expect(core.clock.nowMs() / MINUTE - first).toBeLessThanOrEqual(DAY / MINUTE + 1);
  await stop();
});

const ready = {
  look: () => Promise.resolve({ ready: true, reasons: [], warnings: [] }),
  upgradeLost: () => undefined,
};

it('COPY-12: the health that the console shows has the figures of the copies, too', async () => {
  const { core, gateway } = world.server;
  const state: CopiesState = {
    copiedMs: core.clock.nowMs() - 4_000,
    wholeMs: 0,
    fault: null,
    isLate: false,
    files: null,
    drilledMs: core.clock.nowMs() - DAY,
    drillFault: null,
    isDrillLate: false,
    bytes: 900,
    failures: 3,
    drillFailures: 0,
  };
  const copies = { state: () => state, stop: () => Promise.resolve() };
  expect(await operation(core, gateway, ready, { copies }).gauges()).toMatchObject({
    copiesAgeSec: 4,
    copiesWholeAgeSec: Number.NaN,
    copiesFilesAgeSec: Number.NaN,
    copiesDrillAgeSec: 86_400,
    copiesBytes: 900,
    copiesFailures: 3,
    copiesDrillFailures: 0,
  });
});

const row = (minute: number, node: string, figures: Readonly<Record<string, number>>) => ({
  minute,
  node,
  figures,
});

it('CONSOLE-6: a day in steps, all nodes together; a time at which no node ran is empty', () => {
  const { minutes, lines, refusals } = daySeries(
    [
      row(100, 'a', { calls: 5, sockets: 10, databaseBytes: 70, diskFreeBytes: 9, 'refusal tooOften': 2 }),
      row(100, 'b', { calls: 7, sockets: 20, databaseBytes: 70, diskFreeBytes: 4 }),
      row(101, 'a', { calls: 1, sockets: 12, databaseBytes: 80, diskFreeBytes: 9, 'refusal tooOften': 1 }),
      row(120, 'a', { calls: 3, sockets: 1, databaseBytes: 80, diskFreeBytes: 9, 'refusal badBody': 9 }),
    ],
    100,
    129,
  );
  expect(minutes).toEqual([100, 110, 120]);
  expect(lines).toMatchObject({
    calls: [13, null, 3],
    sockets: [28, null, 1],
    databaseBytes: [80, null, 80],
    diskFreeBytes: [4, null, 9],
  });
  expect(refusals).toEqual([
    { reason: 'badBody', count: 9 },
    { reason: 'tooOften', count: 3 },
  ]);
});
