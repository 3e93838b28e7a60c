import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Codes by mail of one day, by who gets and who asked, and whom an administrator has just let in. */
export function createTries(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('code_days')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('used', 'integer', required)
      .addColumn('ends_ms', 'bigint', required)
      .$call(clustered(engine)),
    schema.createIndex('code_days_by_end').on('code_days').column('ends_ms'),
    schema
      .createTable('let_in')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('at_ms', 'bigint', required)
      .$call(clustered(engine)),
  ];
}
