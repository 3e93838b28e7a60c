import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Changes of logins, rights, settings and data, as a chain of hashes (AUDIT-1). */
export const createAudit = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('audit')
    .addColumn('n', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('at_ms', 'bigint', required)
    .addColumn('by_whom', 'text', required)
    .addColumn('what', 'text', required)
    .addColumn('about', 'text', required)
    .addColumn('facts', 'text', required)
    .addColumn('before', 'text', required)
    .addColumn('hash', 'text', required),
  schema
    .createTable('audit_ends')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('n', 'bigint', required)
    .addColumn('hash', 'text', required)
    .$call(clustered(engine)),
];
