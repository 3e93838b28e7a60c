import type { Compilable, Kysely } from 'kysely';

/** Positions of tokens in a message; unknown for earlier ones (SEARCH-10). */
export const addSpots = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('message_tokens').addColumn('spots', 'text'),
];
