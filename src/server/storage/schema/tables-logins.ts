import type { Compilable, Kysely } from 'kysely';
import { required } from './tables.ts';

/** By which device somebody logged in, and where and in which minute it was used last (LOGINS-1). */
export const addLogins = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema.alterTable('tokens').addColumn('device', 'text', (column) => required(column).defaultTo('')),
  schema.alterTable('tokens').addColumn('place', 'text', (column) => required(column).defaultTo('')),
  schema.alterTable('tokens').addColumn('used_minute', 'bigint', (column) => required(column).defaultTo(0)),
];

/** By which provider somebody came, and their session there, which may end by its word (OIDC-9). */
export const addElsewhere = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema.alterTable('tokens').addColumn('provider', 'text', (column) => required(column).defaultTo('')),
  schema.alterTable('tokens').addColumn('session', 'text', (column) => required(column).defaultTo('')),
  schema.createIndex('tokens_by_session').on('tokens').column('session').where('session', '<>', ''),
];

/** When a session last proved who asks. Those from before the update have not (CONSOLE-9). */
export const addProved = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema.alterTable('tokens').addColumn('proved_at_ms', 'bigint', (column) => required(column).defaultTo(0)),
];
