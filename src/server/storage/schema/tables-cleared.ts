import type { Compilable, Kysely } from 'kysely';
import { required } from './tables.ts';

/**
 * The ordinal up to which a conversation was cleared: one row for all its members. For earlier clearings,
 * each member's own row contains it (COUNT-10).
 */
export const addCleared = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('streams').addColumn('cleared', 'bigint', (column) => required(column).defaultTo(0)),
];
