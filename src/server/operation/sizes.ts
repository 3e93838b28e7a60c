import { serverLimits } from '../kernel/limits.ts';
import type { Core } from '../kernel/core.ts';

/** Bytes; not a number where it is not known. */
export interface Sizes {
  readonly databaseBytes: number;
  readonly diskFreeBytes: number;
}

const orUnknown = (asked: Promise<number> | undefined): Promise<number> =>
  asked?.catch(() => Number.NaN) ?? Promise.resolve(Number.NaN);

/** Sizes of stored data, measured at most once per interval for any number of requests (OPS-3). */
export function createSizes({ store, uploads, clock }: Pick<Core, 'store' | 'uploads' | 'clock'>) {
  let last: { readonly untilMs: number; readonly sizes: Promise<Sizes> } | null = null;
  const look = async (): Promise<Sizes> => ({
    databaseBytes: await orUnknown(store.read((tx) => tx.history.bytes())),
    diskFreeBytes: await orUnknown(uploads?.files.freeBytes?.()),
  });
  return (): Promise<Sizes> => {
    const now = clock.elapsedMs();
    if (last === null || now >= last.untilMs)
      last = { untilMs: now + serverLimits.sizesEveryMs, sizes: look() };
    return last.sizes;
  };
}
