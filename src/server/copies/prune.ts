import { readName, startOf } from './names.ts';
import type { Named } from './names.ts';
import type { CopyTarget } from './target.ts';

/**
 * Takes away what no second since `sinceMs` needs (COPY-7): all before the last whole copy that is older than
 * that, and parts of whole copies that were never finished. Only while none is being made.
 */
export async function prune(target: CopyTarget, sinceMs: number): Promise<void> {
  const names = (await target.list('')).map(readName).filter((one) => one !== null);
  const wholes = names.filter(({ kind }) => kind === 'whole').toSorted((a, b) => a.atMs - b.atMs);
  const oldest = wholes.findLast(({ atMs }) => atMs <= sinceMs) ?? wholes[0];
  if (oldest === undefined) return;
  const isOld = (one: Named): boolean =>
    one.series === oldest.series
      ? one.kind === 'whole'
        ? one.atMs < oldest.atMs
        : one.kind !== 'parts' && one.at < oldest.at
      : startOf(one.series) < startOf(oldest.series);
  const kept = new Set(
    wholes.filter((one) => !isOld(one)).map(({ series, beganMs }) => `${series} ${beganMs}`),
  );
  const gone = names.filter((one) =>
    one.kind === 'parts' ? !kept.has(`${one.series} ${one.beganMs}`) : isOld(one),
  );
  // A whole copy goes before its parts: what is left by a process that ends is found the next time.
  const order = ['whole', 'parts', 'changes', 'sums'] as const;
  for (const one of gone.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)))
    await target.delete(one.name);
}
