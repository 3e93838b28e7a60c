import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Lines a user has seen above their read mark: those of calls that they took or refused (CALL-41). */
export function createSeen(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('seen')
      .addColumn('stream', 'text', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('n', 'bigint', required)
      .addPrimaryKeyConstraint('seen_key', ['stream', 'user_id', 'n'])
      .$call(clustered(engine)),
  ];
}
