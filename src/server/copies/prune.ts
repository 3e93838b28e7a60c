import { copyLimits } from '../kernel/copy-limits.ts';
import { seriesAt, startOf } from './names.ts';
import type { SeriesFile } from './names.ts';
import type { CopyTarget } from './target.ts';

/** The complete copy that starts the restorable period since then; undefined without one. */
export const oldestWhole = (names: readonly SeriesFile[], sinceMs: number): SeriesFile | undefined => {
  const wholes = names.filter(({ kind }) => kind === 'whole').toSorted((a, b) => a.atMs - b.atMs);
  return wholes.findLast(({ atMs }) => atMs <= sinceMs) ?? wholes[0];
};

/**
 * Takes away what no second since `sinceMs` needs (COPY-7): all before the last whole copy that is older than
 * that, and parts of whole copies that were never finished. Only while none is being made. Gives way after
 * each few of them; tells how many bytes stay.
 */
export async function* prune(
  target: CopyTarget,
  sinceMs: number,
  report: (bytes: number) => void,
): AsyncGenerator<void> {
  const names = await seriesAt(target);
  const expired = expiredOf(names, sinceMs);
  for (let at = 0; at < expired.length; at += copyLimits.deletesAtOnce) {
    const some = expired.slice(at, at + copyLimits.deletesAtOnce);
    await Promise.all(some.map(({ name }) => target.delete(name)));
    yield;
  }
  const isGone = new Set(expired);
  report(names.reduce((sum, one) => (isGone.has(one) ? sum : sum + one.bytes), 0));
}

function expiredOf(names: readonly SeriesFile[], sinceMs: number): readonly SeriesFile[] {
  const oldest = oldestWhole(names, sinceMs);
  if (oldest === undefined) return [];
  const isOld = (one: SeriesFile): boolean =>
    one.series === oldest.series
      ? one.kind === 'whole'
        ? one.atMs < oldest.atMs
        : one.kind !== 'parts' && one.at < oldest.at
      : startOf(one.series) < startOf(oldest.series);
  const retainedSeries = new Set(
    names
      .filter((one) => one.kind === 'whole' && !isOld(one))
      .map(({ series, beganMs }) => `${series} ${beganMs}`),
  );
  const expired = names.filter((one) =>
    one.kind === 'parts' ? !retainedSeries.has(`${one.series} ${one.beganMs}`) : isOld(one),
  );
  // A complete copy is removed before its parts: leftovers of an interrupted process are found the next time.
  const order = ['whole', 'parts', 'changes', 'sums'] as const;
  return expired.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}
