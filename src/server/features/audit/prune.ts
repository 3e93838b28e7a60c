import { DAY } from '../../../domain/duration.ts';
import type { AuditPlace, ReadTx } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { auditLimits as limits } from '../../kernel/limits.ts';

/** The last of the oldest entries, one after another, that are older than this; null: none is. */
async function lastBefore(tx: ReadTx, ms: number): Promise<AuditPlace | null> {
  const rows = await tx.audit.page((await tx.audit.ends()).start.n, limits.page);
  const young = rows.findIndex(({ atMs }) => atMs >= ms);
  return rows[(young === -1 ? rows.length : young) - 1] ?? null;
}

/**
 * If the operator configured it, entries are deleted after a number of days, the oldest first. The new start
 * of the chain is stored, so that the rest can still be verified, and the deletion itself is an entry
 * (AUDIT-5).
 */
export async function pruneAudit(
  { store, clock, passwords }: Pick<Core, 'store' | 'clock' | 'passwords'>,
  days: number,
): Promise<number> {
  const before = clock.nowMs() - days * DAY;
  for (let removed = 0; ;) {
    if ((await store.read((tx) => lastBefore(tx, before))) === null) return removed;
    removed += await store.write(async (tx) => {
      // Checked again: only one of several nodes does it.
      const last = await lastBefore(tx, before);
      if (last === null) return 0;
      const was = (await tx.audit.ends()).start.n;
      await noteAudit(passwords, tx, { by: 'server', what: 'audit pruned', facts: { upTo: last.n } });
      await tx.audit.prune({ n: last.n, hash: last.hash });
      return last.n - was;
    });
  }
}

/** Logs the end of the chain daily: a record outside of the database to compare with (AUDIT-4). */
export function startPruningAudit(core: Core): StopJob {
  const work = async (): Promise<void> => {
    const days = core.settings.auditDays ?? 0;
    const dropped = days === 0 ? 0 : await pruneAudit(core, days);
    const { head } = await core.store.read((tx) => tx.audit.ends());
    if (head.n > 0) core.log.write('info', 'audit', { entries: head.n, hash: head.hash, dropped });
  };
  return startJob(core, {
    failed: 'the audit was not looked after',
    waitMs: () => limits.pruneEveryMs,
    work,
  });
}
