import { sql } from 'kysely';
import type { ColumnDefinitionBuilder, Compilable, CreateTableBuilder, Kysely } from 'kysely';
import type { Engine } from '../plan.ts';

/** Migration 1: all tables and indexes. Every index serves a query of a repository beside it. */
export function createTables(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [...people(db, engine), ...conversations(db, engine), ...messages(db, engine)];
}

export const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.primaryKey().notNull();
const person = (column: ColumnDefinitionBuilder) => column.notNull().references('users.id');

/** Rising numbers that are never given twice, not even after the newest row was deleted. */
export const numbered =
  (engine: Engine, name: string) =>
  <T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C> => {
    switch (engine) {
      case 'sqlite':
        return table.addColumn(name as C, 'integer', (column) => column.primaryKey().autoIncrement());
      case 'postgres':
        return table.addColumn(name as C, 'bigint', (column) =>
          column.generatedByDefaultAsIdentity().primaryKey(),
        );
    }
  };

/** Rows stored in the order of their key instead of a key beside the rows. */
export const clustered =
  (engine: Engine) =>
  <T extends string, C extends string>(table: CreateTableBuilder<T, C>): CreateTableBuilder<T, C> => {
    switch (engine) {
      case 'sqlite':
        return table.modifyEnd(sql`without rowid`);
      case 'postgres':
        return table;
    }
  };

/** Letters beyond ASCII match case-sensitively, regardless of the database's locale. */
const plainText = (engine: Engine) => (engine === 'sqlite' ? sql`text` : sql`text collate "C"`);

function people(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('users')
      .$call(numbered(engine, 'id'))
      .addColumn('account', 'text', (column) => column.notNull().unique())
      .addColumn('realname', 'text', required)
      .addColumn('password_hash', 'text', required)
      .addColumn('avatar', 'text', required)
      .addColumn('email', 'text', required)
      .addColumn('motto', 'text', required)
      .addColumn('sex', 'integer', required)
      .addColumn('role', 'integer', required)
      .addColumn('is_auth', 'boolean', required)
      .addColumn('active', 'boolean', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('last_login_at_ms', 'bigint', required)
      .addColumn('last_login_ip', 'text', required),
    schema
      .createTable('tokens')
      .addColumn('hash', 'text', key)
      .addColumn('user_id', 'bigint', person)
      .addColumn('terminal', 'text', required)
      .addColumn('is_mobile', 'boolean', required)
      .addColumn('cid', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('expires_at_ms', 'bigint', required),
    schema.createIndex('tokens_by_user').on('tokens').column('user_id'),
    schema
      .createTable('invites')
      .addColumn('code', 'text', key)
      .addColumn('expires_at_ms', 'bigint', required)
      .addColumn('used_by', 'bigint'),
    schema
      .createTable('config')
      .addColumn('id', 'integer', key)
      .addColumn('version', 'integer', required)
      .addColumn('config', 'text', required),
    schema
      .createTable('friends')
      .$call(numbered(engine, 'id'))
      .addColumn('creator', 'bigint', person)
      .addColumn('friend', 'bigint', person)
      .addColumn('nickname', 'text', required)
      .addColumn('remark', 'text', required)
      .addColumn('is_invite', 'boolean', required)
      .addColumn('status', 'integer', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('updated_at_ms', 'bigint', required),
    schema.createIndex('friends_by_creator').on('friends').columns(['creator', 'friend', 'status']),
    schema.createIndex('friends_by_friend').on('friends').columns(['friend', 'status']),
    schema
      .createTable('ops')
      .addColumn('user_id', 'bigint', required)
      .addColumn('op', 'text', required)
      .addColumn('answer', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('ops_key', ['user_id', 'op']),
  ];
}

function conversations(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('groups')
      .$call(numbered(engine, 'id'))
      .addColumn('name', 'text', required)
      .addColumn('avatar', 'text', required)
      .addColumn('owner', 'bigint', required)
      .addColumn('notice', 'text', required)
      .addColumn('setting', 'text', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addColumn('ended', 'boolean', required),
    schema
      .createTable('streams')
      .addColumn('stream', 'text', key)
      .addColumn('head', 'bigint', required)
      .addColumn('count', 'bigint', required)
      .addColumn('floor', 'bigint', required)
      .addColumn('tx', 'bigint', required)
      .addColumn('last_at_ms', 'bigint', required)
      .addColumn('oldest_at_ms', 'bigint')
      .$call(clustered(engine)),
    schema.createIndex('streams_by_oldest').on('streams').column('oldest_at_ms'),
    schema
      .createTable('members')
      .addColumn('stream', 'text', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('role', 'integer', required)
      .addColumn('is_top', 'boolean', required)
      .addColumn('is_notice', 'boolean', required)
      .addColumn('from_seq', 'bigint', required)
      .addColumn('until_seq', 'bigint')
      .addColumn('from_n', 'bigint', required)
      .addColumn('mark', 'bigint', required)
      .addColumn('own', 'bigint', required)
      .addColumn('mention_mark', 'bigint', required)
      .addColumn('hidden_to', 'bigint', required)
      .addColumn('muted_until_sec', 'bigint', required)
      .addColumn('inviter', 'bigint')
      .addColumn('joined_at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('members_key', ['stream', 'user_id'])
      .$call(clustered(engine)),
    schema
      .createIndex('members_by_user')
      .on('members')
      .columns(['user_id', 'stream'])
      .where(sql.ref('until_seq'), 'is', null),
    schema
      .createIndex('members_by_role')
      .on('members')
      .columns(['stream', 'role', 'joined_at_ms', 'user_id'])
      .where(sql.ref('until_seq'), 'is', null),
    schema
      .createTable('events')
      .addColumn('stream', 'text', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('tx', 'bigint', required)
      .addColumn('at_ms', 'bigint', required)
      .addColumn('facts', 'text', required)
      .addPrimaryKeyConstraint('events_key', ['stream', 'seq'])
      .$call(clustered(engine)),
    schema.createIndex('events_by_tx').on('events').columns(['stream', 'tx', 'seq']),
  ];
}

function messages(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('messages')
      .$call(numbered(engine, 'msg_id'))
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('from_user', 'bigint', required)
      .addColumn('type', 'text', required)
      .addColumn('content', plainText(engine), required)
      .addColumn('at', 'text', required)
      .addColumn('pid', 'bigint')
      .addColumn('extra', 'text')
      .addColumn('note', 'text')
      .addColumn('sent_at_ms', 'bigint', required)
      .addColumn('recalled', 'boolean', required),
    schema.createIndex('messages_by_n').unique().on('messages').columns(['stream', 'n']),
    schema.createIndex('messages_by_msg_id').on('messages').columns(['stream', 'msg_id']),
    schema.createIndex('messages_by_author').on('messages').columns(['stream', 'from_user', 'n']),
    schema
      .createTable('dropped')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('from_user', 'bigint', required)
      .addPrimaryKeyConstraint('dropped_key', ['stream', 'n'])
      .$call(clustered(engine)),
    schema
      .createTable('mentions')
      .addColumn('stream', 'text', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('n', 'bigint', required)
      .addPrimaryKeyConstraint('mentions_key', ['stream', 'user_id', 'n'])
      .$call(clustered(engine)),
    schema.createIndex('mentions_by_message').on('mentions').columns(['stream', 'n']),
    schema
      .createTable('sends')
      .addColumn('id', 'text', key)
      .addColumn('sender', 'bigint', required)
      .addColumn('hash', 'text', required)
      .addColumn('msg_id', 'bigint', required)
      .addColumn('stream', 'text', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('created_at_ms', 'bigint', required)
      .$call(clustered(engine)),
  ];
}
