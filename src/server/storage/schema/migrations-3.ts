import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import type { Engine } from '../plan.ts';
import { clustered, numbered, required } from './tables.ts';

/** Reported content as it was at that moment, for moderators alone (REPORT-3). */
export const createReports = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('reports')
    .$call(numbered(engine, 'id'))
    .addColumn('reporter', 'bigint', required)
    .addColumn('kind', 'text', required)
    .addColumn('about', 'text', required)
    .addColumn('open_key', 'text')
    .addColumn('accused', 'bigint')
    .addColumn('stream', 'text')
    .addColumn('reason', 'text', required)
    .addColumn('words', 'text', required)
    .addColumn('at_ms', 'bigint', required)
    .addColumn('copy', 'text', required)
    .addColumn('file_id', 'bigint')
    .addColumn('decision', 'text')
    .addColumn('note', 'text', required)
    .addColumn('decided_by', 'text', required)
    .addColumn('decided_at_ms', 'bigint')
    .addColumn('erase_ms', 'bigint')
    .addColumn('looks', 'text', required),
  schema.createIndex('reports_open').unique().on('reports').columns(['reporter', 'open_key']),
  schema.createIndex('reports_by_reporter').on('reports').columns(['reporter', 'at_ms']),
  schema.createIndex('reports_by_file').on('reports').column('file_id'),
  schema.createIndex('reports_by_end').on('reports').column('erase_ms'),
];

/** Passkeys, and used challenges, which are invalid from then on (PASSKEY-3). */
export const createPasskeyTables = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'bigint', required)
    .addColumn('public_key', 'text', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('name', 'text', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('used_at_ms', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('passkeys_by_user').on('passkeys').column('user_id'),
  schema
    .createTable('spent_challenges')
    .addColumn('challenge', 'text', (column) => column.primaryKey().notNull())
    .addColumn('ends_ms', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('spent_challenges_by_end').on('spent_challenges').column('ends_ms'),
];

/** How many may come by an invitation, what they become, and where they are members at once (INVITE-1). */
export const addInviteTerms = (db: Kysely<unknown>): readonly Compilable[] => {
  const table = () => db.schema.alterTable('invites');
  const older = db as Kysely<{ invites: { used: number; used_by: number | null } }>;
  return [
    table().addColumn('uses_max', 'bigint', (column) => required(column).defaultTo(1)),
    table().addColumn('used', 'bigint', (column) => required(column).defaultTo(0)),
    table().addColumn('role', 'bigint', (column) => required(column).defaultTo(0)),
    table().addColumn('group_id', 'bigint'),
    older.updateTable('invites').set({ used: 1 }).where('used_by', 'is not', null),
  ];
};

/** Changes of groups, in the order of its events, each below the message that was the newest (GROUP-27). */
export function createGroupLines({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    schema
      .createTable('group_lines')
      .addColumn('stream', 'text', required)
      .addColumn('after_n', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('at_ms', 'bigint', required)
      .addColumn('facts', 'text', required)
      .addPrimaryKeyConstraint('group_lines_key', ['stream', 'after_n', 'seq'])
      .$call(clustered(engine)),
  ];
}

/** Changes of logins, rights, settings and data, as a chain of hashes (AUDIT-1). */
export const createAudit = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('audit')
    .addColumn('n', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('at_ms', 'bigint', required)
    .addColumn('by_whom', 'text', required)
    .addColumn('what', 'text', required)
    .addColumn('about', 'text', required)
    .addColumn('facts', 'text', required)
    .addColumn('before', 'text', required)
    .addColumn('hash', 'text', required),
  schema
    .createTable('audit_ends')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('n', 'bigint', required)
    .addColumn('hash', 'text', required)
    .$call(clustered(engine)),
];

/** Logins elsewhere, and whose accounts they open (OIDC-1). */
export const createOpenIdTable = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('openids')
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('user_id', 'bigint', required)
    .addColumn('provider', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('created_at_ms', 'bigint', required)
    .addColumn('used_at_ms', 'bigint', required)
    .addPrimaryKeyConstraint('openids_key', ['issuer', 'subject'])
    .$call(clustered(engine)),
  schema.createIndex('openids_by_user').on('openids').column('user_id'),
];

/** Member counts of groups, so that they are not counted on each read (GROUP-31). */
export const addGroupSizes = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('groups').addColumn('members', 'bigint', (column) => required(column).defaultTo(0)),
  (db as Kysely<{ groups: { members: number } }>).updateTable('groups').set({
    members: sql<number>`(select count(*) from members
      where stream = 'group-' || groups.id and until_seq is null)`,
  }),
];

/** Retention of a group's messages in days (RETAIN-1). */
export const addRetention = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema
    .alterTable('groups')
    .addColumn('retention_days', 'bigint', (column) => required(column).defaultTo(0)),
];

/** Accounts being erased: an interrupted erasure leaves no other trace (DATA-5). */
export const createErasures = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('erasures')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('words', 'text', required)
    .addColumn('by_who', 'text', required)
    .addColumn('file_keys', 'text')
    .$call(clustered(engine)),
];

/** Logins that ended because their account was erased, as long as they would have lasted (DATA-10). */
export const createErasedLogins = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('erased_logins')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('ends_ms', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('erased_logins_by_end').on('erased_logins').column('ends_ms'),
];

/**
 * The ordinal up to which a conversation was cleared: one row for all its members. For earlier clearings,
 * each member's own row contains it (COUNT-10).
 */
export const addCleared = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('streams').addColumn('cleared', 'bigint', (column) => required(column).defaultTo(0)),
];

/** Metrics of each node in each minute of the last day (CONSOLE-6). */
export const createFigures = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('figures')
    .addColumn('minute', 'bigint', required)
    .addColumn('node', 'text', required)
    .addColumn('figures', 'text', required)
    .addPrimaryKeyConstraint('figures_key', ['minute', 'node'])
    .$call(clustered(engine)),
];

/** Ended groups with members not notified yet (GROUP-32). */
export const createDissolvings = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('dissolvings')
    .addColumn('stream', 'text', (column) => column.primaryKey().notNull())
    .addColumn('seq', 'bigint', required)
    .addColumn('by_user', 'bigint', required)
    .$call(clustered(engine)),
];

/**
 * Mentions not covered by a member's mark (COUNT-14, COUNT-15): above it, those the member has read one by
 * one; up to it (`unread`), those an edit added after the member had read that far.
 */
export function createMentionsApart(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('mentions_apart')
      .addColumn('stream', 'text', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('n', 'bigint', required)
      .addColumn('unread', 'integer', required)
      .addPrimaryKeyConstraint('mentions_apart_key', ['stream', 'user_id', 'n'])
      .$call(clustered(engine)),
    db.schema.createIndex('mentions_apart_by_message').on('mentions_apart').columns(['stream', 'n']),
  ];
}

/**
 * Which members an edited message has mentioned so far, so that each is notified once (EDIT-4), and which
 * message a device shows, so that its notification can be closed (PUSH-13).
 */
export function createMentionNotices(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema
      .createTable('mention_notices')
      .addColumn('stream', 'text', required)
      .addColumn('n', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addPrimaryKeyConstraint('mention_notices_key', ['stream', 'n', 'user_id'])
      .$call(clustered(engine)),
    db.schema
      .alterTable('push_shown')
      .addColumn('msg_id', 'bigint', (column) => required(column).defaultTo(0)),
  ];
}

/** Owners of picture codes a user has scanned: a code opens the profile of a user who is otherwise hidden. */
export const createShownPeople = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('shown_people')
    .addColumn('user_id', 'bigint', required)
    .addColumn('other', 'bigint', required)
    .addColumn('at_ms', 'bigint', required)
    .addPrimaryKeyConstraint('shown_people_key', ['user_id', 'other'])
    .$call(clustered(engine)),
];

/** The person an invitation was made for, for a list of who came (INVITE-5). */
export const addInvitees = ({ schema }: Kysely<unknown>): readonly Compilable[] => [
  schema.alterTable('invites').addColumn('name', 'text', (column) => required(column).defaultTo('')),
  schema.alterTable('invites').addColumn('email', 'text', (column) => required(column).defaultTo('')),
];

/** Moments with a limited audience (MOMENT-2). An earlier server would show them to all friends. */
export const createMomentViewers = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('moment_viewers')
    .addColumn('moment', 'bigint', required)
    .addColumn('user_id', 'bigint', required)
    .addPrimaryKeyConstraint('moment_viewers_key', ['moment', 'user_id'])
    .$call(clustered(engine)),
  schema.createIndex('moment_viewers_by_user').on('moment_viewers').column('user_id'),
  schema.alterTable('moments').addColumn('limited', 'integer', (column) => required(column).defaultTo(0)),
];
