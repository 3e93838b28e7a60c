import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/**
 * Mentions not covered by a member's mark (COUNT-14, COUNT-15): above it, those the member has read one by
 * one; up to it (`unread`), those an edit added after the member had read that far.
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
