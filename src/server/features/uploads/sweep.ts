import { uploadLimits as limits } from '../../../domain/limits.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';

/**
 * Removes files that no message, emoji or waiting upload holds any more, rows first (FILE-5). Answers how
 * many.
 */
export async function sweepFiles(core: Core, rows: RowRetries = NO_RETRIES): Promise<number> {
  const ports = core.uploads;
  if (!ports) return 0;
  let [after, count] = [0, 0];
  for (;;) {
    const before = core.clock.nowMs() - limits.unusedMs;
    const unused = await core.store.read((tx) => tx.files.unused(before, after, limits.sweepStep));
    for (const { id, key } of unused) {
      const isSwept = await rows.attempt(id, async () => {
        const [isUnused, isLast] = await deleteUnused(core, { id, key });
        // A crash here leaves unreferenced bytes: harmless and unreachable.
        if (isUnused && isLast) await ports.files.remove(key);
        return isUnused;
      });
      if (isSwept) count += 1;
    }
    if (unused.length < limits.sweepStep) return count;
    after = unused.at(-1)?.id ?? after;
  }
}

/** A message may hold it since it was listed. Also returns true if no other file has its bytes. */
const deleteUnused = (
  { store }: Core,
  { id, key }: { readonly id: number; readonly key: string },
): Promise<readonly [isUnused: boolean, isLast: boolean]> =>
  store.write(async (tx) => {
    const isUnused = await tx.files.isUnused(id);
    if (isUnused) await tx.files.delete(id);
    return [isUnused, (await tx.files.byKey(key)) === null] as const;
  });

/**
 * Removes files whose last message, moment or emoji was deleted. Each stays noted until its bytes are gone,
 * so that a crash leaves none (FILE-5). Answers how many.
 */
export async function sweepReleased(core: Core, rows: RowRetries = NO_RETRIES): Promise<number> {
  const ports = core.uploads;
  if (!ports) return 0;
  let count = 0;
  const most = limits.sweepStep + rows.waiting;
  for (const { id, key } of await core.store.read((tx) => tx.files.released(most))) {
    const isSwept = await rows.attempt(id, async () => {
      const [isUnused, isLast] = await deleteUnused(core, { id, key });
      if (isLast) await ports.files.remove(key);
      await core.store.write((tx) => tx.files.endRelease(id));
      return isUnused;
    });
    if (isSwept) count += 1;
  }
  return count;
}

/** Sweeps released files soon, and looks for others now and then, until stopped. */
export function startSweeping(core: Core): StopJob {
  const rows = new FailedRows(core, 'an unused file was not removed');
  let lastSweepMs = core.clock.elapsedMs();
  return startJob(core, {
    rows,
    failed: 'sweeping of files failed',
    waitMs: () => limits.releasedEveryMs,
    work: async () => {
      await sweepReleased(core, rows);
      if (core.clock.elapsedMs() - lastSweepMs < limits.sweepEveryMs && rows.waiting === 0) return;
      await sweepFiles(core, rows);
      lastSweepMs = core.clock.elapsedMs();
    },
  });
}
