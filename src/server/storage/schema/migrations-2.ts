import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../plan.ts';
import { clustered, numbered, required } from './tables.ts';

/** Commits whose rows are not written yet; only if one process writes at a time (COMMIT-10). */
export const createJournal = (db: Kysely<unknown>, engine: Engine): readonly Compilable[] =>
  engine === 'sqlite'
    ? [
        db.schema
          .createTable('journal')
          .addColumn('place', 'integer', (column) => column.primaryKey())
          .addColumn('entry', 'text', (column) => column.notNull()),
      ]
    : [];

/**
 * Each index is one more page to write for a message, so the embedded engine does with two fewer: what an
 * author wrote after a place is counted in the index of places, and events since a commit are found by their
 * own order, because there commits follow one another.
 */
export function dropTrees(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  if (engine !== 'sqlite') return [];
  return [
    'drop index events_by_tx',
    'drop index messages_by_author',
    'drop index messages_by_n',
    'create unique index messages_by_n on messages (stream, n, from_user)',
  ].map((text) => ({ compile: () => sql.raw(text).compile(db) }));
}

/**
 * Filters of blocks that may contain a text; only if a search would have to read them all
 * (`domain/word-grams.ts`). Derived from the blocks, so a copy to another engine omits it.
 */
export function createWordGroups(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  if (engine !== 'sqlite') return [];
  return [
    db.schema
      .createTable('word_groups')
      .addColumn('stream', 'text', required)
      .addColumn('from_n', 'bigint', required)
      .addColumn('to_n', 'bigint', required)
      .addColumn('begins', 'text', required)
      .addPrimaryKeyConstraint('word_groups_key', ['stream', 'from_n'])
      .$call(clustered(engine)),
    db.schema
      .createTable('word_bits')
      .addColumn('stream', 'text', required)
      .addColumn('part', 'integer', required)
      .addColumn('from_n', 'bigint', required)
      .addColumn('bits', 'blob', required)
      .addPrimaryKeyConstraint('word_bits_key', ['stream', 'part', 'from_n'])
      .$call(clustered(engine)),
  ];
}

/** Number of edits of a message; the former text is not stored (EDIT-2). */
export const addRev = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('messages').addColumn('rev', 'integer', (column) => column.notNull().defaultTo(0)),
];

/** Messages that are pinned in their conversation, in the order of their events (PINS-1). */
export function createMessagePins({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    schema
      .createTable('message_pins')
      .addColumn('msg_id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('by_user', 'bigint', required)
      .addColumn('at_ms', 'bigint', required)
      .addColumn('after_n', 'bigint', required)
      .$call(clustered(engine)),
    schema.createIndex('message_pins_of').on('message_pins').columns(['stream', 'n']),
  ];
}

/**
 * Reactions: user and emoji, and one row of counts per message, so that opening a chat costs nothing per user
 * (REACT-1).
 */
export function createReactions(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('reactions')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('emoji', 'text', required)
      .addColumn('file_id', 'bigint')
      .addColumn('at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('reactions_key', ['stream', 'n', 'user_id', 'emoji'])
      .$call(clustered(engine)),
    db.schema
      .createTable('reaction_tallies')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('counts', 'text', required)
      .addPrimaryKeyConstraint('reaction_tallies_key', ['stream', 'n'])
      .$call(clustered(engine)),
    // Few are pictures: the index omits the others.
    db.schema
      .createIndex('reactions_by_file')
      .on('reactions')
      .column('file_id')
      .where(sql.ref('file_id'), 'is not', null),
  ];
}

/** Votes, one row per user and poll, and one row with each poll's result (POLL-3). */
export function createPolls(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('poll_votes')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('choice', 'bigint', required)
      .addColumn('ops', 'text', required)
      .addColumn('at_ms', 'bigint', required)
      .addPrimaryKeyConstraint('poll_votes_key', ['stream', 'n', 'user_id'])
      .$call(clustered(engine)),
    db.schema
      .createTable('poll_tallies')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('counts', 'text', required)
      .addColumn('voters', 'bigint', required)
      .addColumn('closed', 'bigint', required)
      .addPrimaryKeyConstraint('poll_tallies_key', ['stream', 'n'])
      .$call(clustered(engine)),
  ];
}

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

/** Archived and unread-marked chats (ARCHIVED-1, UNREAD-1). */
export const addPutAway = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('members').addColumn('archived_to', 'bigint'),
  db.schema
    .alterTable('members')
    .addColumn('is_marked', 'boolean', (column) => required(column).defaultTo(false)),
];

/** The message from which a chat is marked as unread (UNREAD-3). */
export const addMarkedFrom = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('members').addColumn('marked_from', 'bigint'),
];

/** Lifetime of a conversation's messages, from a given message on (VANISH-2). */
export function createTimers({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    schema
      .createTable('timers')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('days', 'bigint', required)
      .addColumn('done_n', 'bigint', required)
      .addColumn('look_ms', 'bigint')
      .addPrimaryKeyConstraint('timers_key', ['stream', 'n'])
      .$call(clustered(engine)),
    schema.createIndex('timers_by_time').on('timers').column('look_ms'),
  ];
}

/** Privacy settings and last-seen times (TYPING-6, SEEN-1). */
export const createPrivacy = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema.alterTable('users').addColumn('privacy', 'text', (column) => required(column).defaultTo('')),
  schema
    .createTable('last_seen')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('minute', 'bigint', required)
    .$call(clustered(engine)),
];

/** Read position reported to the partner (READBY-3); until now that was all of it. */
export function addTold(db: Kysely<unknown>): readonly Compilable[] {
  const members = db as Kysely<{ members: { told: number; mark: number } }>;
  return [
    db.schema.alterTable('members').addColumn('told', 'bigint', (column) => required(column).defaultTo(0)),
    members.updateTable('members').set((e) => ({ told: e.ref('mark') })),
  ];
}

/** Preferences for all of a user's devices: drafts, folders, the order of pins (KEPT-1). */
export const createKept = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('kept')
    .addColumn('user_id', 'bigint', required)
    .addColumn('name', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('at_ms', 'bigint', required)
    .addPrimaryKeyConstraint('kept_key', ['user_id', 'name'])
    .$call(clustered(engine)),
];

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

/** Second login steps of users, and their recovery codes (SECOND-1). */
export const createSecondSteps = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('second_steps')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('secret', 'text', required)
    .addColumn('is_on', 'boolean', required)
    .addColumn('last_step', 'bigint', required)
    .$call(clustered(engine)),
  schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'bigint', required)
    .addColumn('digest', 'text', required)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'digest'])
    .$call(clustered(engine)),
];
