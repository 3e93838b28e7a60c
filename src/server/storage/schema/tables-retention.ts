import type { Compilable, Kysely } from 'kysely';
import { required } from './tables.ts';

/** Retention of a group's messages in days (RETAIN-1). */
export const addRetention = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema
    .alterTable('groups')
    .addColumn('retention_days', 'bigint', (column) => required(column).defaultTo(0)),
];
