import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** What people let others know of them, and when they were there last (TYPING-6, SEEN-1). */
export const createPrivacy = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema.alterTable('users').addColumn('privacy', 'text', (column) => required(column).defaultTo('')),
  schema
    .createTable('last_seen')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('minute', 'bigint', required)
    .$call(clustered(engine)),
];
