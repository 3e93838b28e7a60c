import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { schemaLimits as limits } from '../../kernel/store-limits.ts';

/** Takes deleted words out of the database, also when few users write (DATA-12, DATA-14). */
export function startCleaning(core: Pick<Core, 'store' | 'clock' | 'log' | 'jobs'>): StopJob {
  const { store } = core;
  if (!store.cleanStep) return () => Promise.resolve();
  return startJob(core, {
    failed: 'deleted words were not taken out of the files',
    waitMs: () => limits.cleanEveryMs,
    run: async () => store.cleanStep?.(),
  });
}
