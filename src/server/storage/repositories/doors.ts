import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DoorsWriting, ReadTx } from '../../../ports/store.ts';
import type { TransactionFacts } from '../engine/transaction-facts.ts';
import { linksReading, linksWriting } from './links.ts';
import { listPlan } from './lists.ts';
import { firstRow, plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';

/** Users who may not return themselves, and users who have shown a code (GROUP-16, GROUP-17). */
const barred = listPlan((db, a: { stream: StreamId }, users: readonly UserId[]) =>
  db.selectFrom('barred').select('user_id').where('stream', '=', a.stream).where('user_id', 'in', users),
);
const bar = plan((db, a: { stream: StreamId; user: UserId }) =>
  db
    .insertInto('barred')
    .values({ stream: a.stream, user_id: a.user })
    .onConflict((conflict) => conflict.doNothing()),
);
const unbar = plan((db, a: { stream: StreamId; user: UserId }) =>
  db.deleteFrom('barred').where('stream', '=', a.stream).where('user_id', '=', a.user),
);

const shownCode = plan((db, a: { user: UserId; group: GroupId; now: number }) =>
  db
    .selectFrom('shown_codes')
    .select(['inviter', 'until_ms', 'link_id'])
    .where('user_id', '=', a.user)
    .where('group_id', '=', a.group)
    .where('until_ms', '>', a.now),
);
interface ShownCode {
  user: UserId;
  group: GroupId;
  inviter: UserId;
  until: number;
  link: number | null;
}
const keep = plan((db, a: ShownCode) => {
  const values = { inviter: a.inviter, until_ms: a.until, link_id: a.link };
  return db
    .insertInto('shown_codes')
    .values({ user_id: a.user, group_id: a.group, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'group_id']).doUpdateSet(values));
});
const many = plan((db, a: { user: UserId; max: number }) =>
  db
    .selectFrom('shown_codes')
    .select('group_id')
    .where('user_id', '=', a.user)
    .orderBy('until_ms', 'desc')
    .orderBy('group_id')
    .limit(a.max)
    .offset(a.max),
);
const drop = plan((db, a: { user: UserId; group: GroupId }) =>
  db.deleteFrom('shown_codes').where('user_id', '=', a.user).where('group_id', '=', a.group),
);

export const doorsReading = (sql: Executor, clock: Clock): ReadTx['doors'] => ({
  barred: async (stream, users) => new Set((await barred(sql, { stream }, users)).map((row) => row.user_id)),
  shown: async (user, group) => {
    const row = await firstRow(sql, shownCode, { user, group, now: clock.nowMs() });
    return row && { group, inviter: row.inviter, untilMs: row.until_ms, link: row.link_id };
  },
  ...linksReading(sql, clock),
});

export const doorsWriting = (sql: Executor, moment: TransactionFacts): DoorsWriting => ({
  ...linksWriting(sql, moment),
  bar: async (stream, user) => void (await sql.all(bar, { stream, user })),
  unbar: async (stream, users) => {
    for (const user of users) await sql.all(unbar, { stream, user });
  },
  keepShown: async (user, { group, inviter, untilMs, link }, max) => {
    await sql.all(keep, { user, group, inviter, until: untilMs, link });
    for (const row of await sql.all(many, { user, max })) await sql.all(drop, { user, group: row.group_id });
  },
});
