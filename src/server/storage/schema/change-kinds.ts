import type { Compilable, Expression, Kysely, SqlBool } from 'kysely';
import type { Engine } from '../plan.ts';

/**
 * A schema change has one kind, which limits how long it may block writers (START-15;
 * docs/decisions/0026-kinds-of-schema-changes.md).
 */
export type Migration = PublishedMigration | SchemaChange;
export type SchemaChange = InstantChange | FillingChange | IndexChange;

/** Changes from before kinds existed: all in one transaction at the start, regardless of duration. */
export interface PublishedMigration {
  readonly kind?: undefined;
  readonly version: number;
  statements(db: Kysely<unknown>, engine: Engine): readonly Compilable[];
  /** Work that statements cannot express, after them. */
  fill?(target: MigrationTarget): Promise<void>;
}

/** A migration's view of a connection with an open transaction. */
export interface MigrationTarget {
  readonly engine: Engine;
  readonly builder: Kysely<unknown>;
  run(sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]>;
}

interface Change {
  readonly version: number;
  /**
   * True if an earlier server can continue with the database: all that it reads is unchanged, and its writes
   * are complete, or are filled in once it is gone (START-16).
   */
  readonly keepsOlder: boolean;
}

/**
 * Runs at the start. Must touch no existing row: `slowPart` reports violations, and a house test checks each
 * (ARCH-9).
 */
export interface InstantChange extends Change {
  readonly kind: 'instant';
  statements(db: Kysely<unknown>, engine: Engine): readonly Compilable[];
}

/**
 * Processes every row of a table after the start, in steps. Readers of filled data check `isComplete` and
 * manage without it until then.
 */
export interface FillingChange extends Change {
  readonly kind: 'filling';
  /** Instant, at the start, as the column that is to be filled. */
  statements(db: Kysely<unknown>, engine: Engine): readonly Compilable[];
  /** Ordered by this key. */
  readonly table: string;
  readonly key: readonly string[];
  /** Changes the rows of one step; must be idempotent. Writers of new rows fill them themselves. */
  step(db: Kysely<unknown>, rows: Expression<SqlBool>, engine: Engine): readonly Compilable[];
  /** Work that statements cannot express, after them; on the same rows, and repeatable. */
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
