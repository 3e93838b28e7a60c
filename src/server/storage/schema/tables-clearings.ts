import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/**
 * Conversations that are being cleared: up to which ordinal, and by whom; of a clearing that was cut off
 * nothing else would tell.
 */
export function createClearings(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('clearings')
      .addColumn('stream', 'text', (column) => column.primaryKey().notNull())
      .addColumn('n', 'bigint', required)
      .addColumn('by_user', 'bigint')
      .$call(clustered(engine)),
  ];
}
