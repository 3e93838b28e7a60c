import type { Compilable, Kysely } from 'kysely';
import { assert } from '../../domain/assert.ts';
import type { Tables } from './schema.ts';

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
}

export type Engine = 'sqlite' | 'postgres';

export interface Compiled {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What runs plans: a connection inside a transaction. Repositories get it as an argument, always. */
export interface Executor {
  /** Rows of a query; an empty list for statements that return none. */
  all<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]>;
  /** The same for hundreds of rows and more, in no order: several times cheaper for each value. */
  bulk<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]>;
}

class Slot {
  constructor(readonly name: string) {}
}

export function plan<A extends object, R>(build: Plan<A, R>['build']): Plan<A, R> {
  return { build, compiled: new Map() };
}

/** One plan for each shape of a query, such as the columns that a patch sets or the length of a list. */
export function plans<K extends string | number, A extends object, R = unknown>(
  build: (db: Kysely<Tables>, slots: A, shape: K) => Compilable<R>,
): (shape: K) => Plan<A, R> {
  const known = new Map<K, Plan<A, R>>();
  return (shape) => {
    const found = known.get(shape);
    if (found) return found;
    const made = plan<A, R>((db, slots) => build(db, slots, shape));
    known.set(shape, made);
    return made;
  };
}

export function compile<A extends object, R>(plan: Plan<A, R>, engine: Engine, db: Kysely<Tables>): Compiled {
  const known = plan.compiled.get(engine);
  if (known) return known;
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as A;
  const { sql, parameters } = plan.build(db, slots).compile();
  const made = { sql, parameters };
  plan.compiled.set(engine, made);
  return made;
}

export function bind(compiled: Compiled, args: object): unknown[] {
  const values = args as Readonly<Record<string, unknown>>;
  return compiled.parameters.map((parameter) => {
    if (!(parameter instanceof Slot)) return parameter;
    const value = values[parameter.name];
    assert(value !== undefined, `no value for "${parameter.name}" in: ${compiled.sql}`);
    return value;
  });
}

export async function first<A extends object, R>(sql: Executor, plan: Plan<A, R>, args: A): Promise<R | null> {
  return (await sql.all(plan, args))[0] ?? null;
}
