import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../plan.ts';
import { clustered, numbered, required } from './tables.ts';

/** Codes by mail, marks of announcements, moments. */
export function createPeopleTables(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('codes')
      .addColumn('account', 'text', required)
      .addColumn('purpose', 'text', required)
      .addColumn('hash', 'text', required)
      .addColumn('sent_at_ms', 'bigint', required)
      .addColumn('expires_at_ms', 'bigint', required)
      .addColumn('tries', 'integer', required)
      .addPrimaryKeyConstraint('codes_key', ['account', 'purpose'])
      .$call(clustered(engine)),
    schema
      .createTable('notice_marks')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('mark', 'bigint', required),
    schema
      .createTable('moments')
      .$call(numbered(engine, 'id'))
      .addColumn('author', 'bigint', required)
      .addColumn('content', 'text', required)
      .addColumn('pictures', 'text', required)
      .addColumn('created_at_ms', 'bigint', required),
    schema.createIndex('moments_by_author').on('moments').columns(['author', 'id']),
    schema
      .createTable('likes')
      .addColumn('moment', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('created_at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('likes_key', ['moment', 'user_id'])
      .$call(clustered(engine)),
    schema
      .createTable('comments')
      .$call(numbered(engine, 'id'))
      .addColumn('moment', 'bigint', required)
      .addColumn('author', 'bigint', required)
      .addColumn('reply_to', 'bigint')
      .addColumn('content', 'text', required)
      .addColumn('created_at_ms', 'bigint', required),
    schema.createIndex('comments_by_moment').on('comments').columns(['moment', 'id']),
  ];
}

/** Files, emoji, what messages hold which file, and the words of messages. */
export function createFileTables(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  // Token ranges are code-point ranges, regardless of the database's locale.
  const token = engine === 'sqlite' ? sql`text` : sql`text collate "C"`;
  return [
    schema
      .createTable('files')
      .$call(numbered(engine, 'id'))
      .addColumn('user_id', 'bigint', required)
      .addColumn('name', 'text', required)
      .addColumn('ext', 'text', required)
      .addColumn('mime', 'text', required)
      .addColumn('cate', 'integer', required)
      .addColumn('size', 'bigint', required)
      .addColumn('digest', 'text', required)
      .addColumn('key', 'text', required)
      .addColumn('purpose', 'text', required)
      .addColumn('details', 'text')
      .addColumn('created_at_ms', 'bigint', required),
    schema.createIndex('files_by_digest').on('files').columns(['digest', 'purpose']),
    schema.createIndex('files_by_key').on('files').column('key'),
    schema.createIndex('files_by_user').on('files').columns(['user_id', 'id']),
    schema
      .createTable('message_files')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('file_id', 'bigint', required)
      .addColumn('cate', 'integer', required)
      .addPrimaryKeyConstraint('message_files_key', ['stream', 'n'])
      .$call(clustered(engine)),
    schema.createIndex('message_files_by_file').on('message_files').columns(['file_id', 'stream', 'n']),
    schema
      .createTable('emoji')
      .$call(numbered(engine, 'id'))
      .addColumn('user_id', 'bigint', required)
      .addColumn('file_id', 'bigint', required)
      .addColumn('name', 'text', required)
      .addColumn('place', 'bigint', required),
    schema.createIndex('emoji_by_user').unique().on('emoji').columns(['user_id', 'file_id']),
    schema.createIndex('emoji_by_place').on('emoji').columns(['user_id', 'place']),
    schema.createIndex('emoji_by_file').on('emoji').column('file_id'),
    schema
      .createTable('message_tokens')
      .addColumn('stream', 'text', required)
      .addColumn('token', token, required)
      .addColumn('n', 'bigint', required)
      .addPrimaryKeyConstraint('message_tokens_key', ['stream', 'token', 'n'])
      .$call(clustered(engine)),
  ];
}

/** Which uploaded files a moment shows, so that they stay as long as it does. */
export function createMomentFiles(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('moment_files')
      .addColumn('file_id', 'bigint', (column) => column.notNull())
      .addColumn('moment', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('moment_files_key', ['file_id', 'moment'])
      .$call(clustered(engine)),
    schema.createIndex('moment_files_by_moment').on('moment_files').column('moment'),
  ];
}

/** Finds answers to a user without scanning all comments (MOMENT-7). */
export const indexAnswers = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema.createIndex('comments_by_reply').on('comments').columns(['reply_to', 'id']),
];

/**
 * Unanswered calls, so that a restart ends them, and indexes of expired rows. The ledger of sends has no such
 * index: each message would pay for it.
 */
export function createUpkeep(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('ringing')
      .addColumn('msg_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('since_ms', 'bigint', (column) => column.notNull())
      .$call(clustered(engine)),
    schema.createIndex('ops_by_age').on('ops').column('created_at_ms'),
    schema.createIndex('tokens_by_end').on('tokens').column('expires_at_ms'),
    schema.createIndex('codes_by_end').on('codes').column('expires_at_ms'),
    schema.createIndex('invites_by_end').on('invites').column('expires_at_ms'),
  ];
}

/**
 * Push devices, pending pushes, messages seen on visible devices, and conversations shown on each device's
 * screen. A login names its own device by `cid`.
 */
export function createPushTables(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('push_subs')
      .addColumn('cid', 'text', (column) => column.primaryKey().notNull())
      .addColumn('endpoint', 'text', (column) => column.notNull().unique())
      .addColumn('p256dh', 'text', required)
      .addColumn('auth', 'text', required)
      .addColumn('platform', 'text', required)
      .addColumn('language', 'text', required)
      .addColumn('shows_words', 'boolean', required)
      .addColumn('made_ms', 'bigint', required),
    schema.createIndex('push_subs_by_age').on('push_subs').column('made_ms'),
    schema.createIndex('tokens_by_cid').on('tokens').column('cid'),
    schema
      .createTable('push_jobs')
      .$call(numbered(engine, 'id'))
      .addColumn('kind', 'text', required)
      .addColumn('stream', 'text', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('msg_id', 'bigint', required)
      .addColumn('cid', 'text', required)
      .addColumn('due_ms', 'bigint', required)
      .addColumn('tries', 'integer', required),
    schema.createIndex('push_jobs_by_due').on('push_jobs').column('due_ms'),
    schema
      .createTable('push_seen')
      .addColumn('stream', 'text', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('push_seen_key', ['stream', 'user_id'])
      .$call(clustered(engine)),
    schema.createIndex('push_seen_by_age').on('push_seen').column('at_ms'),
    schema
      .createTable('push_shown')
      .addColumn('cid', 'text', required)
      .addColumn('tag', 'text', required)
      .addColumn('at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('push_shown_key', ['cid', 'tag'])
      .$call(clustered(engine)),
    schema.createIndex('push_shown_by_age').on('push_shown').column('at_ms'),
  ];
}

/** Messages whose words are not in the index yet. */
export function createUnworded(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('unworded')
      .addColumn('stream', 'text', (column) => column.notNull())
      .addColumn('n', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('unworded_key', ['stream', 'n'])
      .$call(clustered(engine)),
  ];
}

/** Calls that were answered and are not over: since when, and when a server last followed them. */
export function createTalking(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('talking')
      .addColumn('msg_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('since_ms', 'bigint', (column) => column.notNull())
      .addColumn('seen_ms', 'bigint', (column) => column.notNull())
      .$call(clustered(engine)),
  ];
}

/** Mailed codes of one day, by recipient and requester, and users an administrator has just unlocked. */
export function createTries(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('code_days')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('used', 'integer', required)
      .addColumn('ends_ms', 'bigint', required)
      .$call(clustered(engine)),
    schema.createIndex('code_days_by_end').on('code_days').column('ends_ms'),
    schema
      .createTable('let_in')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('at_ms', 'bigint', required)
      .$call(clustered(engine)),
  ];
}

/** Users whose name or picture changed, how often, and in which last transaction. */
export function createProfiles(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('profiles')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('rev', 'bigint', required)
      .addColumn('tx', 'bigint', required)
      .$call(clustered(engine)),
    schema.createIndex('profiles_by_tx').on('profiles').column('tx'),
  ];
}

/** Positions of tokens in a message; unknown for earlier ones (SEARCH-10). */
export const addSpots = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('message_tokens').addColumn('spots', 'text'),
];

/** Consumed quotas by name, until the day that began with the first use ends. */
export function createSpent(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('spent')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('used', 'bigint', required)
      .addColumn('ends_ms', 'bigint', required)
      .$call(clustered(engine)),
    schema.createIndex('spent_by_end').on('spent').column('ends_ms'),
  ];
}

/** Lines a user has seen above their read mark: those of calls that they took or refused (CALL-41). */
export function createSeen(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('seen')
      .addColumn('stream', 'text', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('n', 'bigint', required)
      .addPrimaryKeyConstraint('seen_key', ['stream', 'user_id', 'n'])
      .$call(clustered(engine)),
  ];
}

/**
 * Non-text messages by kind: lists of pictures and files need not read or count others. Text, the large
 * majority, has no row here.
 */
export function indexKinds(db: Kysely<unknown>): readonly Compilable[] {
  return [
    db.schema
      .createIndex('messages_by_kind')
      .on('messages')
      .columns(['stream', 'type', 'n'])
      .where(sql.ref('type'), '<>', sql.lit('text')),
  ];
}

/** Conversations being cleared: the ordinal and the author; an interrupted clearing leaves no other trace. */
export function createClearings(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('clearings')
      .addColumn('stream', 'text', (column) => column.primaryKey().notNull())
      .addColumn('n', 'bigint', required)
      .addColumn('by_user', 'bigint')
      .$call(clustered(engine)),
  ];
}
