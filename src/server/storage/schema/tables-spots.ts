import type { Compilable, Kysely } from 'kysely';

/** Where in a message its tokens stand; unknown of those that were put in before (SEARCH-10). */
export const addSpots = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('message_tokens').addColumn('spots', 'text'),
];
