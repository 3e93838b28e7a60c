import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Logins elsewhere, and whose accounts they open (OIDC-1). */
export const createOpenIdTable = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('openids')
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('user_id', 'bigint', required)
    .addColumn('provider', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('used_at_ms', 'bigint', required)
    .addPrimaryKeyConstraint('openids_key', ['issuer', 'subject'])
    .$call(clustered(engine)),
  schema.createIndex('openids_by_user').on('openids').column('user_id'),
];
