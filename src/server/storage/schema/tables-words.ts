import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered } from './tables.ts';

/** Messages whose words are not in the index yet. */
export function createUnworded(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('unworded')
      .addColumn('stream', 'text', (column) => column.notNull())
      .addColumn('n', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('unworded_key', ['stream', 'n'])
      .$call(clustered(engine)),
  ];
}
