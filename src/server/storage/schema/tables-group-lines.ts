import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Changes of groups, in the order of its events, each below the message that was the newest (GROUP-27). */
export function createGroupLines({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    schema
      .createTable('group_lines')
      .addColumn('stream', 'text', required)
      .addColumn('after_n', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('at_ms', 'bigint', required)
      .addColumn('facts', 'text', required)
      .addPrimaryKeyConstraint('group_lines_key', ['stream', 'after_n', 'seq'])
      .$call(clustered(engine)),
  ];
}
