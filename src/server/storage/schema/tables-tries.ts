import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Mailed codes of one day, by recipient and requester, and users an administrator has just unlocked. */
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
