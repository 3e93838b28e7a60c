import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, numbered, required } from './tables.ts';

/** Links into groups, and join requests (GROUP-24, GROUP-25). */
export function createLinks({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    schema
      .createTable('group_links')
      .$call(numbered(engine, 'id'))
      .addColumn('group_id', 'bigint', required)
      .addColumn('by_user', 'bigint', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('until_ms', 'bigint')
      .addColumn('uses_max', 'bigint')
      .addColumn('used', 'bigint', required)
      .addColumn('asks', 'boolean', required),
    schema.createIndex('group_links_by_group').on('group_links').column('group_id'),
    schema
      .createTable('group_requests')
      .addColumn('group_id', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('text', 'text', required)
      .addColumn('link_id', 'bigint', required)
      .addColumn('at_ms', 'bigint', required)
      .addColumn('ends_ms', 'bigint', required)
      .addPrimaryKeyConstraint('group_requests_key', ['group_id', 'user_id'])
      .$call(clustered(engine)),
    schema.createIndex('group_requests_by_user').on('group_requests').column('user_id'),
    schema.createIndex('group_requests_by_end').on('group_requests').column('ends_ms'),
    schema.alterTable('shown_codes').addColumn('link_id', 'bigint'),
  ];
}
