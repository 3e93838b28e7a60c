import type { Selectable } from 'kysely';
import type { UserId } from '../../../domain/ids.ts';
import type { InviteRow, InvitesReading, InvitesWriting } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import type { Tables } from '../schema/schema.ts';

const byCode = plan((db, a: { code: string }) =>
  db.selectFrom('invites').selectAll().where('code', '=', a.code),
);
const live = plan((db, a: { now: number; limit: number }) =>
  db
    .selectFrom('invites')
    .selectAll()
    .where('expires_at_ms', '>', a.now)
    .whereRef('used', '<', 'uses_max')
    .orderBy('expires_at_ms')
    .limit(a.limit),
);
const personalInvites = plan((db, a: { limit: number }) =>
  db
    .selectFrom('invites')
    .selectAll()
    .where((e) => e.or([e('name', '<>', ''), e('email', '<>', '')]))
    .orderBy('name')
    .orderBy('email')
    .orderBy('code')
    .limit(a.limit),
);
const countNamed = plan((db, a: { none: string }) =>
  db
    .selectFrom('invites')
    .select((e) => [
      e.fn.countAll<number>().as('invited'),
      e.fn.sum<number | string | null>('used').as('came'),
    ])
    .where((e) => e.or([e('name', '<>', a.none), e('email', '<>', a.none)])),
);
const add = plan((db, a: Omit<InviteRow, 'used'>) =>
  db.insertInto('invites').values({
    code: a.code,
    expires_at_ms: a.expiresAtMs,
    used_by: null,
    uses_max: a.max,
    used: 0,
    role: a.role,
    group_id: a.group,
    name: a.name,
    email: a.email,
  }),
);
const use = plan((db, a: { code: string; by: UserId; now: number }) =>
  db
    .updateTable('invites')
    .set((e) => ({ used_by: a.by, used: e('used', '+', 1) }))
    .where('code', '=', a.code)
    .whereRef('used', '<', 'uses_max')
    .where('expires_at_ms', '>', a.now)
    .returning('code'),
);
const end = plan((db, a: { code: string }) =>
  db.deleteFrom('invites').where('code', '=', a.code).returning('code'),
);

const inviteRow = (row: Selectable<Tables['invites']>): InviteRow => ({
  code: row.code,
  expiresAtMs: row.expires_at_ms,
  max: row.uses_max,
  used: row.used,
  role: row.role === 2 ? 2 : 0,
  group: row.group_id,
  name: row.name,
  email: row.email,
});

export const invitesReading = (sql: Executor): InvitesReading => ({
  byCode: async (code) => {
    const row = await firstRow(sql, byCode, { code });
    return row && inviteRow(row);
  },
  live: async (now, limit) => (await sql.all(live, { now, limit })).map(inviteRow),
  listNamed: async (limit) => (await sql.all(personalInvites, { limit })).map(inviteRow),
  countNamed: async () => {
    const row = await firstRow(sql, countNamed, { none: '' });
    // One engine sums in a type that has no number here.
    return { invited: row?.invited ?? 0, came: Number(row?.came ?? 0) };
  },
});

export const invitesWriting = (sql: Executor, moment: TransactionFacts): InvitesWriting => ({
  insert: async (invite) => void (await sql.all(add, { name: '', email: '', ...invite })),
  use: async (code, by) => (await sql.all(use, { code, by, now: moment.nowMs })).length === 1,
  end: async (code) => (await sql.all(end, { code })).length === 1,
});
