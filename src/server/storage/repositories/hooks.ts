import type { Selectable } from 'kysely';
import type { Dialect } from '../../../domain/bots.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { HookRow, HooksReading, HooksWriting } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { Tables } from '../schema/schema.ts';

const byHash = plan((db, a: { hash: string }) =>
  db.selectFrom('hooks').selectAll().where('hash', '=', a.hash),
);
const ofUser = plan((db, a: { user: UserId }) =>
  db.selectFrom('hooks').selectAll().where('user_id', '=', a.user),
);
const ofStream = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('hooks').selectAll().where('stream', '=', a.stream).orderBy('user_id'),
);
const insert = plan((db, a: HookRow) =>
  db.insertInto('hooks').values({
    hash: a.hash,
    user_id: a.user,
    stream: a.stream,
    dialect: a.dialect,
    by_user: a.by,
    created_at_ms: a.createdAtMs,
    used_minute: a.usedMinute,
  }),
);
const setHash = plan((db, a: { hash: string; next: string }) =>
  db.updateTable('hooks').set({ hash: a.next }).where('hash', '=', a.hash),
);
const setDialect = plan((db, a: { hash: string; dialect: Dialect }) =>
  db.updateTable('hooks').set({ dialect: a.dialect }).where('hash', '=', a.hash),
);
const setUse = plan((db, a: { hash: string; minute: number }) =>
  db
    .updateTable('hooks')
    .set({ used_minute: a.minute })
    .where('hash', '=', a.hash)
    .where('used_minute', '<', a.minute),
);
const remove = plan((db, a: { hash: string }) => db.deleteFrom('hooks').where('hash', '=', a.hash));

const hookRow = (row: Selectable<Tables['hooks']>): HookRow => ({
  hash: row.hash,
  user: row.user_id,
  stream: row.stream,
  dialect: row.dialect,
  by: row.by_user,
  createdAtMs: row.created_at_ms,
  usedMinute: row.used_minute,
});

export const hooksReading = (sql: Executor): HooksReading => ({
  byHash: async (hash) => {
    const row = await firstRow(sql, byHash, { hash });
    return row && hookRow(row);
  },
  ofUser: async (user) => {
    const row = await firstRow(sql, ofUser, { user });
    return row && hookRow(row);
  },
  ofStream: async (stream) => (await sql.all(ofStream, { stream })).map(hookRow),
});

export const hooksWriting = (sql: Executor): HooksWriting => ({
  insert: async (row) => void (await sql.all(insert, row)),
  update: async (hash, { hash: next, dialect }) => {
    if (dialect !== undefined) await sql.all(setDialect, { hash, dialect });
    if (next !== undefined) await sql.all(setHash, { hash, next });
  },
  noteUse: async (hash, minute) => void (await sql.all(setUse, { hash, minute })),
  remove: async (hash) => void (await sql.all(remove, { hash })),
});
