import { serverLimits } from '../../kernel/limits.ts';
import { streamLimits } from '../../../domain/limits.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { LEDGER_START, forgetExpired, forgetSends } from '../upkeep/forget.ts';

/**
 * Forgets old events in short transactions, so that commands never wait long for it (SYNC-2). Answers how
 * many.
 */
export async function prune(core: Pick<Core, 'store' | 'clock'>): Promise<number> {
  let total = 0;
  for (;;) {
    const before = core.clock.nowMs() - streamLimits.eventAgeMaxMs;
    const dropped = await core.store.write((tx) =>
      tx.streams.prune(before, streamLimits.eventsKeptMax, serverLimits.pruneStepMax),
    );
    total += dropped;
    if (dropped < serverLimits.pruneStepMax) return total;
  }
}

/** Prunes and forgets now and then until stopped. */
export function startPruning(core: Pick<Core, 'store' | 'clock' | 'log'>): StopJob {
  let ledger = LEDGER_START;
  const run = async (): Promise<void> => {
    const dropped = await prune(core);
    if (dropped > 0) core.log.write('info', 'old events pruned', { dropped });
    const expired = await forgetExpired(core);
    const sends = await forgetSends(core, ledger);
    ledger = sends.next;
    if (expired + sends.dropped > 0)
      core.log.write('info', 'old rows forgotten', { expired, sends: sends.dropped });
  };
  return startJob(core, { failed: 'pruning failed', waitMs: () => serverLimits.pruneEveryMs, run });
}
