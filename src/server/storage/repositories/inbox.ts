import { sql as raw } from 'kysely';
import type { Compilable, Kysely, RawBuilder } from 'kysely';
import type { MsgId } from '../../../domain/ids.ts';
import type { InboxQuery, ReadTx } from '../../../ports/store.ts';
import { plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { Tables } from '../schema/schema.ts';
import { fromFlag } from '../schema/stored-row.ts';

const compilable = <R>(db: Kysely<Tables>, query: RawBuilder<R>): Compilable<R> => ({
  compile: () => query.compile(db),
});

/**
 * The last ordinal of a conversation of the user before the messages in question. It bounds each index, so
 * that only the newest part of a conversation is read.
 */
function before(a: InboxQuery) {
  const tooOld = raw`coalesce((select x.n from messages as x
    where x.stream = u.stream and x.msg_id <= ${a.sinceMsgId} order by x.msg_id desc limit 1), 0)`;
  const tooMany = raw`coalesce((select max(x.n) from messages as x
    where x.stream = u.stream), 0) - ${a.ofChat}`;
  return raw<number>`case when ${tooOld} > ${tooMany} then ${tooOld} else ${tooMany} end`;
}
const current = (a: InboxQuery) => raw`u.user_id = ${a.user} and u.until_seq is null
  and u.stream > ${a.after} and u.stream <= ${a.last}`;

const chats = plan((db, a: Pick<InboxQuery, 'user'>) =>
  db
    .selectFrom('members')
    .select('stream')
    .where('user_id', '=', a.user)
    .where('until_seq', 'is', null)
    .orderBy('stream'),
);

interface Row {
  readonly msg_id: MsgId;
}

const mentioning = plan((db, a: InboxQuery) =>
  compilable(
    db,
    raw<Row>`select m.msg_id as msg_id from members as u
      join mentions as t on t.stream = u.stream and t.user_id in (${a.user}, 0) and t.n > ${before(a)}
      join messages as m on m.stream = t.stream and m.n = t.n
      where ${current(a)} and m.from_user <> ${a.user} and not m.recalled
      order by m.msg_id desc limit ${a.limit}`,
  ),
);
const inThreads = plan((db, a: InboxQuery) =>
  compilable(
    db,
    raw<Row & { is_on: boolean | 0 | 1 }>`select m.msg_id as msg_id, f.is_on as is_on from members as u
      join thread_follows as f on f.stream = u.stream and f.user_id = ${a.user}
      join messages as m on m.stream = f.stream and m.root = f.root and m.n > ${before(a)}
      where ${current(a)} and not m.recalled
      order by m.msg_id desc limit ${a.limit}`,
  ),
);
const answers = plan((db, a: InboxQuery) =>
  compilable(
    db,
    raw<Row>`select m.msg_id as msg_id from members as u
      join messages as m on m.stream = u.stream and m.root is not null and m.n > ${before(a)}
      where ${current(a)} and u.stream not like 'group-%' and m.from_user <> ${a.user} and not m.recalled
      order by m.msg_id desc limit ${a.limit}`,
  ),
);
const reacted = plan((db, a: InboxQuery) =>
  compilable(
    db,
    raw<Row & { people: number; at_ms: number }>`select m.msg_id as msg_id,
        count(distinct r.user_id) as people, max(r.at_ms) as at_ms from members as u
      join messages as m on m.stream = u.stream and m.n > ${before(a)} and m.from_user = ${a.user}
      join reactions as r on r.stream = m.stream and r.n = m.n and r.user_id <> ${a.user}
      where ${current(a)} and not m.recalled and not exists (
        select 1 from blocked as b where b.user_id = ${a.user} and b.other = r.user_id)
      group by m.msg_id order by max(r.at_ms) desc, m.msg_id desc limit ${a.limit}`,
  ),
);

const numbers = (rows: readonly Row[]): readonly MsgId[] => rows.map((row) => row.msg_id);

export const inboxReading = (sql: Executor): ReadTx['inbox'] => ({
  chats: async (user) => (await sql.all(chats, { user })).map(({ stream }) => stream),
  mentioning: async (query) => numbers(await sql.all(mentioning, query)),
  inThreads: async (query) =>
    (await sql.all(inThreads, query)).map((row) => ({ msgId: row.msg_id, isFollowed: fromFlag(row.is_on) })),
  answers: async (query) => numbers(await sql.all(answers, query)),
  reacted: async (query) =>
    (await sql.all(reacted, query)).map((row) => ({
      msgId: row.msg_id,
      people: row.people,
      atMs: row.at_ms,
    })),
});
