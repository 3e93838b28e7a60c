import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Conversations being cleared: the ordinal and the author; an interrupted clearing leaves no other trace. */
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
