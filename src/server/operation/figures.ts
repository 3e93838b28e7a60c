import type { Counts, Gauges, Meter } from '../../ports/meter.ts';
import { consoleLimits as limits } from '../kernel/limits.ts';
import type { Core } from '../kernel/core.ts';
import type { Job } from '../kernel/job.ts';
import { DAY, MINUTE } from '../../domain/duration.ts';

type Parts = Pick<Core, 'store' | 'clock' | 'ids' | 'lateMs'>;

/** Prefix of a refusal's reason in metrics. */
export const REFUSAL = 'refusal ';

/**
 * Stores once a minute this node's counts since the previous minute and its present values, for the last day
 * only (CONSOLE-6).
 */
export function createFiguresJob(
  { store, clock, ids, lateMs }: Parts,
  meter: Pick<Meter, 'counts'>,
  gauges: () => Promise<Gauges>,
): Job {
  const node = ids.hex(8);
  let before = copied(meter.counts());
  return {
    failed: 'figures of the last day were not kept',
    waitMs: () => limits.figuresEveryMs,
    async work() {
      const now = meter.counts();
      const figures = {
        ...since(before, now),
        ...withoutUnknown(await gauges()),
        lateMs: Math.round(lateMs?.() ?? 0),
      };
      const minute = Math.floor(clock.nowMs() / MINUTE);
      await store.write(async (tx) => {
        await tx.overview.noteFigures({ minute, node, figures });
        await tx.overview.dropFigures(minute - DAY / MINUTE);
      });
      before = copied(now);
    },
  };
}

/** The reasons go on being counted in the same map. */
const copied = (counts: Counts): Counts => ({ ...counts, refusals: new Map(counts.refusals) });

function since(before: Counts, now: Counts): Readonly<Record<string, number>> {
  const refusals = [...now.refusals]
    .map(([reason, count]) => [REFUSAL + reason, count - (before.refusals.get(reason) ?? 0)] as const)
    .filter(([, count]) => count > 0);
  return {
    calls: now.calls - before.calls,
    faults: now.faults - before.faults,
    frames: now.frames - before.frames,
    crowded: now.crowded - before.crowded,
    cpuMs: Math.round(now.cpuMs - before.cpuMs),
    memoryBytes: now.memoryBytes,
    ...Object.fromEntries(refusals),
  };
}

function withoutUnknown({ busUp, ...gauges }: Gauges): Readonly<Record<string, number>> {
  const entries = Object.entries({ ...gauges, busUp: Number(busUp) });
  return Object.fromEntries(entries.filter(([, value]) => Number.isFinite(value)));
}
