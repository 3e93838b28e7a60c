import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/**
 * Reactions: user and emoji, and one row of counts per message, so that opening a chat costs nothing per user
 * (REACT-1).
 */
export function createReactions(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('reactions')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('emoji', 'text', required)
      .addColumn('file_id', 'bigint')
      .addColumn('at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('reactions_key', ['stream', 'n', 'user_id', 'emoji'])
      .$call(clustered(engine)),
    db.schema
      .createTable('reaction_tallies')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('counts', 'text', required)
      .addPrimaryKeyConstraint('reaction_tallies_key', ['stream', 'n'])
      .$call(clustered(engine)),
    // Few are pictures: the index omits the others.
    db.schema
      .createIndex('reactions_by_file')
      .on('reactions')
      .column('file_id')
      .where(sql.ref('file_id'), 'is not', null),
  ];
}
