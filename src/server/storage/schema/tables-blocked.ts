import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

/** Blocked users (BLOCK-1), and messages private to their author since then (BLOCK-2). */
export const createBlocked = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('blocked')
    .addColumn('user_id', 'bigint', required)
    .addColumn('other', 'bigint', required)
    .addColumn('at_ms', 'bigint', required)
    .addPrimaryKeyConstraint('blocked_key', ['user_id', 'other'])
    .$call(clustered(engine)),
  schema.createIndex('blocked_by_other').on('blocked').column('other'),
  schema.alterTable('messages').addColumn('only_user', 'bigint'),
  schema
    .createIndex('messages_of_one')
    .on('messages')
    .columns(['stream', 'n'])
    .where(sql.ref('only_user'), 'is not', null),
];
