import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, numbered, required } from './tables.ts';

/** Codes by mail, marks of announcements, moments. */
export function createPeopleTables(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('codes')
      .addColumn('account', 'text', required)
      .addColumn('purpose', 'text', required)
      .addColumn('hash', 'text', required)
      .addColumn('sent_at_ms', 'bigint', required)
      .addColumn('expires_at_ms', 'bigint', required)
      .addColumn('tries', 'integer', required)
      .addPrimaryKeyConstraint('codes_key', ['account', 'purpose'])
      .$call(clustered(engine)),
    schema
      .createTable('notice_marks')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('mark', 'bigint', required),
    schema
      .createTable('moments')
      .$call(numbered(engine, 'id'))
      .addColumn('author', 'bigint', required)
      .addColumn('content', 'text', required)
      .addColumn('pictures', 'text', required)
      .addColumn('created_at_ms', 'bigint', required),
    schema.createIndex('moments_by_author').on('moments').columns(['author', 'id']),
    schema
      .createTable('likes')
      .addColumn('moment', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('likes_key', ['moment', 'user_id'])
      .$call(clustered(engine)),
    schema
      .createTable('comments')
      .$call(numbered(engine, 'id'))
      .addColumn('moment', 'bigint', required)
      .addColumn('author', 'bigint', required)
      .addColumn('reply_to', 'bigint')
      .addColumn('content', 'text', required)
      .addColumn('created_at_ms', 'bigint', required),
    schema.createIndex('comments_by_moment').on('comments').columns(['moment', 'id']),
  ];
}
