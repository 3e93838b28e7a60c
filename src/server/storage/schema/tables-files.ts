import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, numbered, required } from './tables.ts';

/** Files, emoji, what messages hold which file, and the words of messages. */
export function createFileTables(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  // Token ranges are code-point ranges, regardless of the database's locale.
  const token = engine === 'sqlite' ? sql`text` : sql`text collate "C"`;
  return [
    schema
      .createTable('files')
      .$call(numbered(engine, 'id'))
      .addColumn('user_id', 'bigint', required)
      .addColumn('name', 'text', required)
      .addColumn('ext', 'text', required)
      .addColumn('mime', 'text', required)
      .addColumn('cate', 'integer', required)
      .addColumn('size', 'bigint', required)
      .addColumn('digest', 'text', required)
      .addColumn('key', 'text', required)
      .addColumn('purpose', 'text', required)
      .addColumn('details', 'text')
      .addColumn('created_at_ms', 'bigint', required),
    schema.createIndex('files_by_digest').on('files').columns(['digest', 'purpose']),
    schema.createIndex('files_by_key').on('files').column('key'),
    schema.createIndex('files_by_user').on('files').columns(['user_id', 'id']),
    schema
      .createTable('message_files')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('file_id', 'bigint', required)
      .addColumn('cate', 'integer', required)
      .addPrimaryKeyConstraint('message_files_key', ['stream', 'n'])
      .$call(clustered(engine)),
    schema.createIndex('message_files_by_file').on('message_files').columns(['file_id', 'stream', 'n']),
    schema
      .createTable('emoji')
      .$call(numbered(engine, 'id'))
      .addColumn('user_id', 'bigint', required)
      .addColumn('file_id', 'bigint', required)
      .addColumn('name', 'text', required)
      .addColumn('place', 'bigint', required),
    schema.createIndex('emoji_by_user').unique().on('emoji').columns(['user_id', 'file_id']),
    schema.createIndex('emoji_by_place').on('emoji').columns(['user_id', 'place']),
    schema.createIndex('emoji_by_file').on('emoji').column('file_id'),
    schema
      .createTable('message_tokens')
      .addColumn('stream', 'text', required)
      .addColumn('token', token, required)
      .addColumn('n', 'bigint', required)
      .addPrimaryKeyConstraint('message_tokens_key', ['stream', 'token', 'n'])
      .$call(clustered(engine)),
  ];
}
