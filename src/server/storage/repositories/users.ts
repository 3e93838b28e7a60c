import { sql as raw } from 'kysely';
import { assert } from '../../../domain/assert.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { skeletonOf } from '../../../domain/skeleton.ts';
import type {
  BlockedReading,
  BlockedRow,
  BlockedWriting,
  ReadTx,
  UserRow,
  UsersWriting,
} from '../../../ports/store.ts';
import { storeLimits } from '../../kernel/limits.ts';
import { type Executor, eachCached, firstCached, firstRow, plan } from '../plan.ts';
import { listPlan } from './lists.ts';
import { patchPlan } from './patch.ts';
import { mapBy, privacyIn, userRow } from './rows.ts';
import { type StoredRow } from '../schema/stored-row.ts';

const byId = plan((db, a: { id: UserId }) => db.selectFrom('users').selectAll().where('id', '=', a.id), {
  users: 'id',
});
const privacy = plan((db, a: { id: UserId }) =>
  db.selectFrom('users').select('privacy').where('id', '=', a.id),
);
const byAccount = plan((db, a: { account: string }) =>
  db.selectFrom('users').selectAll().where('account', '=', a.account),
);
const bySkeleton = plan((db, a: { skeleton: string }) =>
  db
    .selectFrom('users')
    .innerJoin('account_skeletons', 'account_skeletons.user_id', 'users.id')
    .selectAll('users')
    .where('account_skeletons.skeleton', '=', a.skeleton)
    .orderBy('users.id')
    .limit(10),
);
const alike = listPlan((db, a: { not: number }, skeletons: readonly string[]) =>
  db
    .selectFrom('account_skeletons')
    .select('user_id')
    .where('skeleton', 'in', skeletons)
    .where('user_id', '!=', a.not as UserId)
    .limit(1),
);
const upsertSkeleton = plan((db, a: { id: UserId; skeleton: string }) =>
  db
    .insertInto('account_skeletons')
    .values({ user_id: a.id, skeleton: a.skeleton })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ skeleton: a.skeleton })),
);
const byIds = listPlan((db, _: object, ids: readonly UserId[]) =>
  db.selectFrom('users').selectAll().where('id', 'in', ids),
);
const activeAmong = listPlan((db, _: object, ids: readonly UserId[]) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('active', '=', raw<boolean>`${raw.lit(true)}`),
);
const count = plan((db) => db.selectFrom('users').select((e) => e.fn.countAll<number>().as('total')));
const active = plan((db, a: { after: UserId; limit: number }) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('id', '>', a.after)
    .where('active', '=', true)
    .orderBy('id')
    .limit(a.limit),
);

type Columns = Omit<StoredRow<'users'>, 'id' | 'is_auth' | 'active'> & { is_auth: boolean; active: boolean };

const add = plan((db, a: Columns) =>
  db
    .insertInto('users')
    .values({
      account: a.account,
      realname: a.realname,
      password_hash: a.password_hash,
      avatar: a.avatar,
      email: a.email,
      motto: a.motto,
      sex: a.sex,
      role: a.role,
      is_auth: a.is_auth,
      active: a.active,
      created_at_ms: a.created_at_ms,
      last_login_at_ms: a.last_login_at_ms,
      last_login_ip: a.last_login_ip,
      privacy: a.privacy,
    })
    .returning('id'),
);

const lastSeen = plan((db, a: { id: UserId }) =>
  db.selectFrom('last_seen').select('minute').where('user_id', '=', a.id),
);
const upsertLastSeen = plan((db, a: { id: UserId; minute: number }) =>
  db
    .insertInto('last_seen')
    .values({ user_id: a.id, minute: a.minute })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ minute: a.minute }).where('last_seen.minute', '<', a.minute),
    ),
);

const patch = patchPlan((db, key: { id: UserId }, columns: Columns) =>
  db.updateTable('users').set(columns).where('id', '=', key.id),
);

/** Reads only present fields; undefined ones are left unchanged. */
const columnsOf = (user: Partial<Omit<UserRow, 'id'>>): Partial<Columns> => ({
  account: user.account,
  realname: user.realname,
  password_hash: user.passwordHash,
  avatar: user.avatar,
  email: user.email,
  motto: user.motto,
  sex: user.sex,
  role: user.role,
  is_auth: user.isAuth,
  active: user.active,
  created_at_ms: user.createdAtMs,
  last_login_at_ms: user.lastLoginAtMs,
  last_login_ip: user.lastLoginIp,
  privacy: user.privacy && JSON.stringify(user.privacy),
});

export const usersReading = (sql: Executor): ReadTx['users'] => ({
  byId: async (id) => {
    const row = await firstCached(sql, byId, { id });
    return row && userRow(row);
  },
  privacy: async (id) => {
    const row = await firstRow(sql, privacy, { id });
    return row && privacyIn(row.privacy);
  },
  byAccount: async (account) => {
    const row = await firstRow(sql, byAccount, { account });
    return row && userRow(row);
  },
  bySkeleton: async (skeleton) => (await sql.all(bySkeleton, { skeleton })).map(userRow),
  alike: async (skeletons, not) => (await alike(sql, { not: not ?? 0 }, skeletons))[0]?.user_id ?? null,
  byIds: async (ids) => {
    const singly = sql.isCaching && ids.length <= storeLimits.singleReadsMax;
    const rows = singly
      ? await eachCached(
          sql,
          byId,
          ids.map((id) => ({ id })),
        )
      : await byIds(sql, {}, ids);
    return mapBy(rows.map(userRow), (user) => user.id);
  },
  activeAmong: async (ids) => (await activeAmong(sql, {}, ids)).map(({ id }) => id),
  lastSeen: async (id) => (await firstRow(sql, lastSeen, { id }))?.minute ?? null,
  active: async (after, limit) => (await sql.all(active, { after: after as UserId, limit })).map(userRow),
  count: async () => (await firstRow(sql, count, {}))?.total ?? 0,
});

export const usersWriting = (sql: Executor): UsersWriting => ({
  insert: async (user) => {
    const row = await firstRow(sql, add, columnsOf(user) as Columns);
    assert(row, 'a new user has an id');
    await sql.all(upsertSkeleton, { id: row.id, skeleton: skeletonOf(user.account) });
    return row.id;
  },
  noteSeen: async (id, minute) => void (await sql.all(upsertLastSeen, { id, minute })),
  update: async (id, user) => {
    await patch(sql, { id }, columnsOf(user));
    if (user.account !== undefined) await sql.all(upsertSkeleton, { id, skeleton: skeletonOf(user.account) });
  },
});

interface Two {
  readonly user: UserId;
  readonly other: UserId;
}

/** Always one row, because the cache stores no empty answer (COMMIT-8). */
const has = plan((db, a: Two) =>
  db.selectNoFrom((e) =>
    e
      .exists(
        e.selectFrom('blocked').select('at_ms').where('user_id', '=', a.user).where('other', '=', a.other),
      )
      .as('has'),
  ),
);
const of = plan((db, a: { user: UserId }) =>
  db
    .selectFrom('blocked')
    .selectAll()
    .where('user_id', '=', a.user)
    .orderBy('at_ms', 'desc')
    .orderBy('other', 'desc'),
);
const page = plan((db, a: { user: UserId; limit: number; offset: number }) =>
  db
    .selectFrom('blocked')
    .selectAll()
    .where('user_id', '=', a.user)
    .orderBy('at_ms', 'desc')
    .orderBy('other', 'desc')
    .limit(a.limit)
    .offset(a.offset),
);
const countBlocked = plan((db, a: { user: UserId }) =>
  db
    .selectFrom('blocked')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('user_id', '=', a.user),
);
const by = plan((db, a: { other: UserId }) =>
  db.selectFrom('blocked').select('user_id').where('other', '=', a.other),
);
const among = plan((db, a: { stream: StreamId; other: UserId; limit: number }) =>
  db
    .selectFrom('blocked as b')
    .innerJoin('members as m', 'm.user_id', 'b.user_id')
    .select('b.user_id')
    .where('b.other', '=', a.other)
    .where('m.stream', '=', a.stream)
    .where('m.until_seq', 'is', null)
    .orderBy('b.user_id')
    .limit(a.limit),
);
const addBlocked = plan((db, a: BlockedRow) =>
  db
    .insertInto('blocked')
    .values({ user_id: a.user, other: a.other, at_ms: a.atMs })
    .onConflict((conflict) => conflict.columns(['user_id', 'other']).doNothing()),
);
const drop = plan((db, a: Two) =>
  db.deleteFrom('blocked').where('user_id', '=', a.user).where('other', '=', a.other),
);

const blockedRow = (row: StoredRow<'blocked'>): BlockedRow => ({
  user: row.user_id,
  other: row.other,
  atMs: row.at_ms,
});

export const blockedReading = (sql: Executor): BlockedReading => ({
  has: async (user, other) => Boolean((await firstCached(sql, has, { user, other }))?.has),
  of: async (user, at) => {
    const rows = at
      ? await sql.all(page, { user, limit: at.limit, offset: (at.page - 1) * at.limit })
      : await sql.all(of, { user });
    return rows.map(blockedRow);
  },
  count: async (user) => (await firstRow(sql, countBlocked, { user }))?.total ?? 0,
  by: async (other) => new Set((await sql.all(by, { other })).map((row) => row.user_id)),
  among: async (stream, other, limit) =>
    (await sql.all(among, { stream, other, limit })).map((row) => row.user_id),
  apart: async (user) => [
    ...new Set([
      ...(await sql.all(of, { user })).map((row) => row.other),
      ...(await sql.all(by, { other: user })).map((row) => row.user_id),
    ]),
  ],
});

export const blockedWriting = (sql: Executor): BlockedWriting => ({
  insert: async (row) => void (await sql.all(addBlocked, { ...row })),
  delete: async (user, other) => void (await sql.all(drop, { user, other })),
});
