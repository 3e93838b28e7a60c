import { storeLimits } from '../../kernel/limits.ts';
import { plans } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { Compilable, Kysely } from 'kysely';
import type { Tables } from '../schema/schema.ts';

/**
 * Queries with `in (…)`: run in parts of at most `store.listMax`. A part is filled up to a power of two
 * by repeating its last value, so that few shapes of the query exist; repeating changes no answer.
 */
export function listPlan<A extends object, V extends string | number, R>(
  build: (db: Kysely<Tables>, slots: A, list: readonly V[]) => Compilable<R>,
): (sql: Executor, args: A, values: readonly V[]) => Promise<readonly R[]> {
  const shapes = plans<number, A, R>((db, slots, size) => build(db, slots, listSlots<V>(slots, size)));
  return async (sql, args, values) => {
    const rows: R[] = [];
    for (let from = 0; from < values.length; from += storeLimits.listMax) {
      const { size, bound } = fillList(args, values.slice(from, from + storeLimits.listMax));
      const part = await sql.bulk(shapes(size), bound);
      for (const row of part) rows.push(row);
    }
    return rows;
  };
}

const names: string[] = [];

/** Names of list values: cached, as creating one costs more than a lookup. */
const nameOf = (index: number): string => (names[index] ??= `list${index}`);

/** The arguments of one part, `list0` and so on among them, and how many of those there are. */
export function fillList<A extends object, V>(
  args: A,
  part: readonly V[],
): { readonly size: number; readonly bound: A } {
  const size = 2 ** Math.ceil(Math.log2(part.length));
  const bound: Record<string, unknown> = { ...(args as object) };
  for (let index = 0; index < size; index += 1) bound[nameOf(index)] = part[Math.min(index, part.length - 1)];
  return { size, bound: bound as A };
}

/** The slots of such a list, in a query that is built for so many. */
export const listSlots = <V>(slots: object, size: number): readonly V[] =>
  Array.from({ length: size }, (_, index) => (slots as Readonly<Record<string, V>>)[nameOf(index)] as V);

/**
 * Names as JSON, for `json_each`. Written as text: an object of names that were never seen together costs the
 * engine a new shape for each.
 */
export const namesJson = (names: readonly string[]): string =>
  `{${names.map((name) => `${JSON.stringify(name)}:1`).join(',')}}`;
