import type { Selectable } from 'kysely';
import type { UserId } from '../../../domain/ids.ts';
import type { MailDigestRow, MailDigestsReading, MailDigestsWriting } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { Tables } from '../schema/schema.ts';

const get = plan((db, a: { user: UserId }) =>
  db.selectFrom('mail_digests').selectAll().where('user_id', '=', a.user),
);
const due = plan((db, a: { now: number; limit: number }) =>
  db
    .selectFrom('mail_digests')
    .selectAll()
    .where('due_ms', '<=', a.now)
    .orderBy('due_ms')
    .orderBy('user_id')
    .limit(a.limit),
);
const save = plan((db, a: MailDigestRow) =>
  db
    .insertInto('mail_digests')
    .values({
      user_id: a.user,
      language: a.language,
      due_ms: a.dueMs,
      sent_for: a.sentFor,
      tries: a.tries,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((e) => ({ language: e.ref('excluded.language') })),
    ),
);
const advance = plan((db, a: { user: UserId; before: number; due: number; sentFor: number; tries: number }) =>
  db
    .updateTable('mail_digests')
    .set({ due_ms: a.due, sent_for: a.sentFor, tries: a.tries })
    .where('user_id', '=', a.user)
    .where('due_ms', '=', a.before)
    .returning('user_id'),
);
const remove = plan((db, a: { user: UserId }) => db.deleteFrom('mail_digests').where('user_id', '=', a.user));

const digestRow = (row: Selectable<Tables['mail_digests']>): MailDigestRow => ({
  user: row.user_id,
  language: row.language,
  dueMs: row.due_ms,
  sentFor: row.sent_for,
  tries: row.tries,
});

export const mailDigestsReading = (sql: Executor): MailDigestsReading => ({
  get: async (user) => {
    const row = await firstRow(sql, get, { user });
    return row && digestRow(row);
  },
  due: async (now, limit) => (await sql.all(due, { now, limit })).map(digestRow),
});

export const mailDigestsWriting = (sql: Executor): MailDigestsWriting => ({
  save: async (row) => void (await sql.all(save, row)),
  advance: async (user, before, { dueMs: to, sentFor, tries }) =>
    (await sql.all(advance, { user, before, due: to, sentFor, tries })).length === 1,
  remove: async (user) => void (await sql.all(remove, { user })),
});
