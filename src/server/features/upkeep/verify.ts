import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { jobLimits as limits } from '../../kernel/job-limits.ts';
import { StoreDamagedError } from '../../kernel/store-errors.ts';

type Parts = Pick<Core, 'store' | 'clock' | 'log' | 'jobs' | 'damage' | 'engineFaults'>;

/**
 * Compares every stored message with its digest, in steps, repeatedly (CHECK-4). Begins anywhere, so that an
 * often restarted node reaches all of them.
 */
export function startVerifying(core: Parts): StopJob {
  if (!core.engineFaults) return () => Promise.resolve();
  let after = Infinity;
  return startJob(core, {
    failed: 'stored messages were not compared with their digests',
    waitMs: () => limits.verifyEveryMs,
    work: async () => {
      const newest = await core.store.read((tx) => tx.checking.newestMessage());
      if (after === Infinity) after = core.clock.nowMs() % Math.max(1, newest);
      if (after >= newest) after = 0;
      const from = after;
      after += limits.verifyStep;
      for (const place of await damagedIn(core, from, after))
        if (core.damage?.note(place))
          core.log.write('error', 'a stored message is damaged', { place, advice: ADVICE });
    },
  });
}

const ADVICE = 'run "npm run admin -- check" and take what is damaged from a copy of before';

async function damagedIn({ store }: Parts, after: number, upTo: number): Promise<readonly string[]> {
  try {
    const rows = await store.read((tx) => tx.checking.damagedMessages(after, upTo));
    return rows.map(({ stream, n }) => `${stream}: message ${n}`);
  } catch (error) {
    if (error instanceof StoreDamagedError)
      return [`messages with numbers ${after + 1} to ${upTo} (${error.message})`];
    throw error;
  }
}
