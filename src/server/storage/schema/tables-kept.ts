import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Preferences for all of a user's devices: drafts, folders, the order of pins (KEPT-1). */
export const createKept = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('kept')
    .addColumn('user_id', 'bigint', required)
    .addColumn('name', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('at_ms', 'bigint', required)
    .addPrimaryKeyConstraint('kept_key', ['user_id', 'name'])
    .$call(clustered(engine)),
];
