import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Passkeys, and used challenges, which are invalid from then on (PASSKEY-3). */
export const createPasskeyTables = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'bigint', required)
    .addColumn('public_key', 'text', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('name', 'text', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('used_at_ms', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('passkeys_by_user').on('passkeys').column('user_id'),
  schema
    .createTable('spent_challenges')
    .addColumn('challenge', 'text', (column) => column.primaryKey().notNull())
    .addColumn('ends_ms', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('spent_challenges_by_end').on('spent_challenges').column('ends_ms'),
];
