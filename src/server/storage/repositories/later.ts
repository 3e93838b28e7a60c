import type { MessageId, MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { LaterReading, LaterWriting, ReminderRow, ScheduledRow } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { StoredRow } from '../schema/stored-row.ts';

interface Due {
  readonly now: number;
  readonly limit: number;
}

const scheduled = plan((db, a: { user: UserId; id: MessageId }) =>
  db.selectFrom('scheduled').selectAll().where('user_id', '=', a.user).where('id', '=', a.id),
);
const scheduledOf = plan((db, a: { user: UserId }) =>
  db.selectFrom('scheduled').selectAll().where('user_id', '=', a.user).orderBy('due_ms').orderBy('id'),
);
const scheduledDue = plan((db, a: Due) =>
  db
    .selectFrom('scheduled')
    .select(['user_id', 'id'])
    .where('look_ms', '<=', a.now)
    .orderBy('look_ms')
    .limit(a.limit),
);
const reminder = plan((db, a: { user: UserId; msgId: MsgId }) =>
  db.selectFrom('reminders').selectAll().where('user_id', '=', a.user).where('msg_id', '=', a.msgId),
);
const remindersOf = plan((db, a: { user: UserId }) =>
  db.selectFrom('reminders').selectAll().where('user_id', '=', a.user).orderBy('due_ms').orderBy('msg_id'),
);
const remindersDue = plan((db, a: Due) =>
  db
    .selectFrom('reminders')
    .select(['user_id', 'msg_id'])
    .where('look_ms', '<=', a.now)
    .orderBy('look_ms')
    .limit(a.limit),
);

const addScheduled = plan((db, a: ScheduledRow) =>
  db.insertInto('scheduled').values({
    user_id: a.user,
    id: a.id,
    body: a.body,
    due_ms: a.dueMs,
    look_ms: a.lookMs,
    failed: a.failed,
  }),
);
const setScheduled = plan((db, a: ScheduledRow) =>
  db
    .updateTable('scheduled')
    .set({ body: a.body, due_ms: a.dueMs, look_ms: a.lookMs, failed: a.failed })
    .where('user_id', '=', a.user)
    .where('id', '=', a.id)
    .returning('id'),
);
const dropScheduled = plan((db, a: { user: UserId; id: MessageId }) =>
  db.deleteFrom('scheduled').where('user_id', '=', a.user).where('id', '=', a.id).returning('id'),
);
const upsertReminder = plan((db, a: ReminderRow) => {
  const values = { stream: a.stream, n: a.n, due_ms: a.dueMs, look_ms: a.lookMs };
  return db
    .insertInto('reminders')
    .values({ user_id: a.user, msg_id: a.msgId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'msg_id']).doUpdateSet(values));
});
const dropReminder = plan((db, a: { user: UserId; msgId: MsgId }) =>
  db.deleteFrom('reminders').where('user_id', '=', a.user).where('msg_id', '=', a.msgId).returning('msg_id'),
);
/** Drops all users' reminders of a deleted message (LATER-11). */
export const dropRemindersOf = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('reminders').where('stream', '=', a.stream).where('n', '=', a.n),
);
export const dropRemindersUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('reminders').where('stream', '=', a.stream).where('n', '<=', a.n),
);

const scheduledRow = (row: StoredRow<'scheduled'>): ScheduledRow => ({
  user: row.user_id,
  id: row.id,
  body: row.body,
  dueMs: row.due_ms,
  lookMs: row.look_ms,
  failed: row.failed,
});
const reminderRow = (row: StoredRow<'reminders'>): ReminderRow => ({
  user: row.user_id,
  msgId: row.msg_id,
  stream: row.stream,
  n: row.n,
  dueMs: row.due_ms,
  lookMs: row.look_ms,
});

export const laterReading = (sql: Executor): LaterReading => ({
  scheduled: async (user, id) => {
    const row = await firstRow(sql, scheduled, { user, id });
    return row && scheduledRow(row);
  },
  scheduledOf: async (user) => (await sql.all(scheduledOf, { user })).map(scheduledRow),
  scheduledDue: async (now, limit) =>
    (await sql.all(scheduledDue, { now, limit })).map((row) => ({ user: row.user_id, id: row.id })),
  reminder: async (user, msgId) => {
    const row = await firstRow(sql, reminder, { user, msgId });
    return row && reminderRow(row);
  },
  remindersOf: async (user) => (await sql.all(remindersOf, { user })).map(reminderRow),
  remindersDue: async (now, limit) =>
    (await sql.all(remindersDue, { now, limit })).map((row) => ({ user: row.user_id, msgId: row.msg_id })),
});

export const laterWriting = (sql: Executor): LaterWriting => ({
  insertScheduled: async (row) => void (await sql.all(addScheduled, { ...row })),
  updateScheduled: async (user, id, change) => {
    const row = await firstRow(sql, scheduled, { user, id });
    if (row === null) return false;
    return (await sql.all(setScheduled, { ...scheduledRow(row), ...change })).length === 1;
  },
  deleteScheduled: async (user, id) => (await sql.all(dropScheduled, { user, id })).length === 1,
  saveReminder: async (row) => void (await sql.all(upsertReminder, { ...row })),
  deleteReminder: async (user, msgId) => (await sql.all(dropReminder, { user, msgId })).length === 1,
});
