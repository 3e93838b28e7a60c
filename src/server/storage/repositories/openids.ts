import type { Selectable } from 'kysely';
import type { UserId } from '../../../domain/ids.ts';
import type { OpenIdRow, OpenIdsReading, OpenIdsWriting } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import type { Tables } from '../schema/schema.ts';

interface Key {
  readonly issuer: string;
  readonly subject: string;
}

const of = plan((db, a: Key) =>
  db.selectFrom('openids').selectAll().where('issuer', '=', a.issuer).where('subject', '=', a.subject),
);
const ofUser = plan((db, a: { user: UserId }) =>
  db
    .selectFrom('openids')
    .selectAll()
    .where('user_id', '=', a.user)
    .orderBy('created_at_ms')
    .orderBy('issuer')
    .orderBy('subject'),
);
const ofIssuer = plan((db, a: Key & { limit: number }) =>
  db
    .selectFrom('openids')
    .selectAll()
    .where('issuer', '=', a.issuer)
    .where('subject', '>', a.subject)
    .orderBy('subject')
    .limit(a.limit),
);
const add = plan((db, a: OpenIdRow) =>
  db
    .insertInto('openids')
    .values({
      issuer: a.issuer,
      subject: a.subject,
      user_id: a.user,
      provider: a.provider,
      email: a.email,
      created_at_ms: a.createdAtMs,
      used_at_ms: a.usedAtMs,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('user_id'),
);
const noteUse = plan((db, a: Key & { now: number }) =>
  db
    .updateTable('openids')
    .set({ used_at_ms: a.now })
    .where('issuer', '=', a.issuer)
    .where('subject', '=', a.subject),
);
const remove = plan((db, a: Key & { user: UserId }) =>
  db
    .deleteFrom('openids')
    .where('issuer', '=', a.issuer)
    .where('subject', '=', a.subject)
    .where('user_id', '=', a.user)
    .returning('user_id'),
);
const removeAll = plan((db, a: { user: UserId }) =>
  db.deleteFrom('openids').where('user_id', '=', a.user).returning('user_id'),
);

const openIdRow = (row: Selectable<Tables['openids']>): OpenIdRow => ({
  issuer: row.issuer,
  subject: row.subject,
  user: row.user_id,
  provider: row.provider,
  email: row.email,
  createdAtMs: row.created_at_ms,
  usedAtMs: row.used_at_ms,
});

export const openIdsReading = (sql: Executor): OpenIdsReading => ({
  of: async (issuer, subject) => {
    const row = await firstRow(sql, of, { issuer, subject });
    return row && openIdRow(row);
  },
  ofUser: async (user) => (await sql.all(ofUser, { user })).map(openIdRow),
  ofIssuer: async (issuer, after, limit) =>
    (await sql.all(ofIssuer, { issuer, subject: after, limit })).map(openIdRow),
});

export const openIdsWriting = (sql: Executor, moment: TransactionFacts): OpenIdsWriting => ({
  add: async (row) => (await sql.all(add, row)).length === 1,
  noteUse: async (issuer, subject) => void (await sql.all(noteUse, { issuer, subject, now: moment.nowMs })),
  remove: async (user, issuer, subject) => (await sql.all(remove, { user, issuer, subject })).length === 1,
  removeAll: async (user) => (await sql.all(removeAll, { user })).length,
});
