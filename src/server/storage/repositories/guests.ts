import type { Selectable } from 'kysely';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { GuestRow, GuestsReading, GuestsWriting } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { Tables } from '../schema/schema.ts';

const get = plan((db, a: { user: UserId }) =>
  db.selectFrom('guests').selectAll().where('user_id', '=', a.user),
);
const activeOf = plan((db, a: { stream: StreamId }) =>
  db
    .selectFrom('guests')
    .selectAll()
    .where('stream', '=', a.stream)
    .where('until_ms', '>', 0)
    .orderBy('user_id'),
);
const over = plan((db, a: { now: number; limit: number }) =>
  db
    .selectFrom('guests')
    .selectAll()
    .where('until_ms', '>', 0)
    .where('until_ms', '<=', a.now)
    .orderBy('until_ms')
    .limit(a.limit),
);
const insert = plan((db, a: GuestRow) =>
  db.insertInto('guests').values({
    user_id: a.user,
    stream: a.stream,
    link_id: a.link,
    by_user: a.by,
    created_at_ms: a.createdAtMs,
    until_ms: a.untilMs,
  }),
);
const end = plan((db, a: { user: UserId; until: number }) =>
  db.updateTable('guests').set({ until_ms: a.until }).where('user_id', '=', a.user),
);
const remove = plan((db, a: { user: UserId }) => db.deleteFrom('guests').where('user_id', '=', a.user));

const guestRow = (row: Selectable<Tables['guests']>): GuestRow => ({
  user: row.user_id,
  stream: row.stream,
  link: row.link_id,
  by: row.by_user,
  createdAtMs: row.created_at_ms,
  untilMs: row.until_ms,
});

export const guestsReading = (sql: Executor): GuestsReading => ({
  get: async (user) => {
    const row = await firstRow(sql, get, { user });
    return row && guestRow(row);
  },
  activeOf: async (stream) => (await sql.all(activeOf, { stream })).map(guestRow),
  over: async (now, limit) => (await sql.all(over, { now, limit })).map(guestRow),
});

export const guestsWriting = (sql: Executor): GuestsWriting => ({
  insert: async (row) => void (await sql.all(insert, row)),
  end: async (user, until) => void (await sql.all(end, { user, until })),
  remove: async (user) => void (await sql.all(remove, { user })),
});
