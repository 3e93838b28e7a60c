import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered } from './tables.ts';

/** Which uploaded files a moment shows, so that they stay as long as it does. */
export function createMomentFiles(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('moment_files')
      .addColumn('file_id', 'bigint', (column) => column.notNull())
      .addColumn('moment', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('moment_files_key', ['file_id', 'moment'])
      .$call(clustered(engine)),
    schema.createIndex('moment_files_by_moment').on('moment_files').column('moment'),
  ];
}

/** Finds answers to a user without scanning all comments (MOMENT-7). */
export const indexAnswers = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema.createIndex('comments_by_reply').on('comments').columns(['reply_to', 'id']),
];
