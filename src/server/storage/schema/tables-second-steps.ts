import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Second login steps of users, and their recovery codes (SECOND-1). */
export const createSecondSteps = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('second_steps')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('secret', 'text', required)
    .addColumn('is_on', 'boolean', required)
    .addColumn('last_step', 'bigint', required)
    .$call(clustered(engine)),
  schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'bigint', required)
    .addColumn('digest', 'text', required)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'digest'])
    .$call(clustered(engine)),
];
