import { assert } from '../../../domain/assert.ts';
import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { EntrancesReading, EntrancesWriting, LinkRow } from '../../../ports/store.ts';
import type { ReadTx, RequestRow } from '../../../ports/store.ts';
import { type Executor, firstRow, plan } from '../plan.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import { listPlan } from './lists.ts';
import { type StoredRow, fromFlag } from '../schema/stored-row.ts';

/** Links into groups, and join requests (GROUP-24, GROUP-25). */
const living = plan((db, a: { id: number; now: number }) =>
  db
    .selectFrom('group_links')
    .selectAll()
    .where('id', '=', a.id)
    .where((e) => e.or([e('until_ms', 'is', null), e('until_ms', '>', a.now)]))
    .where((e) => e.or([e('uses_max', 'is', null), e('used', '<', e.ref('uses_max'))])),
);
const ofGroup = plan((db, a: { group: GroupId; now: number }) =>
  db
    .selectFrom('group_links')
    .selectAll()
    .where('group_id', '=', a.group)
    .where((e) => e.or([e('until_ms', 'is', null), e('until_ms', '>', a.now)]))
    .where((e) => e.or([e('uses_max', 'is', null), e('used', '<', e.ref('uses_max'))]))
    .orderBy('id', 'desc'),
);
const add = plan((db, a: Omit<LinkRow, 'id' | 'used'>) =>
  db
    .insertInto('group_links')
    .values({
      group_id: a.group,
      by_user: a.by,
      created_at_ms: a.createdAtMs,
      until_ms: a.untilMs,
      uses_max: a.max,
      used: 0,
      asks: a.asks,
      guest_days: a.guestDays,
    })
    .returning('id'),
);
const use = plan((db, a: { id: number; now: number }) =>
  db
    .updateTable('group_links')
    .set((e) => ({ used: e('used', '+', 1) }))
    .where('id', '=', a.id)
    .where((e) => e.or([e('until_ms', 'is', null), e('until_ms', '>', a.now)]))
    .where((e) => e.or([e('uses_max', 'is', null), e('used', '<', e.ref('uses_max'))]))
    .returning('id'),
);
const end = plan((db, a: { group: GroupId; id: number }) =>
  db.deleteFrom('group_links').where('group_id', '=', a.group).where('id', '=', a.id).returning('id'),
);
/** Links that no longer admit users. */
const dropDead = plan((db, a: { group: GroupId; now: number }) =>
  db
    .deleteFrom('group_links')
    .where('group_id', '=', a.group)
    .where((e) => e.or([e('until_ms', '<=', a.now), e('used', '>=', e.ref('uses_max'))])),
);
const dropAll = plan((db, a: { group: GroupId }) =>
  db.deleteFrom('group_links').where('group_id', '=', a.group),
);

const one = plan((db, a: { group: GroupId; user: UserId; now: number }) =>
  db
    .selectFrom('group_requests')
    .selectAll()
    .where('group_id', '=', a.group)
    .where('user_id', '=', a.user)
    .where('ends_ms', '>', a.now),
);
const waiting = plan((db, a: { group: GroupId; now: number; limit: number }) =>
  db
    .selectFrom('group_requests')
    .selectAll()
    .where('group_id', '=', a.group)
    .where('ends_ms', '>', a.now)
    .orderBy('at_ms')
    .orderBy('user_id')
    .limit(a.limit),
);
const countOfGroup = plan((db, a: { group: GroupId; now: number }) =>
  db
    .selectFrom('group_requests')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('group_id', '=', a.group)
    .where('ends_ms', '>', a.now),
);
const countOfUser = plan((db, a: { user: UserId; now: number }) =>
  db
    .selectFrom('group_requests')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('user_id', '=', a.user)
    .where('ends_ms', '>', a.now),
);
const upsert = plan((db, a: RequestRow) => {
  const values = { text: a.text, link_id: a.link, at_ms: a.atMs, ends_ms: a.endsMs };
  return db
    .insertInto('group_requests')
    .values({ group_id: a.group, user_id: a.user, ...values })
    .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doUpdateSet(values));
});
const dropLink = plan((db, a: { group: GroupId; user: UserId }) =>
  db.deleteFrom('group_requests').where('group_id', '=', a.group).where('user_id', '=', a.user),
);
const dropRequestsOf = plan((db, a: { group: GroupId }) =>
  db.deleteFrom('group_requests').where('group_id', '=', a.group),
);

const linkOf = (row: StoredRow<'group_links'>): LinkRow => ({
  id: row.id,
  group: row.group_id,
  by: row.by_user,
  createdAtMs: row.created_at_ms,
  untilMs: row.until_ms,
  max: row.uses_max,
  used: row.used,
  asks: fromFlag(row.asks),
  guestDays: row.guest_days,
});
const requestOf = (row: StoredRow<'group_requests'>): RequestRow => ({
  group: row.group_id,
  user: row.user_id,
  text: row.text,
  link: row.link_id,
  atMs: row.at_ms,
  endsMs: row.ends_ms,
});

type Reads = 'link' | 'linksOf' | 'request' | 'requestsOf' | 'requestCount';
type Writes = 'addLink' | 'useLink' | 'endLink' | 'saveRequest' | 'dropRequests' | 'close';

const linksReading = (sql: Executor, clock: Clock): Pick<EntrancesReading, Reads> => ({
  link: async (id) => {
    const row = await firstRow(sql, living, { id, now: clock.nowMs() });
    return row && linkOf(row);
  },
  linksOf: async (group) => (await sql.all(ofGroup, { group, now: clock.nowMs() })).map(linkOf),
  request: async (group, user) => {
    const row = await firstRow(sql, one, { group, user, now: clock.nowMs() });
    return row && requestOf(row);
  },
  requestsOf: async (group, limit) =>
    (await sql.all(waiting, { group, now: clock.nowMs(), limit })).map(requestOf),
  requestCount: async (of) => {
    const now = clock.nowMs();
    const row =
      'group' in of
        ? await firstRow(sql, countOfGroup, { group: of.group, now })
        : await firstRow(sql, countOfUser, { user: of.user, now });
    return row?.total ?? 0;
  },
});

const linksWriting = (sql: Executor, moment: TransactionFacts): Pick<EntrancesWriting, Writes> => ({
  addLink: async (row) => {
    await sql.all(dropDead, { group: row.group, now: moment.nowMs });
    const newRow = await firstRow(sql, add, { ...row });
    assert(newRow, 'a new link has an id');
    return { ...row, id: newRow.id, used: 0 };
  },
  useLink: async (id) => (await sql.all(use, { id, now: moment.nowMs })).length === 1,
  endLink: async (group, id) => (await sql.all(end, { group, id })).length === 1,
  saveRequest: async (row) => void (await sql.all(upsert, { ...row })),
  dropRequests: async (group, users) => {
    for (const user of users) await sql.all(dropLink, { group, user });
  },
  close: async (group) => {
    await sql.all(dropAll, { group });
    await sql.all(dropRequestsOf, { group });
  },
});

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

const displayedCode = plan((db, a: { user: UserId; group: GroupId; now: number }) =>
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

export const entrancesReading = (sql: Executor, clock: Clock): ReadTx['entrances'] => ({
  barred: async (stream, users) => new Set((await barred(sql, { stream }, users)).map((row) => row.user_id)),
  activeCode: async (user, group) => {
    const row = await firstRow(sql, displayedCode, { user, group, now: clock.nowMs() });
    return row && { group, inviter: row.inviter, untilMs: row.until_ms, link: row.link_id };
  },
  ...linksReading(sql, clock),
});

export const entrancesWriting = (sql: Executor, moment: TransactionFacts): EntrancesWriting => ({
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
