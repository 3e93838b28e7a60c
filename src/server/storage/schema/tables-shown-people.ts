import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Owners of picture codes a user has scanned: a code opens the profile of a user who is otherwise hidden. */
export const createShownPeople = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('shown_people')
    .addColumn('user_id', 'bigint', required)
    .addColumn('other', 'bigint', required)
    .addColumn('at_ms', 'bigint', required)
    .addPrimaryKeyConstraint('shown_people_key', ['user_id', 'other'])
    .$call(clustered(engine)),
];
