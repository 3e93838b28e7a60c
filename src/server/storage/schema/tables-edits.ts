import type { Compilable, Kysely } from 'kysely';

/** How often a message was edited; what it said before is kept nowhere (EDIT-2). */
export const addRev = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('messages').addColumn('rev', 'integer', (column) => column.notNull().defaultTo(0)),
];
