import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Accounts being erased: an interrupted erasure leaves no other trace (DATA-5). */
export const createErasures = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('erasures')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('words', 'text', required)
    .addColumn('by_who', 'text', required)
    .addColumn('file_keys', 'text')
    .$call(clustered(engine)),
];

/** Logins that ended because their account was erased, as long as they would have lasted (DATA-10). */
export const createErasedLogins = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('erased_logins')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('ends_ms', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('erased_logins_by_end').on('erased_logins').column('ends_ms'),
];
