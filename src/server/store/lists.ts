import { store } from '../../domain/limits.ts';
import { plans } from './plan.ts';
import type { Executor } from './plan.ts';
import type { Compilable, Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/**
 * Queries with `in (…)`: run in parts of at most `store.listMax`. A part is filled up to a power of two
 * by repeating its last value, so that few shapes of the query exist; repeating changes no answer.
 */
export function listPlan<A extends object, V extends string | number, R>(
  build: (db: Kysely<Tables>, slots: A, list: readonly V[]) => Compilable<R>,
): (sql: Executor, args: A, values: readonly V[]) => Promise<readonly R[]> {
  const shapes = plans<number, A, R>((db, slots, size) => {
    const named = slots as unknown as Readonly<Record<string, V>>;
    const list = Array.from({ length: size }, (_, index) => named[`list${index}`] as V);
    return build(db, slots, list);
  });
  return async (sql, args, values) => {
    const rows: R[] = [];
    for (let from = 0; from < values.length; from += store.listMax) {
      const part = values.slice(from, from + store.listMax);
      const size = 2 ** Math.ceil(Math.log2(part.length));
      const bound: Record<string, unknown> = { ...(args as object) };
      for (let index = 0; index < size; index += 1) bound[`list${index}`] = part[Math.min(index, part.length - 1)];
      const found = await sql.bulk(shapes(size), bound as A);
      for (const row of found) rows.push(row);
    }
    return rows;
  };
}
