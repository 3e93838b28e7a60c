import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Ended groups with members not notified yet (GROUP-32). */
export const createDissolvings = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('dissolvings')
    .addColumn('stream', 'text', (column) => column.primaryKey().notNull())
    .addColumn('seq', 'bigint', required)
    .addColumn('by_user', 'bigint', required)
    .$call(clustered(engine)),
];
