import type { UserId } from '../../../domain/ids.ts';
import type { KeptReading, KeptRow, KeptWriting } from '../../../ports/store.ts';
import { listPlan } from './lists.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { StoredRow } from '../schema/stored-row.ts';

const one = plan((db, a: { user: UserId; name: string }) =>
  db.selectFrom('kept').selectAll().where('user_id', '=', a.user).where('name', '=', a.name),
);
const all = plan((db, a: { user: UserId }) =>
  db.selectFrom('kept').selectAll().where('user_id', '=', a.user).orderBy('name'),
);
const byName = listPlan((db, a: { name: string }, users: readonly UserId[]) =>
  db.selectFrom('kept').selectAll().where('user_id', 'in', users).where('name', '=', a.name),
);
const upsert = plan((db, a: KeptRow) => {
  const values = { value: a.value, at_ms: a.atMs };
  return db
    .insertInto('kept')
    .values({ user_id: a.user, name: a.name, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet(values));
});
const drop = plan((db, a: { user: UserId; name: string }) =>
  db.deleteFrom('kept').where('user_id', '=', a.user).where('name', '=', a.name),
);
/** Rows beyond the newest ones, a few at a time: each write adds one at most. */
const beyond = plan((db, a: { user: UserId; like: string; most: number }) =>
  db
    .selectFrom('kept')
    .select('name')
    .where('user_id', '=', a.user)
    .where('name', 'like', a.like)
    .orderBy('at_ms', 'desc')
    .orderBy('name')
    .limit(10)
    .offset(a.most),
);

const toKeptRow = (row: StoredRow<'kept'>): KeptRow => ({
  user: row.user_id,
  name: row.name,
  value: row.value,
  atMs: row.at_ms,
});

export const preferenceReading = (sql: Executor): KeptReading => ({
  get: async (user, name) => {
    const row = await firstRow(sql, one, { user, name });
    return row ? toKeptRow(row) : null;
  },
  ofUsers: async (name, users) => (await byName(sql, { name }, users)).map(toKeptRow),
  of: async (user) => (await sql.all(all, { user })).map(toKeptRow),
});

export const preferenceWriting = (sql: Executor): KeptWriting => ({
  save: async (row) => void (await sql.all(upsert, row)),
  drop: async (user, name) => void (await sql.all(drop, { user, name })),
  trim: async (user, prefix, most) => {
    for (const { name } of await sql.all(beyond, { user, like: `${prefix}%`, most }))
      await sql.all(drop, { user, name });
  },
});
