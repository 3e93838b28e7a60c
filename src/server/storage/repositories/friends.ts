import type { ExpressionBuilder } from 'kysely';
import { assert } from '../../../domain/assert.ts';
import type { UserId } from '../../../domain/ids.ts';
import { storeLimits } from '../../kernel/limits.ts';
import type { FriendRow, FriendsWriting, ReadTx } from '../../../ports/store.ts';
import { listPlan } from './lists.ts';
import { patchPlan } from './patch.ts';
import { firstRow, eachCached, firstCached, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { friendRow } from './rows.ts';
import type { Tables } from '../schema/schema.ts';

const byId = plan((db, a: { id: number }) => db.selectFrom('friends').selectAll().where('id', '=', a.id));
/** Status 1 before 2, the newest first. */
const between = plan((db, a: { creator: UserId; friend: UserId }) =>
  db
    .selectFrom('friends')
    .selectAll()
    .where('creator', '=', a.creator)
    .where('friend', '=', a.friend)
    .where('status', '>', 0)
    .orderBy('status')
    .orderBy('id', 'desc')
    .limit(1),
);
const mutual = plan((db, a: { a: UserId; b: UserId }) =>
  db
    .selectFrom('friends as mine')
    .innerJoin('friends as theirs', (join) =>
      join
        .onRef('theirs.creator', '=', 'mine.friend')
        .onRef('theirs.friend', '=', 'mine.creator')
        .on('theirs.status', '=', 1),
    )
    .select('mine.id')
    .where('mine.creator', '=', a.a)
    .where('mine.friend', '=', a.b)
    .where('mine.status', '=', 1)
    .limit(1),
);

/** Requests from blocked users are hidden (BLOCK-5). */
const welcome = (e: ExpressionBuilder<Tables, 'friends'>) =>
  e.not(
    e.exists(
      e
        .selectFrom('blocked')
        .select('blocked.at_ms')
        .whereRef('blocked.user_id', '=', 'friends.friend')
        .whereRef('blocked.other', '=', 'friends.creator'),
    ),
  );

const side = { received: 'friend', sent: 'creator' } as const;
const applications = {
  received: applicationsPlan('received'),
  sent: applicationsPlan('sent'),
};
function applicationsPlan(which: keyof typeof side) {
  return {
    rows: plan((db, a: { of: UserId; limit: number; offset: number }) =>
      db
        .selectFrom('friends')
        .selectAll()
        .where(side[which], '=', a.of)
        .where('is_invite', '=', true)
        .$if(which === 'received', (query) => query.where(welcome))
        .orderBy('id', 'desc')
        .limit(a.limit)
        .offset(a.offset),
    ),
    total: plan((db, a: { of: UserId }) =>
      db
        .selectFrom('friends')
        .select((e) => e.fn.countAll<number>().as('total'))
        .where(side[which], '=', a.of)
        .where('is_invite', '=', true)
        .$if(which === 'received', (query) => query.where(welcome)),
    ),
  };
}

const pending = plan((db, a: { of: UserId }) =>
  db
    .selectFrom('friends')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.max('created_at_ms').as('newest')])
    .where('friend', '=', a.of)
    .where('is_invite', '=', true)
    .where('status', '=', 2)
    .where(welcome),
);
const of = plan((db, a: { user: UserId }) =>
  db
    .selectFrom('friends')
    .select('friend')
    .where('creator', '=', a.user)
    .where('status', '=', 1)
    .orderBy('friend'),
);
/** Also returns a row if none exists, so that this is cached as well. */
const nickname = plan((db, a: { of: UserId; partner: UserId }) =>
  db
    .selectFrom('friends')
    .select(['friend', 'nickname'])
    .where('creator', '=', a.of)
    .where('friend', '=', a.partner)
    .where('status', '=', 1),
);
const nicknames = listPlan((db, a: { of: UserId }, partners: readonly UserId[]) =>
  db
    .selectFrom('friends')
    .select(['friend', 'nickname'])
    .where('creator', '=', a.of)
    .where('friend', 'in', partners)
    .where('status', '=', 1)
    .where('nickname', '<>', ''),
);

const add = plan((db, a: Omit<FriendRow, 'id'>) =>
  db
    .insertInto('friends')
    .values({
      creator: a.creator,
      friend: a.friend,
      nickname: a.nickname,
      remark: a.remark,
      is_invite: a.isInvite,
      status: a.status,
      created_at_ms: a.createdAtMs,
      updated_at_ms: a.updatedAtMs,
    })
    .returning('id'),
);
interface Columns {
  nickname: string;
  remark: string;
  is_invite: boolean;
  status: 0 | 1 | 2;
  created_at_ms: number;
  updated_at_ms: number;
}
const patch = patchPlan((db, key: { id: number }, columns: Columns) =>
  db.updateTable('friends').set(columns).where('id', '=', key.id),
);
const end = plan((db, a: { id: number }) => db.deleteFrom('friends').where('id', '=', a.id));

const tied = plan((db, a: { a: UserId; b: UserId }) =>
  db
    .selectFrom('friends')
    .select('id')
    .where('status', '>', 0)
    .where((e) =>
      e.or([
        e.and([e('creator', '=', a.a), e('friend', '=', a.b)]),
        e.and([e('creator', '=', a.b), e('friend', '=', a.a)]),
      ]),
    )
    .limit(1),
);
const visiblePerson = plan((db, a: { user: UserId; other: UserId }) =>
  db.selectFrom('shown_people').select('at_ms').where('user_id', '=', a.user).where('other', '=', a.other),
);
const noteShown = plan((db, a: { user: UserId; other: UserId; nowMs: number }) =>
  db
    .insertInto('shown_people')
    .values({ user_id: a.user, other: a.other, at_ms: a.nowMs })
    .onConflict((conflict) => conflict.columns(['user_id', 'other']).doUpdateSet({ at_ms: a.nowMs })),
);
const oldShown = plan((db, a: { user: UserId; max: number }) =>
  db
    .selectFrom('shown_people')
    .select('other')
    .where('user_id', '=', a.user)
    .orderBy('at_ms', 'desc')
    .orderBy('other')
    .limit(a.max)
    .offset(a.max),
);
const dropShown = plan((db, a: { user: UserId; other: UserId }) =>
  db.deleteFrom('shown_people').where('user_id', '=', a.user).where('other', '=', a.other),
);

export const friendsReading = (sql: Executor): ReadTx['friends'] => ({
  byId: async (id) => {
    const row = await firstRow(sql, byId, { id });
    return row && friendRow(row);
  },
  between: async (creator, friend) => {
    const row = await firstRow(sql, between, { creator, friend });
    return row && friendRow(row);
  },
  areFriends: async (a, b) => (await firstCached(sql, mutual, { a, b })) !== null,
  areTied: async (a, b) => (await firstRow(sql, tied, { a, b })) !== null,
  wasShown: async (user, other) => (await firstRow(sql, visiblePerson, { user, other })) !== null,
  applications: async (of, side, page, limit) => {
    const total = (await firstRow(sql, applications[side].total, { of }))?.total ?? 0;
    const rows = await sql.all(applications[side].rows, { of, limit, offset: (page - 1) * limit });
    return { rows: rows.map(friendRow), total };
  },
  pending: async (of) => {
    const row = await firstRow(sql, pending, { of });
    return { count: row?.count ?? 0, newestAtMs: row?.newest ?? 0 };
  },
  of: async (user) => (await sql.all(of, { user })).map((row) => row.friend),
  nicknames: async (of, partners) => {
    const singly = sql.isCaching && partners.length <= storeLimits.singleReadsMax;
    const rows = singly
      ? await eachCached(
          sql,
          nickname,
          partners.map((partner) => ({ of, partner })),
        )
      : await nicknames(sql, { of }, partners);
    return new Map(rows.filter((row) => row.nickname !== '').map((row) => [row.friend, row.nickname]));
  },
});

export const friendsWriting = (sql: Executor): FriendsWriting => ({
  insert: async (row) => {
    const newRow = await firstRow(sql, add, row);
    assert(newRow, 'a new friend row has an id');
    return newRow.id;
  },
  update: (id, row) =>
    patch(
      sql,
      { id },
      {
        nickname: row.nickname,
        remark: row.remark,
        is_invite: row.isInvite,
        status: row.status,
        created_at_ms: row.createdAtMs,
        updated_at_ms: row.updatedAtMs,
      },
    ),
  end: async (id) => void (await sql.all(end, { id })),
  noteShown: async (user, other, nowMs, max) => {
    await sql.all(noteShown, { user, other, nowMs });
    for (const row of await sql.all(oldShown, { user, max }))
      await sql.all(dropShown, { user, other: row.other });
  },
});
