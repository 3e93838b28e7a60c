import type { Compilable, Kysely } from 'kysely';
import { assert } from '../../domain/assert.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import { storeLimits } from '../kernel/limits.ts';
import type { Tables } from './schema/schema.ts';
import type { StoredMember } from './engine/journal-rows.ts';
import type { Journal } from './engine/journal.ts';
import type { RowKeys } from './engine/row-memory.ts';

/** Data readers beside the writer may use without its rows. */
export interface Ahead {
  member(stream: StreamId, user: UserId): StoredMember | null;
  /** Number of the next transaction; null: use the snapshot's. */
  next(): number | null;
}

/**
 * A query that is built and compiled once and run many times: building and compiling costs as much
 * as running it. Where the values go, the builder gets slots; running puts the arguments in.
 *
 *   const byId = plan((db, a: { id: UserId }) => db.selectFrom('users').selectAll().where('id', '=', a.id));
 *   const rows = await sql.all(byId, { id });
 */
export interface Plan<A, R> {
  readonly build: (db: Kysely<Tables>, slots: A) => Compilable<R>;
  /** Filled at the first run, one for each engine. */
  readonly compiled: Map<Engine, Compiled>;
  /** For plans run by `allCached`: the rows its answer is made from (COMMIT-8). */
  readonly keys?: RowKeys;
  /** It reads no column that waiting lines of the journal change (COMMIT-10). */
  readonly isStill?: true;
}

export type Engine = 'sqlite' | 'postgres';

export interface Compiled {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Positions of the arguments; null for a value in the query itself. */
  readonly slots: readonly (Slot | null)[];
}

/** Runs plans: a connection inside a transaction. Repositories always receive it as an argument. */
export interface Executor {
  /** Rows of a query; an empty list for statements that return none. */
  all<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]>;
  /**
   * The same for rarely changing rows: an engine alone with its database may cache them (COMMIT-8). Callers
   * must not modify them.
   */
  allCached<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]>;
  /** True if it caches them. */
  readonly isCaching: boolean;
  /** True if other queries may follow one that met a damaged page (OPS-20). */
  readonly skipsDamage?: boolean;
  /** Set for the writing connection if commits precede their rows (COMMIT-10). */
  readonly journal?: Journal | null;
  /** Data available without such rows. */
  readonly ahead?: Ahead | null;
  /** The same for hundreds of rows and more, in no order: several times cheaper for each value. */
  bulk<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]>;
  /**
   * Like `bulk`, each row as the list of these values: no objects are made that only live until they are
   * read.
   */
  lists<A extends object, R, const K extends readonly (keyof R & string)[]>(
    plan: Plan<A, R>,
    args: A,
    names: K,
  ): Promise<readonly ListOf<R, K>[]>;
}

/** The values of a row in the order of their names. */
export type ListOf<R, K extends readonly (keyof R)[]> = { readonly [I in keyof K]: R[K[I]] };

class Slot {
  constructor(
    readonly name: string,
    /** Index of the row, if the arguments are a list of rows. */
    readonly row: number | null = null,
  ) {}
}

const slotsOf = <A extends object>(row: number | null): A =>
  new Proxy({}, { get: (_, name) => new Slot(String(name), row) }) as A;

export function plan<A extends object, R>(build: Plan<A, R>['build'], keys?: RowKeys): Plan<A, R> {
  return keys ? { build, compiled: new Map(), keys } : { build, compiled: new Map() };
}

/** A query whose answer is the same while rows wait in the journal: it does not have them written. */
export const stillPlan = <A extends object, R>(build: Plan<A, R>['build']): Plan<A, R> => ({
  build,
  compiled: new Map(),
  isStill: true,
});

/** One plan for each shape of a query, such as the columns that a patch sets or the length of a list. */
export function plans<K extends string | number, A extends object, R = unknown>(
  build: (db: Kysely<Tables>, slots: A, shape: K) => Compilable<R>,
): (shape: K) => Plan<A, R> {
  const plansByShape = new Map<K, Plan<A, R>>();
  return (shape) => {
    const existing = plansByShape.get(shape);
    if (existing) return existing;
    const newPlan = plan<A, R>((db, slots) => build(db, slots, shape));
    plansByShape.set(shape, newPlan);
    return newPlan;
  };
}

export function compile<A extends object, R>(plan: Plan<A, R>, engine: Engine, db: Kysely<Tables>): Compiled {
  const compiled = plan.compiled.get(engine);
  if (compiled) return compiled;
  const { sql, parameters } = plan.build(db, slotsOf<A>(null)).compile();
  const slots = parameters.map((parameter) => (parameter instanceof Slot ? parameter : null));
  const entry = { sql, parameters, slots };
  plan.compiled.set(engine, entry);
  return entry;
}

type Values = Readonly<Record<string, unknown>>;

export function bind(compiled: Compiled, args: object): unknown[] {
  const bound = [...compiled.parameters];
  for (let at = 0; at < bound.length; at += 1) {
    const slot = compiled.slots[at];
    if (slot === null || slot === undefined) continue;
    const value =
      slot.row === null ? (args as Values)[slot.name] : (args as readonly Values[])[slot.row]?.[slot.name];
    // The words only where they are needed: this runs for each value of each statement.
    if (value === undefined) assert(false, `no value for "${slot.name}" in: ${compiled.sql}`);
    bound[at] = value;
  }
  return bound;
}

/**
 * Inserts one or many rows by one statement, in parts of at most `store.insertMax` rows: each size has its
 * own plan. Returned rows are unordered.
 */
export function insertPlan<A extends object, R>(
  build: (db: Kysely<Tables>, rows: readonly A[]) => Compilable<R>,
): (sql: Executor, rows: readonly A[]) => Promise<readonly R[]> {
  const sizes = plans<number, readonly A[], R>((db, _, size) =>
    build(
      db,
      Array.from({ length: size }, (_row, row) => slotsOf<A>(row)),
    ),
  );
  return async (sql, rows) => {
    if (rows.length <= storeLimits.insertMax)
      return rows.length === 0 ? [] : sql.all(sizes(rows.length), rows);
    const results: R[] = [];
    for (let at = 0; at < rows.length; at += storeLimits.insertMax) {
      const part = rows.slice(at, at + storeLimits.insertMax);
      results.push(...(await sql.all(sizes(part.length), part)));
    }
    return results;
  };
}

export async function firstCached<A extends object, R>(
  sql: Executor,
  plan: Plan<A, R>,
  args: A,
): Promise<R | null> {
  return (await sql.allCached(plan, args))[0] ?? null;
}

/** One answer after another: for a few that are mostly remembered. */
export async function eachCached<A extends object, R>(
  sql: Executor,
  plan: Plan<A, R>,
  list: readonly A[],
): Promise<readonly R[]> {
  const results: R[] = [];
  for (const args of list) results.push(...(await sql.allCached(plan, args)));
  return results;
}

export async function firstRow<A extends object, R>(
  sql: Executor,
  plan: Plan<A, R>,
  args: A,
): Promise<R | null> {
  return (await sql.all(plan, args))[0] ?? null;
}
