import type { Compilable, Kysely } from 'kysely';

/** Number of edits of a message; the former text is not stored (EDIT-2). */
export const addRev = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('messages').addColumn('rev', 'integer', (column) => column.notNull().defaultTo(0)),
];
