import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered } from './tables.ts';

/**
 * Unanswered calls, so that a restart ends them, and indexes of expired rows. The ledger of sends has no such
 * index: each message would pay for it.
 */
export function createUpkeep(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('ringing')
      .addColumn('msg_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('since_ms', 'bigint', (column) => column.notNull())
      .$call(clustered(engine)),
    schema.createIndex('ops_by_age').on('ops').column('created_at_ms'),
    schema.createIndex('tokens_by_end').on('tokens').column('expires_at_ms'),
    schema.createIndex('codes_by_end').on('codes').column('expires_at_ms'),
    schema.createIndex('invites_by_end').on('invites').column('expires_at_ms'),
  ];
}
