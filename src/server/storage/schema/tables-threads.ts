import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import { storeLimits as limits } from '../../kernel/limits.ts';
import type { MigrationTarget } from './change-kinds.ts';
import type { Engine } from '../engine/plan.ts';
import { clustered, required } from './tables.ts';

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
