import type { Compilable, Kysely } from 'kysely';
import { required } from './tables.ts';

/**
 * Up to which ordinal a conversation was cleared: one line for all who are in it. Of those that were cleared
 * before, each member's own row says it (COUNT-10).
 */
export const addCleared = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('streams').addColumn('cleared', 'bigint', (column) => required(column).defaultTo(0)),
];
