import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/**
 * Which members an edited message has mentioned so far, so that each is notified once (EDIT-4), and which
 * message a device shows, so that its notification can be closed (PUSH-13).
 */
export function createMentionNotices(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('mention_notices')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addPrimaryKeyConstraint('mention_notices_key', ['stream', 'n', 'user_id'])
      .$call(clustered(engine)),
    db.schema
      .alterTable('push_shown')
      .addColumn('msg_id', 'bigint', (column) => required(column).defaultTo(0)),
  ];
}
