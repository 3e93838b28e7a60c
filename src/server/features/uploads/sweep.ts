import { uploadLimits as limits } from '../../../domain/limits.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';

/**
 * Removes files that no message, emoji or waiting upload holds any more, rows first (FILE-5). Answers how
 * many.
 */
export async function sweepFiles(core: Core): Promise<number> {
  const ports = core.uploads;
  if (!ports) return 0;
  let [after, swept] = [0, 0];
  for (;;) {
    const before = core.clock.nowMs() - limits.unusedMs;
    const rows = await core.store.read((tx) => tx.files.unused(before, after, limits.sweepStep));
    for (const row of rows) {
      const last = await core.store.write(async (tx) => {
        await tx.files.delete(row.id);
        return (await tx.files.byKey(row.key)) === null;
      });
      // A crash here leaves bytes that nothing names: harmless, and nobody can reach them.
      if (last) await ports.files.remove(row.key);
      swept += 1;
    }
    if (rows.length < limits.sweepStep) return swept;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Sweeps now and then until stopped. */
export const startSweeping = (core: Core): StopJob =>
  startJob(core, {
    failed: 'sweeping of files failed',
    waitMs: () => limits.sweepEveryMs,
    run: async () => void (await sweepFiles(core)),
  });
