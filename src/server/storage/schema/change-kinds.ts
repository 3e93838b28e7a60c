import type { Compilable, Expression, Kysely, SqlBool } from 'kysely';
import type { Engine } from '../engine/plan.ts';

/**
 * A change of the schema is of one kind, and each kind says how long it may hold writing up (START-15;
 * docs/decisions/0026-kinds-of-schema-changes.md).
 */
export type Migration = PublishedMigration | SchemaChange;
export type SchemaChange = InstantChange | FillingChange | IndexChange;

/** From before there were kinds: all in one transaction at the start, however long that takes. */
export interface PublishedMigration {
  readonly kind?: undefined;
  readonly version: number;
  statements(db: Kysely<unknown>, engine: Engine): readonly Compilable[];
  /** What cannot be said in statements, after them. */
  fill?(target: MigrationTarget): Promise<void>;
}

/** What a migration needs from a connection that has begun a transaction. */
export interface MigrationTarget {
  readonly engine: Engine;
  readonly builder: Kysely<unknown>;
  run(sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]>;
}

interface Change {
  readonly version: number;
  /**
   * Whether a server of before can go on with the database: all that it reads is as it was, and what it
   * writes is whole, or is filled in once it has gone (START-16).
   */
  readonly keepsOlder: boolean;
}

/**
 * At the start. Only what touches no row that is there: `slowPart` says what that is, and a house test asks
 * it about each (ARCH-9).
 */
export interface InstantChange extends Change {
  readonly kind: 'instant';
  statements(db: Kysely<unknown>, engine: Engine): readonly Compilable[];
}

/**
 * Every row of a table is looked at after the start, some at a time. Whoever reads what is filled in asks
 * `isComplete` and does without it until then.
 */
export interface FillingChange extends Change {
  readonly kind: 'filling';
  /** Instant, at the start, as the column that is to be filled. */
  statements(db: Kysely<unknown>, engine: Engine): readonly Compilable[];
  /** In the order of this key. */
  readonly table: string;
  readonly key: readonly string[];
  /**
   * What is done to the rows of one step; the same once more must change nothing. New rows are whoever writes
   * them's.
   */
  step(db: Kysely<unknown>, rows: Expression<SqlBool>, engine: Engine): readonly Compilable[];
  /** What cannot be said in statements, after them; of the same rows, and as often as one likes. */
  fill?(target: MigrationTarget, rows: Expression<SqlBool>): Promise<void>;
}

/**
 * An index over a table that has rows. `name` is a table on the embedded engine, which can only build an
 * index in one go, and a view with an index below it on PostgreSQL; so both are asked alike: by `columns`,
 * joined to `table` by its `key`. It has no row where one of the columns is null.
 */
export interface IndexChange extends Change {
  readonly kind: 'index';
  readonly name: string;
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
}
