import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/**
 * Mentions for which a member's mark does not speak (COUNT-14, COUNT-15): above it, those that the member
 * has read one by one; up to it (`unread`), those that an edit added after the member had read as far.
 */
export function createMentionsApart(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('mentions_apart')
      .addColumn('stream', 'text', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('n', 'bigint', required)
      .addColumn('unread', 'integer', required)
      .addPrimaryKeyConstraint('mentions_apart_key', ['stream', 'user_id', 'n'])
      .$call(clustered(engine)),
    db.schema.createIndex('mentions_apart_by_message').on('mentions_apart').columns(['stream', 'n']),
  ];
}
