import type { Compilable, Kysely } from 'kysely';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { Dialect, TokenRight } from '../../../domain/bots.ts';
import type { DeliveryRow } from '../../../ports/store/bots.ts';
import type { Engine } from '../plan.ts';
import { clustered, required } from './tables.ts';

interface BotsTable {
  user_id: UserId;
  owner: UserId;
  created_at_ms: number;
}

/** `chats`: a JSON list; empty: every chat. */
interface AccessTokensTable {
  hash: string;
  user_id: UserId;
  name: string;
  token_right: TokenRight;
  chats: string;
  created_at_ms: number;
  expires_at_ms: number;
  used_minute: number;
}

/** `commands`: a JSON list. */
interface BotProgramsTable {
  user_id: UserId;
  url: string;
  secret: string;
  dialect: Dialect;
  commands: string;
}

interface GuestsTable {
  user_id: UserId;
  stream: StreamId;
  link_id: number;
  by_user: UserId;
  created_at_ms: number;
  until_ms: number;
}

interface HooksTable {
  hash: string;
  user_id: UserId;
  stream: StreamId;
  dialect: Dialect;
  by_user: UserId;
  created_at_ms: number;
  used_minute: number;
}

/** `kinds`: a JSON list. */
interface OutgoingHooksTable {
  user_id: UserId;
  stream: StreamId;
  url: string;
  secret: string;
  kinds: string;
  by_user: UserId;
  created_at_ms: number;
  seq: number;
  due_ms: number;
  tries: number;
  failing_since_ms: number;
  claimed_ms: number;
}

interface HookDeliveriesTable {
  user_id: UserId;
  seq: number;
  kind: string;
  state: DeliveryRow['state'];
  at_ms: number;
  took_ms: number;
  status: number;
  answer: string;
}

export interface BotTables {
  outgoing_hooks: OutgoingHooksTable;
  hook_deliveries: HookDeliveriesTable;
  hooks: HooksTable;
  bots: BotsTable;
  bot_programs: BotProgramsTable;
  guests: GuestsTable;
  access_tokens: AccessTokensTable;
}

/** Accounts of programs, and the tokens they call with (BOT-1, BOT-4). */
export const createBots = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('bots')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('owner', 'bigint', required)
    .addColumn('created_at_ms', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('bots_by_owner').on('bots').column('owner'),
  schema
    .createTable('access_tokens')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'bigint', required)
    .addColumn('name', 'text', required)
    .addColumn('token_right', 'text', required)
    .addColumn('chats', 'text', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('expires_at_ms', 'bigint', required)
    .addColumn('used_minute', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('access_tokens_by_user').on('access_tokens').column('user_id'),
];

/** Incoming hooks of groups (HOOK-1). */
export const createHooks = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('hooks')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'bigint', required)
    .addColumn('stream', 'text', required)
    .addColumn('dialect', 'text', required)
    .addColumn('by_user', 'bigint', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('used_minute', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('hooks_by_user').unique().on('hooks').column('user_id'),
  schema.createIndex('hooks_by_stream').on('hooks').column('stream'),
];

/** Outgoing hooks of groups, and their last deliveries (HOOK-9, HOOK-13). */
export const createOutgoing = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('outgoing_hooks')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('stream', 'text', required)
    .addColumn('url', 'text', required)
    .addColumn('secret', 'text', required)
    .addColumn('kinds', 'text', required)
    .addColumn('by_user', 'bigint', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('seq', 'bigint', required)
    .addColumn('due_ms', 'bigint', required)
    .addColumn('tries', 'bigint', required)
    .addColumn('failing_since_ms', 'bigint', required)
    .addColumn('claimed_ms', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('outgoing_hooks_by_stream').on('outgoing_hooks').column('stream'),
  schema.createIndex('outgoing_hooks_by_due').on('outgoing_hooks').column('due_ms'),
  schema.createIndex('outgoing_hooks_by_failing').on('outgoing_hooks').column('failing_since_ms'),
  schema
    .createTable('hook_deliveries')
    .addColumn('user_id', 'bigint', required)
    .addColumn('seq', 'bigint', required)
    .addColumn('kind', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('at_ms', 'bigint', required)
    .addColumn('took_ms', 'bigint', required)
    .addColumn('status', 'bigint', required)
    .addColumn('answer', 'text', required)
    .addPrimaryKeyConstraint('hook_deliveries_key', ['user_id', 'seq'])
    .$call(clustered(engine)),
];

/** Addresses of bots, with their commands (COMMAND-9). */
export const createPrograms = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('bot_programs')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('url', 'text', required)
    .addColumn('secret', 'text', required)
    .addColumn('dialect', 'text', required)
    .addColumn('commands', 'text', required)
    .$call(clustered(engine)),
];

/** Guests of groups, and links that admit them (GUEST-1). */
export const createGuests = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .alterTable('group_links')
    .addColumn('guest_days', 'bigint', (column) => required(column).defaultTo(0)),
  schema
    .createTable('guests')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('stream', 'text', required)
    .addColumn('link_id', 'bigint', required)
    .addColumn('by_user', 'bigint', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('until_ms', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('guests_by_stream').on('guests').column('stream'),
  schema.createIndex('guests_by_until').on('guests').column('until_ms'),
];
