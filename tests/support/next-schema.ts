import { sql, type Kysely } from 'kysely';
import type {
  FillingChange,
  IndexChange,
  InstantChange,
  Migration,
} from '../../src/server/storage/schema/change-kinds.ts';
import { MIGRATIONS } from '../../src/server/storage/schema/migrations.ts';

/** Changes that no version has made: one of each kind, over tables that have the most rows. */
const notes: InstantChange = {
  kind: 'instant',
  version: 1_001,
  keepsOlder: true,
  statements: (db) => [
    db.schema
      .createTable('margin_notes')
      .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('words', 'text', (column) => column.notNull()),
    db.schema.createIndex('margin_notes_by_words').on('margin_notes').column('words'),
    db.schema.alterTable('messages').addColumn('tone', 'integer', (column) => column.notNull().defaultTo(7)),
  ],
};

type Filled = Kysely<{ messages: { size: number | null }; members: { letters: number | null } }>;

export const sizes: FillingChange = {
  kind: 'filling',
  version: 1_002,
  keepsOlder: true,
  statements: (db) => [db.schema.alterTable('messages').addColumn('size', 'bigint')],
  table: 'messages',
  key: ['msg_id'],
  step: (db, rows) => [
    (db as Filled)
      .updateTable('messages')
      .set({ size: sql<number>`length(content)` })
      .where(rows),
  ],
};

export const byTime: IndexChange = {
  kind: 'index',
  version: 1_003,
  keepsOlder: true,
  name: 'messages_by_time',
  table: 'messages',
  key: ['msg_id'],
  columns: ['sent_at_ms', 'pid'],
};

/** A table with a key of two columns. */
const letters: FillingChange = {
  kind: 'filling',
  version: 1_004,
  keepsOlder: true,
  statements: (db) => [db.schema.alterTable('members').addColumn('letters', 'bigint')],
  table: 'members',
  key: ['stream', 'user_id'],
  step: (db, rows) => [
    (db as Filled)
      .updateTable('members')
      .set({ letters: sql<number>`length(stream) + user_id` })
      .where(rows),
  ],
};

/** No older version works after this change. */
const renamed: InstantChange = {
  kind: 'instant',
  version: 1_005,
  keepsOlder: false,
  statements: (db) => [
    db.schema.createTable('other_words').addColumn('id', 'bigint', (column) => column.primaryKey().notNull()),
  ],
};

export const NEXT: readonly Migration[] = [...MIGRATIONS, notes, sizes, byTime, letters];
export const TOO_NEW: readonly Migration[] = [...NEXT, renamed];
