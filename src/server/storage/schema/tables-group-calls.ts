import type { Compilable, Kysely } from 'kysely';
import type { ClientId, StreamId, UserId } from '../../../domain/ids.ts';
import type { Engine } from '../plan.ts';
import { clustered, required } from './tables.ts';
import type { Flag } from './schema.ts';

/** `users` and `removed`: JSON lists of users. */
interface GroupCallsTable {
  stream: StreamId;
  id: string;
  started_at_ms: number;
  started_by: UserId;
  users: string;
  removed: string;
  unit: string;
}

interface GroupCallDevicesTable {
  stream: StreamId;
  device: string;
  user_id: UserId;
  client: ClientId;
  joined_at_ms: number;
  is_hand_raised: Flag;
}

export interface GroupCallTables {
  group_calls: GroupCallsTable;
  group_call_devices: GroupCallDevicesTable;
}

/** Live calls of groups, and the devices in them (GCALL-1). */
export const createGroupCalls = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('group_calls')
    .addColumn('stream', 'text', (column) => column.primaryKey().notNull())
    .addColumn('id', 'text', required)
    .addColumn('started_at_ms', 'bigint', required)
    .addColumn('started_by', 'bigint', required)
    .addColumn('users', 'text', required)
    .addColumn('removed', 'text', required)
    .$call(clustered(engine)),
  schema
    .createTable('group_call_devices')
    .addColumn('stream', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('user_id', 'bigint', required)
    .addColumn('client', 'text', required)
    .addColumn('joined_at_ms', 'bigint', required)
    .addColumn('is_hand_raised', 'boolean', required)
    .addPrimaryKeyConstraint('group_call_devices_key', ['stream', 'device'])
    .$call(clustered(engine)),
  schema.createIndex('group_call_devices_by_user').on('group_call_devices').column('user_id'),
];

/** The unit through which the devices of a call send (GCALL-23). */
export const addUnit = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema.alterTable('group_calls').addColumn('unit', 'text', (column) => column.notNull().defaultTo('')),
];
