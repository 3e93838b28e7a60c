import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Votes, one row per user and poll, and one row with each poll's result (POLL-3). */
export function createPolls(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('poll_votes')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('choice', 'bigint', required)
      .addColumn('ops', 'text', required)
      .addColumn('at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('poll_votes_key', ['stream', 'n', 'user_id'])
      .$call(clustered(engine)),
    db.schema
      .createTable('poll_tallies')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('counts', 'text', required)
      .addColumn('voters', 'bigint', required)
      .addColumn('closed', 'bigint', required)
      .addPrimaryKeyConstraint('poll_tallies_key', ['stream', 'n'])
      .$call(clustered(engine)),
  ];
}
