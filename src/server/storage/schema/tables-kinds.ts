import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';

/**
 * Non-text messages by kind: lists of pictures and files need not read or count others. Text, the large
 * majority, has no row here.
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
