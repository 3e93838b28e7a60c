import { type Compilable, type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { folded } from '../../../domain/search-words.ts';
import { skeletonOf } from '../../../domain/skeleton.ts';
import { storeLimits as limits } from '../../kernel/limits.ts';
import type { Engine } from '../plan.ts';
import type { FillingChange, MigrationTarget } from './change-kinds.ts';
import { clustered, required } from './tables.ts';

/** Removed members who may not return, and the valid group codes that users have shown. */
export function createEntrances(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  const { schema } = db;
  return [
    schema
      .createTable('barred')
      .addColumn('stream', 'text', required)
      .addColumn('user_id', 'bigint', required)
      .addPrimaryKeyConstraint('barred_key', ['stream', 'user_id'])
      .$call(clustered(engine)),
    schema
      .createTable('shown_codes')
      .addColumn('user_id', 'bigint', required)
      .addColumn('group_id', 'bigint', required)
      .addColumn('inviter', 'bigint', required)
      .addColumn('until_ms', 'bigint', required)
      .addPrimaryKeyConstraint('shown_codes_key', ['user_id', 'group_id'])
      .$call(clustered(engine)),
    schema.createIndex('shown_codes_by_end').on('shown_codes').column('until_ms'),
  ];
}

interface Before {
  members: { stream: string; user_id: number; until_seq: number | null };
  events: { stream: string; seq: number; facts: string };
  barred: { stream: string; user_id: number };
}

/** Members removed earlier, as far as the events still distinguish it from leaving. */
export async function fillBarred(target: MigrationTarget): Promise<void> {
  const db = target.builder as Kysely<Before>;
  const ends = db
    .selectFrom('members as m')
    .innerJoin('events as e', (join) =>
      join.onRef('e.stream', '=', 'm.stream').onRef('e.seq', '=', 'm.until_seq'),
    )
    .select(['m.stream', 'm.user_id', 'e.facts'])
    .where('m.stream', 'like', 'group-%')
    .compile();
  const rows = (await target.run(ends.sql, ends.parameters)) as readonly {
    stream: string;
    user_id: number | string;
    facts: string;
  }[];
  for (const { stream, user_id, facts } of rows) {
    const { kind, by, user } = JSON.parse(facts) as { kind: string; by: number; user?: number };
    if (kind !== 'removed' || by === user) continue;
    const row = db
      .insertInto('barred')
      .values({ stream, user_id: Number(user_id) })
      .compile();
    await target.run(row.sql, row.parameters);
  }
}

/** Names of files as a search compares them; null: still to be filled in. */
const addFolded = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('files').addColumn('folded', 'text'),
];

/** Names of files, folded (SEARCH-17); until then they are found by what they are called alone. */
export const foldFileNames: Omit<FillingChange, 'version'> = {
  kind: 'filling',
  keepsOlder: true,
  statements: addFolded,
  table: 'files',
  key: ['id'],
  step: () => [],
  fill: async (target, rows) => {
    const { builder } = target;
    const query = sql`select id, name from files where ${rows}`.compile(builder);
    const readRows = await target.run(query.sql, query.parameters);
    for (const { id, name } of readRows as readonly { readonly id: number; readonly name: string }[]) {
      const put = sql`update files set folded = ${folded(name)} where id = ${id}`.compile(builder);
      await target.run(put.sql, put.parameters);
    }
  },
};

/**
 * Text indexed before folding is indexed again (SEARCH-17), like that from before blocks (`takeOverWords`):
 * until then the messages themselves are read.
 */
export const foldWords: Omit<FillingChange, 'version'> = {
  kind: 'filling',
  keepsOlder: true,
  statements: () => [],
  table: 'streams',
  key: ['stream'],
  step: (db, rows) => [
    {
      compile: () =>
        sql`insert into word_backlog (stream, done, up_to)
          select stream, 0, count from streams where ${rows} and count > 0
          on conflict (stream) do update set done = 0, up_to = excluded.up_to`.compile(db),
    },
  ],
};

const createSkeletons = (db: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  db.schema
    .createTable('account_skeletons')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('skeleton', 'text', required)
    .$call(clustered(engine)),
  db.schema
    .createIndex('account_skeletons_by_skeleton')
    .on('account_skeletons')
    .columns(['skeleton', 'user_id']),
];

/**
 * Skeletons of usernames, beside the users (RULE-8). Accounts that already look alike keep their names. Until
 * an account has its row, only its exact username is taken.
 */
export const fillSkeletons: Omit<FillingChange, 'version'> = {
  kind: 'filling',
  keepsOlder: true,
  statements: createSkeletons,
  table: 'users',
  key: ['id'],
  step: () => [],
  fill: async (target, rows) => {
    const { builder } = target;
    const query = sql`select id, account from users where ${rows}`.compile(builder);
    const readRows = await target.run(query.sql, query.parameters);
    for (const { id, account } of readRows as readonly { readonly id: number; readonly account: string }[]) {
      const skeleton = skeletonOf(account);
      const put = sql`insert into account_skeletons (user_id, skeleton) values (${id}, ${skeleton})
        on conflict (user_id) do update set skeleton = excluded.skeleton`.compile(builder);
      await target.run(put.sql, put.parameters);
    }
  },
};

/**
 * The thread of an answer, the number of remaining answers, and the followers. Most messages are not answers:
 * the index omits them, and their rows have no value (THREAD-1).
 */
export function createThreads(db: Kysely<unknown>, engine: Engine): readonly Compilable[] {
  return [
    db.schema.alterTable('messages').addColumn('root', 'bigint'),
    db.schema
      .createIndex('messages_by_root')
      .on('messages')
      .columns(['stream', 'root', 'n'])
      .where(sql.ref('root'), 'is not', null),
    db.schema
      .createTable('thread_tallies')
      .addColumn('stream', 'text', required)
      .addColumn('root', 'bigint', required)
      .addColumn('seq', 'bigint', required)
      .addColumn('count', 'bigint', required)
      .addPrimaryKeyConstraint('thread_tallies_key', ['stream', 'root'])
      .$call(clustered(engine)),
    db.schema
      .createTable('thread_follows')
      .addColumn('stream', 'text', required)
      .addColumn('root', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('is_on', 'boolean', required)
      .addPrimaryKeyConstraint('thread_follows_key', ['stream', 'root', 'user_id'])
      .$call(clustered(engine)),
  ];
}

/**
 * Existing answers join their threads if the quoted message still exists: among the newest messages, so that
 * a start takes no longer than reading those. Participants follow (THREAD-6).
 */
export async function fillThreads(target: MigrationTarget): Promise<void> {
  const [newest] = (await target.run('select max(msg_id) as top from messages', [])) as [{ top: unknown }?];
  const after = Math.max(0, Number(newest?.top ?? 0) - limits.threadsFilledMax);
  await target.run(quotedPlaces(after), []);
  // The quoted message may be an answer itself: each round halves the remaining distance to the first one.
  for (let round = 0; round < Math.log2(limits.threadsFilledMax); round += 1)
    await target.run(UP_THE_CHAIN, []);
  await target.run(FIRST_TALLIES, []);
  await target.run(FIRST_FOLLOWS, []);
}

const quotedPlaces = (after: number): string => `
  update messages set root = (
    select q.n from messages q where q.msg_id = messages.pid and q.stream = messages.stream and not q.recalled
  ) where msg_id > ${after} and pid is not null and not recalled`;
const UP_THE_CHAIN = `
  update messages set root = (
    select p.root from messages p where p.stream = messages.stream and p.n = messages.root
  ) where root is not null and exists (
    select 1 from messages p where p.stream = messages.stream and p.n = messages.root and p.root is not null
  )`;
const FIRST_TALLIES = `
  insert into thread_tallies (stream, root, seq, count)
  select m.stream, m.root, s.head, count(*) from messages m join streams s on s.stream = m.stream
  where m.root is not null group by m.stream, m.root, s.head`;
const FIRST_FOLLOWS = `
  insert into thread_follows (stream, root, user_id, is_on)
  select stream, root, from_user, true from messages where root is not null and stream like 'group-%'
  union select m.stream, m.root, q.from_user, true from messages m
  join messages q on q.stream = m.stream and q.n = m.root
  where m.root is not null and m.stream like 'group-%'`;

/** Files that lost a holder, perhaps the last one, until they are swept (FILE-5). */
export const createReleasedFiles = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('released_files')
    .addColumn('file_id', 'bigint', required)
    .addColumn('key', 'text', required)
    .addPrimaryKeyConstraint('released_files_key', ['file_id'])
    .$call(clustered(engine)),
];

const ended = (rows: Expression<SqlBool>) => sql`select 'group-' || id from groups where ended and ${rows}`;

/** Groups that ended earlier lose their texts, and their messages with a clearing (GROUP-5). */
export const blankEndedGroups: Omit<FillingChange, 'version'> = {
  kind: 'filling',
  keepsOlder: true,
  statements: () => [],
  table: 'groups',
  key: ['id'],
  step: (db, rows) =>
    [
      sql`delete from group_lines where stream in (${ended(rows)})`,
      sql`insert into clearings (stream, n, by_user) select stream, count, null from streams
        where stream in (${ended(rows)}) and count > cleared on conflict (stream) do nothing`,
      sql`update groups set name = '', avatar = '', notice = '', setting = '{}' where ended and ${rows}`,
    ].map((one) => ({ compile: () => one.compile(db) })),
};

/** Users who want a mail about unread messages after a day away (DIGEST-1). */
export const createMailDigests = ({ schema }: Kysely<unknown>, engine: Engine): readonly Compilable[] => [
  schema
    .createTable('mail_digests')
    .addColumn('user_id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('language', 'text', required)
    .addColumn('due_ms', 'bigint', required)
    .addColumn('sent_for', 'bigint', required)
    .addColumn('tries', 'bigint', required)
    .$call(clustered(engine)),
  schema.createIndex('mail_digests_by_due').on('mail_digests').column('due_ms'),
];
