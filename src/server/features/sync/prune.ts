import { type MessageId, messageId } from '../../../domain/ids.ts';
import { streamLimits } from '../../../domain/limits.ts';
import type { Core } from '../../kernel/core.ts';
import { type StopJob, startJob } from '../../kernel/job.ts';
import { serverLimits } from '../../kernel/limits.ts';

type Keeper = Pick<Core, 'store' | 'clock'>;

/** The beginning of the ledger: no id is empty. */
export const LEDGER_START = messageId('');

/**
 * Forgets operations, logins, codes and invitations that have lived their time, in short transactions
 * (SYNC-7). Answers how many.
 */
export async function forgetExpired({ store }: Keeper): Promise<number> {
  let total = 0;
  for (;;) {
    const dropped = await store.write((tx) => tx.upkeep.deleteExpired(serverLimits.pruneStepMax));
    total += dropped;
    // Each kind may have had as many as one step takes.
    if (dropped < serverLimits.pruneStepMax) return total;
  }
}

/**
 * Scans a part of the ledger of sends and forgets sends that can no longer be repeated (SYNC-7). Scanning is
 * a read beside the commands; only old rows cost a command.
 * @returns the start of the next part
 */
export async function forgetSends(
  { store, clock }: Keeper,
  begin: MessageId,
): Promise<{ readonly next: MessageId; readonly dropped: number }> {
  const before = clock.nowMs() - streamLimits.sendLedgerMs;
  let [after, dropped] = [begin, 0];
  for (let page = 0; page < serverLimits.ledgerPagesMax; page += 1) {
    const rows = await store.read((tx) => tx.ledger.page(after, serverLimits.pruneStepMax));
    const last = rows.at(-1);
    if (!last) return { next: LEDGER_START, dropped };
    const from = after;
    if (rows.some((row) => row.createdAtMs < before))
      dropped += await store.write((tx) => tx.ledger.delete(from, last.id, before));
    if (rows.length < serverLimits.pruneStepMax) return { next: LEDGER_START, dropped };
    after = last.id;
  }
  return { next: after, dropped };
}

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
  const work = async (): Promise<void> => {
    const dropped = await prune(core);
    if (dropped > 0) core.log.write('info', 'old events pruned', { dropped });
    const expired = await forgetExpired(core);
    const sends = await forgetSends(core, ledger);
    ledger = sends.next;
    if (expired + sends.dropped > 0)
      core.log.write('info', 'old rows forgotten', { expired, sends: sends.dropped });
  };
  return startJob(core, { failed: 'pruning failed', waitMs: () => serverLimits.pruneEveryMs, work });
}
