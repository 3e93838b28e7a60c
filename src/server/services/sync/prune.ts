import { server, stream } from '../../../domain/limits.ts';
import type { Core } from '../../core.ts';

/** Forgets old events in short transactions, so that commands never wait long for it (SYNC-2). Answers how many. */
export async function prune(core: Pick<Core, 'store' | 'clock'>): Promise<number> {
  let total = 0;
  for (;;) {
    const before = core.clock.nowMs() - stream.eventAgeMaxMs;
    const dropped = await core.store.write((tx) => tx.write.prune(before, stream.eventsKeptMax, server.pruneStepMax));
    total += dropped;
    if (dropped < server.pruneStepMax) return total;
  }
}

/** Prunes now and then until stopped. */
export function startPruning(core: Pick<Core, 'store' | 'clock' | 'log'>): () => void {
  let handle: unknown = null;
  let stopped = false;
  const later = () => {
    if (!stopped) handle = core.clock.setTimeout(() => void run(), server.pruneEveryMs);
  };
  const run = async (): Promise<void> => {
    try {
      const dropped = await prune(core);
      if (dropped > 0) core.log.write('info', 'old events pruned', { dropped });
    } catch (error) {
      core.log.write('error', 'pruning failed', { error: String(error) });
    }
    later();
  };
  later();
  return () => {
    stopped = true;
    core.clock.clearTimeout(handle);
  };
}
