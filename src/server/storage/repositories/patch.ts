import { assert } from '../../../domain/assert.ts';
import { plans } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { Compilable, Kysely } from 'kysely';
import type { Tables } from '../schema/schema.ts';

/**
 * Updates by patch: only the fields that are present are set. One compiled query for each set of
 * columns that callers really use. Arguments of `where` must not be named like a column.
 */
export function patchPlan<K extends object, C extends object>(
  build: (db: Kysely<Tables>, key: K, columns: C) => Compilable,
): (sql: Executor, key: K, columns: Partial<C>) => Promise<void> {
  const shapes = plans<string, K>((db, slots, shape) => {
    const values = slots as unknown as Readonly<Record<string, unknown>>;
    const columns = Object.fromEntries(shape.split(',').map((name) => [name, values[name]]));
    return build(db, slots, columns as C);
  });
  return async (sql, key, columns) => {
    const present = Object.entries(columns).filter(([, value]) => value !== undefined);
    if (present.length === 0) return;
    for (const [name] of present) assert(!(name in key), `${name} is both key and column`);
    const shape = present
      .map(([name]) => name)
      .toSorted()
      .join(',');
    await sql.all(shapes(shape), { ...key, ...Object.fromEntries(present) });
  };
}

/** JSON text of a field that may be left alone (undefined) or emptied (null). */
export const jsonOr = (value: unknown): string | null | undefined =>
  value === undefined || value === null ? value : JSON.stringify(value);
