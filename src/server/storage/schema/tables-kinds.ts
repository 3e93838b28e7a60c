import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';

/**
 * What is no text, by its kind: lists of pictures and files read and count no other message. Text, which is
 * most of all, has no row here.
 */
export function indexKinds(db: Kysely<unknown>): readonly Compilable[] {
  return [
    db.schema
      .createIndex('messages_by_kind')
      .on('messages')
      .columns(['stream', 'type', 'n'])
      .where(sql.ref('type'), '<>', sql.lit('text')),
  ];
}
