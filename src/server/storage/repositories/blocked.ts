import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { BlockedReading, BlockedRow, BlockedWriting } from '../../../ports/store.ts';
import { firstRow, plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';
import type { StoredRow } from './rows.ts';

interface Two {
  readonly user: UserId;
  readonly other: UserId;
}

const has = plan((db, a: Two) =>
  db.selectFrom('blocked').select('at_ms').where('user_id', '=', a.user).where('other', '=', a.other),
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
const count = plan((db, a: { user: UserId }) =>
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
const add = plan((db, a: BlockedRow) =>
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
  has: async (user, other) => (await firstRow(sql, has, { user, other })) !== null,
  of: async (user, at) => {
    const rows = at
      ? await sql.all(page, { user, limit: at.limit, offset: (at.page - 1) * at.limit })
      : await sql.all(of, { user });
    return rows.map(blockedRow);
  },
  count: async (user) => (await firstRow(sql, count, { user }))?.total ?? 0,
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
  insert: async (row) => void (await sql.all(add, { ...row })),
  delete: async (user, other) => void (await sql.all(drop, { user, other })),
});
