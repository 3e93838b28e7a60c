import { StoreDamagedError } from '../../kernel/store-errors.ts';
import type { Executor } from '../plan.ts';

/** Returns true if the query met a damaged page, and others may follow it. */
export const mayGoOn = (sql: Executor, error: unknown): boolean =>
  sql.skipsDamage === true && error instanceof StoreDamagedError;

/**
 * Reads a list of keys. If a page of some is damaged, reads the others, and `instead` of those that need it
 * (OPS-20).
 */
export async function readable<K, R>(
  sql: Executor,
  keys: readonly K[],
  read: (some: readonly K[]) => Promise<readonly R[]>,
  instead: (some: readonly K[]) => Promise<readonly R[]> = () => Promise.resolve([]),
): Promise<readonly R[]> {
  try {
    return await read(keys);
  } catch (error) {
    if (!mayGoOn(sql, error)) throw error;
    if (keys.length === 1) return instead(keys);
    const half = Math.ceil(keys.length / 2);
    const parts = [keys.slice(0, half), keys.slice(half)];
    return [
      ...(await readable(sql, parts[0] ?? [], read, instead)),
      ...(await readable(sql, parts[1] ?? [], read, instead)),
    ];
  }
}
