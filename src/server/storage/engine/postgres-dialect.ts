import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Client, CustomTypesConfig } from 'pg';
import { StoreError } from '../../kernel/store-errors.ts';
import { bind, compile } from '../plan.ts';
import type { Executor, ListOf, Plan } from '../plan.ts';
import { postgresStoreError } from './postgres-errors.ts';
import { statementNames } from './postgres-names.ts';
import type { Tables } from '../schema/schema.ts';

/** The query builder for the second engine. Like the other it only builds and compiles. */
export const postgresBuilder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const INT8 = 20;
/** Flags and texts as they come, whole numbers as numbers: ids and counts stay far below 2^53. */
const asItIs = (text: string | Buffer): string => String(text);
const toNumber = (text: string | Buffer): number => Number(text);
const PARSERS: ReadonlyMap<number, (text: string | Buffer) => unknown> = new Map<
  number,
  (text: string | Buffer) => unknown
>([
  [16, (text) => String(text) === 't'],
  [INT8, toNumber],
  [21, toNumber],
  [23, toNumber],
]);
/** Converts a column's text by its type. */
export const valueOf = (oid: number, text: string): unknown => PARSERS.get(oid)?.(text) ?? text;
const TYPES: CustomTypesConfig = { getTypeParser: (oid: number) => PARSERS.get(oid) ?? asItIs };

/** The one character this engine cannot store; calls refuse it earlier. */
export const storable = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
const storableOr = (value: unknown): unknown => (typeof value === 'string' ? storable(value) : value);

const nameOf = statementNames('s');

/** Runs plans in a transaction, independent of how statements are sent. */
export abstract class PostgresPlans implements Executor {
  /** Other nodes write into the same database. */
  readonly isCaching = false;

  /** `asLists`: each row as the list of its values. */
  protected abstract execute(
    sql: string,
    values: readonly unknown[],
    asLists?: boolean,
  ): Promise<readonly unknown[]>;

  async all<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]> {
    const compiled = compile(plan, 'postgres', postgresBuilder);
    return (await this.execute(compiled.sql, bind(compiled, args))) as R[];
  }

  allCached<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]> {
    return this.all(plan, args);
  }

  bulk<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]> {
    return this.all(plan, args);
  }

  async lists<A extends object, R, const K extends readonly (keyof R & string)[]>(
    plan: Plan<A, R>,
    args: A,
    names: K,
  ): Promise<readonly ListOf<R, K>[]> {
    const compiled = compile(plan, 'postgres', postgresBuilder);
    const text = `select ${names.map((name) => `"${name}"`).join(', ')} from (${compiled.sql}) as "rows"`;
    return (await this.execute(text, bind(compiled, args), true)) as unknown as ListOf<R, K>[];
  }
}

/**
 * Runs statements of one transaction on one connection, strictly one after another. Statements after its end
 * are refused: another transaction has the connection by then.
 */
export class PostgresExecutor extends PostgresPlans {
  private last: Promise<unknown> = Promise.resolve();
  private open = true;

  constructor(private readonly client: Pick<Client, 'query'>) {
    super();
  }

  /** @throws what `storeError` makes of the engine's error */
  override execute(
    sql: string,
    values: readonly unknown[] = [],
    asLists = false,
  ): Promise<readonly unknown[]> {
    if (!this.open) return Promise.reject(new StoreError('the transaction has ended'));
    const name = nameOf(sql);
    const result = this.last.then(async () => {
      try {
        const query = {
          text: sql,
          values: values.map(storableOr),
          types: TYPES,
          ...(asLists && { rowMode: 'array' }),
        };
        return (await this.client.query(name === null ? query : { ...query, name })).rows as unknown[];
      } catch (error) {
        throw postgresStoreError(error);
      }
    });
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when nothing runs here any longer. */
  async end(): Promise<void> {
    this.open = false;
    await this.last;
  }
}
