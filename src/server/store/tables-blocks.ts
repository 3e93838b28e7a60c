import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import type { Engine } from './plan.ts';
import { clustered, required } from './tables.ts';

/**
 * Words of messages in blocks of text instead of a row for each pair of characters. What was said before is noted by
 * conversation and taken over later, in steps (`takeOverWords`); the rows of before go in steps, too, on the engine
 * that reads all of a table in order to drop it, and the empty table goes with the next change of the schema.
 */
export function createWordBlocks(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  const statement = (text: string): Compilable => ({ compile: () => sql.raw(text).compile(db) });
  return [
    // Not stored in the order of its key: rows as long as these would leave half of each page empty.
    schema
      .createTable('word_blocks')
      .addColumn('stream', 'text', required)
      .addColumn('from_n', 'bigint', required)
      .addColumn('words', engine === 'sqlite' ? 'text' : sql`text collate "C"`, required)
      .addPrimaryKeyConstraint('word_blocks_key', ['stream', 'from_n']),
    schema
      .createTable('word_backlog')
      .addColumn('stream', 'text', (column) => column.primaryKey().notNull())
      .addColumn('done', 'bigint', required)
      .addColumn('up_to', 'bigint', required)
      .$call(clustered(engine)),
    statement(
      'insert into word_backlog (stream, done, up_to) select stream, 0, count from streams where count > 0',
    ),
    ...(engine === 'postgres' ? [statement('truncate message_tokens')] : []),
  ];
}
