import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Scheduled messages and reminders (LATER-2, LATER-9). */
export function createLater({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    schema
      .createTable('scheduled')
      .addColumn('user_id', 'bigint', required)
      .addColumn('id', 'text', required)
      .addColumn('body', 'text', required)
      .addColumn('due_ms', 'bigint', required)
      .addColumn('look_ms', 'bigint')
      .addColumn('failed', 'text', required)
      .addPrimaryKeyConstraint('scheduled_key', ['user_id', 'id'])
      .$call(clustered(engine)),
    schema.createIndex('scheduled_by_time').on('scheduled').column('look_ms'),
    schema
      .createTable('reminders')
      .addColumn('user_id', 'bigint', required)
      .addColumn('msg_id', 'bigint', required)
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('due_ms', 'bigint', required)
      .addColumn('look_ms', 'bigint')
      .addPrimaryKeyConstraint('reminders_key', ['user_id', 'msg_id'])
      .$call(clustered(engine)),
    schema.createIndex('reminders_by_time').on('reminders').column('look_ms'),
    schema.createIndex('reminders_by_message').on('reminders').columns(['stream', 'n']),
  ];
}
