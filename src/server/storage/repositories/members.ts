import type { Kysely } from 'kysely';
import { groupOfStream } from '../../../domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import type { Role } from '../../../domain/contact.ts';
import type { MemberRow, MembersWriting, ReadTx } from '../../../ports/store.ts';
import { fillList, listPlan, listSlots } from './lists.ts';
import { patchPlan } from './patch.ts';
import { firstRow, firstCached, plan, plans, stillPlan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { byStream, memberRow } from './rows.ts';
import type { Tables } from '../schema/schema.ts';

/** Joined with the row of their conversation: without one, nothing was cleared there. */
const whole = (db: Kysely<Tables>) =>
  db
    .selectFrom('members as m')
    .leftJoin('streams as s', 's.stream', 'm.stream')
    .selectAll('m')
    .select((e) => e.fn.coalesce('s.cleared', e.lit(0)).as('cleared'));
const getAny = plan((db, a: { stream: StreamId; user: UserId }) =>
  whole(db).where('m.stream', '=', a.stream).where('m.user_id', '=', a.user),
);
const inOrder = (db: Kysely<Tables>, stream: StreamId) =>
  whole(db)
    .where('m.stream', '=', stream)
    .where('m.until_seq', 'is', null)
    .orderBy('m.role')
    .orderBy('m.joined_at_ms')
    .orderBy('m.user_id');
const all = plan((db, a: { stream: StreamId }) => inOrder(db, a.stream));
const page = plan((db, a: { stream: StreamId; limit: number; offset: number }) =>
  inOrder(db, a.stream).limit(a.limit).offset(a.offset),
);
const ids = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('members').select('user_id').where('stream', '=', a.stream).where('until_seq', 'is', null),
);
const cameAfter = listPlan((db, a: { stream: StreamId; n: number }, users: readonly UserId[]) =>
  db
    .selectFrom('members')
    .select('user_id')
    .where('stream', '=', a.stream)
    .where('user_id', 'in', users)
    .where('until_seq', 'is', null)
    .where('from_n', '>=', a.n),
);
const among = listPlan((db, a: { stream: StreamId }, users: readonly UserId[]) =>
  db
    .selectFrom('members')
    .select('user_id')
    .where('stream', '=', a.stream)
    .where('user_id', 'in', users)
    .where('until_seq', 'is', null),
);
/** Selected by users with such a device: in a large group these are few. */
const withPush = plan((db, a: { stream: StreamId }) =>
  whole(db)
    .where('m.stream', '=', a.stream)
    .where('m.until_seq', 'is', null)
    .where('m.user_id', 'in', (e) =>
      e.selectFrom('push_subs').innerJoin('tokens', 'tokens.cid', 'push_subs.cid').select('tokens.user_id'),
    )
    .orderBy('m.user_id'),
);
const count = plan((db, a: { stream: StreamId }) =>
  db
    .selectFrom('members')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('stream', '=', a.stream)
    .where('until_seq', 'is', null),
);
const size = plan(
  (db, a: { group: GroupId }) => db.selectFrom('groups').select(['id', 'members']).where('id', '=', a.group),
  { groups: 'id' },
);
const grow = plan((db, a: { by: number; group: GroupId }) =>
  db
    .updateTable('groups')
    .set((e) => ({ members: e('members', '+', a.by) }))
    .where('id', '=', a.group),
);
const streamsOf = plan((db, a: { user: UserId }) =>
  db.selectFrom('members').select('stream').where('user_id', '=', a.user).where('until_seq', 'is', null),
);

const quietOver = stillPlan((db, a: { nowMs: number; limit: number }) =>
  db
    .selectFrom('members')
    .select(['stream', 'user_id'])
    .where('quiet_until', '<=', a.nowMs)
    .orderBy('quiet_until')
    .orderBy('stream')
    .orderBy('user_id')
    .limit(a.limit),
);
const lateMemberships = plan((db, a: { user: UserId }) =>
  whole(db).where('m.user_id', '=', a.user).where('m.until_seq', 'is', null).where('m.from_n', '>', 0),
);

interface Columns {
  role: Role;
  is_top: boolean;
  is_notice: boolean;
  from_seq: number;
  until_seq: number | null;
  from_n: number;
  mark: number;
  told: number;
  own: number;
  mention_mark: number;
  hidden_to: number;
  archived_to: number | null;
  is_marked: boolean;
  marked_from: number | null;
  at_only: boolean;
  quiet_until: number | null;
  muted_until_sec: number;
  inviter: UserId | null;
  joined_at_ms: number;
}

const columnsOf = (row: Partial<MemberRow>): Partial<Columns> => ({
  role: row.role,
  is_top: row.isTop,
  is_notice: row.isNotice,
  from_seq: row.fromSeq,
  until_seq: row.untilSeq,
  from_n: row.fromN,
  mark: row.mark,
  told: row.told,
  own: row.own,
  mention_mark: row.mentionMark,
  hidden_to: row.hiddenTo,
  archived_to: row.archivedTo,
  is_marked: row.isMarked,
  marked_from: row.markedFrom,
  at_only: row.atOnly,
  quiet_until: row.quietUntilMs,
  muted_until_sec: row.mutedUntilSec,
  inviter: row.inviter,
  joined_at_ms: row.joinedAtMs,
});

/** A returning user gets the whole row again: one interval per user (STREAM-10). */
const upsert = plan((db, a: Columns & { stream: StreamId; user: UserId }) => {
  const columns: Columns = {
    role: a.role,
    is_top: a.is_top,
    is_notice: a.is_notice,
    from_seq: a.from_seq,
    until_seq: a.until_seq,
    from_n: a.from_n,
    mark: a.mark,
    told: a.told,
    own: a.own,
    mention_mark: a.mention_mark,
    hidden_to: a.hidden_to,
    archived_to: a.archived_to,
    is_marked: a.is_marked,
    marked_from: a.marked_from,
    at_only: a.at_only,
    quiet_until: a.quiet_until,
    muted_until_sec: a.muted_until_sec,
    inviter: a.inviter,
    joined_at_ms: a.joined_at_ms,
  };
  return db
    .insertInto('members')
    .values({ stream: a.stream, user_id: a.user, ...columns })
    .onConflict((conflict) => conflict.columns(['stream', 'user_id']).doUpdateSet(columns));
});
const patch = patchPlan((db, key: { stream: StreamId; user: UserId }, columns: Columns) =>
  db.updateTable('members').set(columns).where('stream', '=', key.stream).where('user_id', '=', key.user),
);
/**
 * The only change made by every message. It counts from the mark: a mark at the cleared line is written with
 * it.
 */
const setOwn = plan((db, a: { stream: StreamId; user: UserId; own: number }) =>
  db
    .updateTable('members')
    .set((e) => ({
      own: a.own,
      mark: e.fn.coalesce(
        e
          .selectFrom('streams as s')
          .select('s.cleared')
          .where('s.stream', '=', a.stream)
          .whereRef('s.cleared', '>', 'members.mark'),
        'members.mark',
      ),
    }))
    .where('stream', '=', a.stream)
    .where('user_id', '=', a.user),
);

const readAll = plan((db, a: { stream: StreamId; n: number }) =>
  db.updateTable('streams').set({ cleared: a.n }).where('stream', '=', a.stream).where('cleared', '<', a.n),
);
/** Members with messages after this one who have not read that far: few of many. */
const unreadWithOwn = plan((db, a: { stream: StreamId; n: number }) =>
  whole(db)
    .where('m.stream', '=', a.stream)
    .where('m.until_seq', 'is', null)
    .where('m.mark', '<=', a.n)
    .where('s.cleared', '<=', a.n)
    .where('m.user_id', 'in', (e) =>
      e
        .selectFrom('messages')
        .select('from_user')
        .where('stream', '=', a.stream)
        .where('n', '>', a.n)
        .union(
          // Deleted ones count as own lines of every member (COUNT-17).
          e
            .selectFrom('members as o')
            .select('o.user_id as from_user')
            .where('o.stream', '=', a.stream)
            .where('o.until_seq', 'is', null)
            .where((o) =>
              o.exists(
                o
                  .selectFrom('dropped as d')
                  .select('d.n')
                  .where('d.stream', '=', a.stream)
                  .where('d.n', '>', a.n),
              ),
            ),
        )
        .union(
          e
            .selectFrom('seen')
            .select('user_id as from_user')
            .where('stream', '=', a.stream)
            .where('n', '>', a.n),
        ),
    )
    .orderBy('m.user_id'),
);

export const membersReading = (sql: Executor): ReadTx['members'] => {
  const any = async (stream: StreamId, user: UserId) => {
    const ahead = sql.ahead?.member(stream, user);
    if (ahead) return memberRow(ahead);
    const { journal } = sql;
    const find = () => firstRow(sql, getAny, { stream, user });
    const row = await (journal ? journal.without(find) : find());
    if (row) journal?.keepMember(row);
    return row && memberRow(row);
  };
  return {
    get: async (stream, user) => {
      const member = await any(stream, user);
      return member?.untilSeq === null ? member : null;
    },
    getAny: any,
    of: async (stream, at) => {
      const rows = at
        ? await sql.all(page, { stream, limit: at.limit, offset: (at.page - 1) * at.limit })
        : await sql.all(all, { stream });
      return rows.map(memberRow);
    },
    among: async (stream, users) => new Set((await among(sql, { stream }, users)).map((row) => row.user_id)),
    withPush: async (stream) => (await sql.all(withPush, { stream })).map(memberRow),
    idsOf: async (stream) =>
      (await sql.bulk(ids, { stream })).map((row) => row.user_id).toSorted((a, b) => a - b),
    unreadWithOwn: async (stream, n) => (await sql.all(unreadWithOwn, { stream, n })).map(memberRow),
    cameAfter: async (stream, n, users) =>
      new Set((await cameAfter(sql, { stream, n }, users)).map((row) => row.user_id)),
    count: async (stream) => {
      const group = groupOfStream(stream);
      return group === null
        ? ((await firstRow(sql, count, { stream }))?.total ?? 0)
        : ((await firstCached(sql, size, { group }))?.members ?? 0);
    },
    lateMemberships: async (user) => (await sql.all(lateMemberships, { user })).map(memberRow),
    quietOver: async (nowMs, limit) =>
      (await sql.all(quietOver, { nowMs, limit })).map((row) => ({ stream: row.stream, user: row.user_id })),
    streamsOf: async (user) =>
      (await sql.bulk(streamsOf, { user })).toSorted(byStream).map((row) => row.stream),
  };
};

const endOf = plans((db, a: { stream: StreamId; seq: number }, size: number) =>
  db
    .updateTable('members')
    .set({ until_seq: a.seq })
    .where('stream', '=', a.stream)
    .where('user_id', 'in', listSlots<UserId>(a, size))
    .where('until_seq', 'is', null)
    .returning('user_id'),
);

/** Adjusts the member count, if it is a group (GROUP-31). */
async function countMembers(sql: Executor, stream: StreamId, by: number): Promise<void> {
  const group = groupOfStream(stream);
  if (group !== null && by !== 0) await sql.all(grow, { by, group });
}

export const membersWriting = (sql: Executor): MembersWriting => ({
  readAll: async (stream, n) => void (await sql.all(readAll, { stream, n })),
  save: async (...rows) => {
    const [first] = rows;
    if (first === undefined) return;
    const { stream } = first;
    const before = await membersReading(sql).among(
      stream,
      rows.map(({ user }) => user),
    );
    for (const row of rows)
      await sql.all(upsert, { ...(columnsOf(row) as Columns), stream: row.stream, user: row.user });
    const now = rows.filter(({ untilSeq }) => untilSeq === null).length;
    await countMembers(sql, stream, now - before.size);
  },
  endOf: async (stream, users, seq) => {
    if (users.length === 0) return;
    const { size, bound } = fillList({ stream, seq }, users);
    const ended = await sql.all(endOf(size), bound);
    await countMembers(sql, stream, -ended.length);
  },
  update: async (stream, user, row) => {
    if (row.untilSeq !== undefined) {
      const before = await membersReading(sql).getAny(stream, user);
      await countMembers(sql, stream, (row.untilSeq === null ? 1 : 0) - (before?.untilSeq === null ? 1 : 0));
    }
    const { own, ...rest } = row;
    if (own === undefined || row.mark !== undefined) return patch(sql, { stream, user }, columnsOf(row));
    if (!sql.journal?.setOwn(stream, user, own)) await sql.all(setOwn, { stream, user, own });
    await patch(sql, { stream, user }, columnsOf(rest));
  },
});
