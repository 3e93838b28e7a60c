import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Metrics of each node in each minute of the last day (CONSOLE-6). */
export const createFigures = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('figures')
    .addColumn('minute', 'bigint', required)
    .addColumn('node', 'text', required)
    .addColumn('figures', 'text', required)
    .addPrimaryKeyConstraint('figures_key', ['minute', 'node'])
    .$call(clustered(engine)),
];
