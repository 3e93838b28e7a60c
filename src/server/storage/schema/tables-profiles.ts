import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Users whose name or picture changed, how often, and in which last transaction. */
export function createProfiles(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('profiles')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('rev', 'bigint', required)
      .addColumn('tx', 'bigint', required)
      .$call(clustered(engine)),
    schema.createIndex('profiles_by_tx').on('profiles').column('tx'),
  ];
}
