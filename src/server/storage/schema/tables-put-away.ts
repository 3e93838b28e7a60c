import type { Compilable, Kysely } from 'kysely';
import { required } from './tables.ts';

/** Archived and unread-marked chats (ARCHIVED-1, UNREAD-1). */
export const addPutAway = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('members').addColumn('archived_to', 'bigint'),
  db.schema
    .alterTable('members')
    .addColumn('is_marked', 'boolean', (column) => required(column).defaultTo(false)),
];

/** The message from which a chat is marked as unread (UNREAD-3). */
export const addMarkedFrom = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('members').addColumn('marked_from', 'bigint'),
];
