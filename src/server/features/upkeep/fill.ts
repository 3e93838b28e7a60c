import type { FillLeft } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { type StopJob, startJob } from '../../kernel/job.ts';
import { schemaLimits as limits } from '../../kernel/store-limits.ts';

const WAITS: Readonly<Record<FillLeft, number>> = {
  more: limits.fillPauseMs,
  later: limits.fillLaterMs,
  nothing: limits.fillLookMs,
};

/** Continues unfinished schema changes, in short steps (START-15). */
export function startFilling(core: Pick<Core, 'store' | 'clock' | 'log' | 'jobs'>): StopJob {
  const { store, log } = core;
  if (!store.fillStep) return () => Promise.resolve();
  const step = store.fillStep;
  let [left, steps, tookMs]: [FillLeft, number, number] = ['more', 0, 0];
  return startJob(core, {
    failed: 'a change of the schema was not filled in further',
    // Others have as much of the time as the steps do, or more.
    waitMs: () => Math.max(WAITS[left], tookMs),
    work: async () => {
      const beganMs = core.clock.elapsedMs();
      left = await step();
      tookMs = core.clock.elapsedMs() - beganMs;
      if (left === 'nothing' && steps > 0) log.write('info', 'the schema is complete', { steps });
      steps = left === 'nothing' ? 0 : steps + 1;
    },
  });
}

/** Takes deleted words out of the database, also when few users write (DATA-12, DATA-14). */
export function startCleaning(core: Pick<Core, 'store' | 'clock' | 'log' | 'jobs'>): StopJob {
  const { store } = core;
  if (!store.cleanStep) return () => Promise.resolve();
  return startJob(core, {
    failed: 'deleted words were not taken out of the files',
    waitMs: () => limits.cleanEveryMs,
    work: async () => store.cleanStep?.(),
  });
}
