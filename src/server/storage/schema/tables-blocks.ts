import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../plan.ts';
import { clustered, required } from './tables.ts';

const NODE = 'parley (schema ';
/** Name by which a node is known to a shared database. */
export const nodeName = (version: number): string => `${NODE}${version})`;
/** The version in such a name, as a regular expression of PostgreSQL. */
export const NODE_PATTERN = String.raw`^parley \(schema (\d+)\)$`;

/**
 * Older nodes continue for a while without knowledge of blocks. Their index entries are found in the old
 * table; where they empty or delete a message its text is noted, so that it is removed soon.
 */
const NOTED_FOR_OTHERS: readonly string[] = [
  `create function note_words() returns trigger language plpgsql as $$
    begin
      if current_setting('application_name') not like '${NODE}%' then
        insert into unworded (stream, n) values (old.stream, old.n) on conflict do nothing;
      end if;
      return null;
    end $$`,
  'create trigger note_deleted after delete on messages for each row execute function note_words()',
  `create trigger note_emptied after update of content on messages for each row when (new.content = '')
    execute function note_words()`,
];

/**
 * Stores text of messages in blocks instead of a row for each pair of characters. Existing messages are noted
 * by conversation and indexed later, in steps (`takeOverWords`); the old rows are removed in steps, too, on
 * the engine that would read the whole table to drop it, and the empty table stays.
 */
export function createWordBlocks(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  const statement = (text: string): Compilable => ({ compile: () => sql.raw(text).compile(db) });
  return [
    // Not clustered by its key: rows this long would leave half of each page empty.
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
    ...(engine === 'postgres' ? ['truncate message_tokens', ...NOTED_FOR_OTHERS].map(statement) : []),
  ];
}
