import type { ReadTx, WriteTx } from '../../../ports/store.ts';
import type { DatabaseNo } from '../../kernel/store-point.ts';
import type { Parts } from './two-rules.ts';

export const BOTH = [0, 1] as const;

/** Results of both, the first's before. */
export async function ofBoth<T>(
  parts: Parts,
  ask: (tx: ReadTx) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (const at of BOTH) found.push(...(await ask(await parts.read(at))));
  return found;
}

/** Rows of the first in its order, then those of the second: the caller continues after the last of them. */
export async function inTurn<T>(
  parts: Parts,
  from: DatabaseNo,
  limit: number,
  ask: (tx: ReadTx, limit: number, isFresh: boolean) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const rows = await ask(await parts.read(from), limit, false);
  if (from === 1 || rows.length >= limit) return rows;
  return [...rows, ...(await ask(await parts.read(1), limit - rows.length, true))];
}

/** A number of rows of both together. */
export async function upTo(
  parts: Parts,
  limit: number,
  work: (tx: WriteTx, left: number) => Promise<number>,
): Promise<number> {
  const done = await work(await parts.write(0), limit);
  return done >= limit ? done : done + (await work(await parts.write(1), limit - done));
}
