import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import { required } from './tables.ts';

/** Chats in which only mentions notify, and the end of that, or of a mute (ALERT-1, ALERT-3). */
export const addAlerts = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema.alterTable('members').addColumn('at_only', 'boolean', (column) => required(column).defaultTo(false)),
  schema.alterTable('members').addColumn('quiet_until', 'bigint'),
  schema
    .createIndex('members_quiet')
    .on('members')
    .column('quiet_until')
    .where(sql.ref('quiet_until'), 'is not', null),
];
