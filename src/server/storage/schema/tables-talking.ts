import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered } from './tables.ts';

/** Calls that were answered and are not over: since when, and when a server last followed them. */
export function createTalking(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('talking')
      .addColumn('msg_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('since_ms', 'bigint', (column) => column.notNull())
      .addColumn('seen_ms', 'bigint', (column) => column.notNull())
      .$call(clustered(engine)),
  ];
}
