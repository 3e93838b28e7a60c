import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, numbered, required } from './tables.ts';

/**
 * Push devices, pending pushes, messages seen on visible devices, and conversations shown on each device's
 * screen. A login names its own device by `cid`.
 */
export function createPushTables(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('push_subs')
      .addColumn('cid', 'text', (column) => column.primaryKey().notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull().unique())
      .addColumn('p256dh', 'text', required)
      .addColumn('auth', 'text', required)
      .addColumn('platform', 'text', required)
      .addColumn('language', 'text', required)
      .addColumn('shows_words', 'boolean', required)
      .addColumn('made_ms', 'bigint', required),
    schema.createIndex('push_subs_by_age').on('push_subs').column('made_ms'),
    schema.createIndex('tokens_by_cid').on('tokens').column('cid'),
    schema
      .createTable('push_jobs')
      .$call(numbered(engine, 'id'))
      .addColumn('kind', 'text', required)
      .addColumn('stream', 'text', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('msg_id', 'bigint', required)
      .addColumn('cid', 'text', required)
      .addColumn('due_ms', 'bigint', required)
      .addColumn('tries', 'integer', required),
    schema.createIndex('push_jobs_by_due').on('push_jobs').column('due_ms'),
    schema
      .createTable('push_seen')
      .addColumn('stream', 'text', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('push_seen_key', ['stream', 'user_id'])
      .$call(clustered(engine)),
    schema.createIndex('push_seen_by_age').on('push_seen').column('at_ms'),
    schema
      .createTable('push_shown')
      .addColumn('cid', 'text', required)
      .addColumn('tag', 'text', required)
      .addColumn('at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('push_shown_key', ['cid', 'tag'])
      .$call(clustered(engine)),
    schema.createIndex('push_shown_by_age').on('push_shown').column('at_ms'),
  ];
}
