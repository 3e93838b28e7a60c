import type { Compilable, Kysely } from 'kysely';
import { required } from './tables.ts';

/** Device of a login, and place and minute of its last use (LOGINS-1). */
export const addLogins = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema.alterTable('tokens').addColumn('device', 'text', (column) => required(column).defaultTo('')),
  schema.alterTable('tokens').addColumn('place', 'text', (column) => required(column).defaultTo('')),
  schema.alterTable('tokens').addColumn('used_minute', 'bigint', (column) => required(column).defaultTo(0)),
];

/** Provider of a login, and its session there, which the provider may end (OIDC-9). */
export const addElsewhere = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema.alterTable('tokens').addColumn('provider', 'text', (column) => required(column).defaultTo('')),
  schema.alterTable('tokens').addColumn('session', 'text', (column) => required(column).defaultTo('')),
  schema.createIndex('tokens_by_session').on('tokens').column('session').where('session', '<>', ''),
];

/** Time of a session's last proof. Those from before the update have none (CONSOLE-9). */
export const addProved = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema.alterTable('tokens').addColumn('proved_at_ms', 'bigint', (column) => required(column).defaultTo(0)),
];
