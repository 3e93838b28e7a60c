import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Consumed quotas by name, until the day that began with the first use ends. */
export function createSpent(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('spent')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('used', 'bigint', required)
      .addColumn('ends_ms', 'bigint', required)
      .$call(clustered(engine)),
    schema.createIndex('spent_by_end').on('spent').column('ends_ms'),
  ];
}
