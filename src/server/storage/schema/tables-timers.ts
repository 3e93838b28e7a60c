import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Lifetime of a conversation's messages, from a given message on (VANISH-2). */
export function createTimers({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    schema
      .createTable('timers')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('days', 'bigint', required)
      .addColumn('done_n', 'bigint', required)
      .addColumn('look_ms', 'bigint')
      .addPrimaryKeyConstraint('timers_key', ['stream', 'n'])
      .$call(clustered(engine)),
    schema.createIndex('timers_by_time').on('timers').column('look_ms'),
  ];
}
