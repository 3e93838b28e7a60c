import { sql as raw } from 'kysely';
import type { ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { MentionsWriting, ReadTx } from '../../../ports/store.ts';
import { firstRow, plan, plans } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { Tables } from '../schema/schema.ts';

const NOBODY = 0 as UserId;
/** The row that represents all members of the conversation. */
export const EVERYONE = 0;

/**
 * Author of a message with a mention, looked up one by one: in a join, an engine with statistics of a very
 * large conversation scanned all messages after the mark.
 */
export const authorOf = (e: ExpressionBuilder<Tables & { readonly t: Tables['mentions'] }, 't'>) =>
  e
    .selectFrom('messages as x')
    .select('x.from_user')
    .whereRef('x.stream', '=', 't.stream')
    .whereRef('x.n', '=', 't.n');

/** A mention of all except this user is stored as a row with their negative number (BLOCK-11). */
export const leavesOut = (
  e: ExpressionBuilder<Tables & { readonly t: Tables['mentions'] }, 't'>,
  user: UserId,
) =>
  e.exists(
    e
      .selectFrom('mentions as o')
      .select('o.n')
      .whereRef('o.stream', '=', 't.stream')
      .whereRef('o.n', '=', 't.n')
      .where('o.user_id', '=', raw<UserId>`-cast(${user} as bigint)`),
  );

/**
 * Returns whether this mention is unread for the user: after the mark and not read alone, or added up to it.
 */
export const isOpen = (user: UserId, mark: unknown) =>
  raw<SqlBool>`(case when t.n > ${mark} then not exists (
      select 1 from mentions_apart as a
      where a.stream = t.stream and a.user_id = ${user} and a.n = t.n and a.unread = 0)
    else exists (
      select 1 from mentions_apart as a
      where a.stream = t.stream and a.user_id = ${user} and a.n = t.n and a.unread = 1) end)`;
/** The ordinal from which a mention can be unread; it lets the index apply. */
export const openFrom = (stream: unknown, user: UserId, mark: unknown) =>
  raw<number>`coalesce((select min(a.n) - 1 from mentions_apart as a where a.stream = ${stream}
    and a.user_id = ${user} and a.unread = 1 and a.n <= ${mark}), ${mark})`;

interface Mine {
  readonly stream: StreamId;
  readonly user: UserId;
  readonly afterN: number;
}

const open = (db: Kysely<Tables>, a: Mine) =>
  db
    .selectFrom('mentions as t')
    .where('t.stream', '=', a.stream)
    .where('t.user_id', 'in', [a.user, EVERYONE])
    .where('t.n', '>', openFrom(a.stream, a.user, a.afterN))
    .where(isOpen(a.user, a.afterN))
    .where(authorOf, '<>', a.user)
    .where((e) => e.not(leavesOut(e, a.user)));
const count = plan((db, a: Mine) => open(db, a).select((e) => e.fn.countAll<number>().as('total')));
const first = plan((db, a: Mine) =>
  open(db, a)
    .where('t.n', '>', a.afterN)
    .select((e) => e.fn.min<number | null>('t.n').as('n')),
);
const isUnread = plan((db, a: Mine & { n: number }) => open(db, a).where('t.n', '=', a.n).select('t.n'));
const notices = plan((db, a: { stream: StreamId; n: number }) =>
  db
    .selectFrom('mention_notices')
    .select(['user_id', 'seq'])
    .where('stream', '=', a.stream)
    .where('n', '=', a.n)
    .orderBy('user_id'),
);
const setNotice = plan((db, a: { stream: StreamId; n: number; user: number; seq: number }) =>
  db
    .insertInto('mention_notices')
    .values({ stream: a.stream, n: a.n, user_id: a.user, seq: a.seq })
    .onConflict((conflict) => conflict.columns(['stream', 'n', 'user_id']).doUpdateSet({ seq: a.seq })),
);
const endNotices = plan((db, a: { stream: StreamId; n: number; seq: number }) =>
  db
    .updateTable('mention_notices')
    .set({ seq: 0 })
    .where('stream', '=', a.stream)
    .where('n', '=', a.n)
    .where('seq', '=', a.seq),
);
const dropNotices = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('mention_notices').where('stream', '=', a.stream).where('n', '=', a.n),
);
const apartAt = plan((db, a: { stream: StreamId; n: number }) =>
  db
    .selectFrom('mentions_apart')
    .select('user_id')
    .where('stream', '=', a.stream)
    .where('n', '=', a.n)
    .orderBy('user_id'),
);
const apartAfter = plan((db, a: { stream: StreamId; n: number }) =>
  db
    .selectFrom('mentions_apart')
    .select('user_id')
    .distinct()
    .where('stream', '=', a.stream)
    .where('n', '>', a.n),
);
const readOne = plan((db, a: { stream: StreamId; user: UserId; n: number }) =>
  db
    .insertInto('mentions_apart')
    .values({ stream: a.stream, user_id: a.user, n: a.n, unread: 0 })
    .onConflict((conflict) => conflict.columns(['stream', 'user_id', 'n']).doUpdateSet({ unread: 0 }))
    .returning('n'),
);
const dropOne = plan((db, a: { stream: StreamId; user: UserId; n: number }) =>
  db
    .deleteFrom('mentions_apart')
    .where('stream', '=', a.stream)
    .where('user_id', '=', a.user)
    .where('n', '=', a.n)
    .returning('n'),
);
const dropUpTo = plan((db, a: { stream: StreamId; user: UserId; n: number }) =>
  db
    .deleteFrom('mentions_apart')
    .where('stream', '=', a.stream)
    .where('user_id', '=', a.user)
    .where('n', '<=', a.n)
    .returning('unread'),
);
const dropReadUpTo = plan((db, a: { stream: StreamId; user: UserId; n: number }) =>
  db
    .deleteFrom('mentions_apart')
    .where('stream', '=', a.stream)
    .where('user_id', '=', a.user)
    .where('n', '<=', a.n)
    .where('unread', '=', 0),
);
/** Members who have read mentions up to a message that newly mentions them. */
const addLate = plans((db, a: { stream: StreamId; n: number; user: UserId }, all: 0 | 1) =>
  db
    .insertInto('mentions_apart')
    .columns(['stream', 'user_id', 'n', 'unread'])
    .expression((e) =>
      e
        .selectFrom('members')
        .select([
          'stream',
          'user_id',
          raw<number>`cast(${a.n} as bigint)`.as('n'),
          raw<0 | 1>`cast(1 as integer)`.as('unread'),
        ])
        .where('stream', '=', a.stream)
        .where('until_seq', 'is', null)
        .where('mention_mark', '>=', a.n)
        .$if(all === 0, (query) => query.where('user_id', '=', a.user)),
    )
    .onConflict((conflict) => conflict.columns(['stream', 'user_id', 'n']).doUpdateSet({ unread: 1 })),
);
const dropAt = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('mentions_apart').where('stream', '=', a.stream).where('n', '=', a.n),
);

const after = plan((db, a: { stream: StreamId; n: number }) =>
  db
    .selectFrom('mentions as t')
    .select(['t.user_id'])
    .select((e) => e.case().when('t.user_id', '=', EVERYONE).then(authorOf(e)).end().as('author'))
    .where('t.stream', '=', a.stream)
    .where('t.n', '>', a.n)
    .orderBy('t.n')
    .orderBy('t.user_id'),
);
const add = plan((db, a: { stream: StreamId; user: number; n: number }) =>
  db
    .insertInto('mentions')
    .values({ stream: a.stream, user_id: a.user, n: a.n })
    .onConflict((conflict) => conflict.columns(['stream', 'user_id', 'n']).doNothing()),
);
const drop = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('mentions').where('stream', '=', a.stream).where('n', '=', a.n),
);

export const mentionsReading = (sql: Executor): ReadTx['mentions'] => ({
  count: async (stream, user, afterN) => (await firstRow(sql, count, { stream, user, afterN }))?.total ?? 0,
  first: async (stream, user, afterN) => (await firstRow(sql, first, { stream, user, afterN }))?.n ?? null,
  isUnread: async (stream, user, n, mark) =>
    (await firstRow(sql, isUnread, { stream, user, n, afterN: mark })) !== null,
  notices: async (stream, n) =>
    (await sql.all(notices, { stream, n })).map((row) => ({ user: row.user_id, seq: row.seq })),
  apartAt: async (stream, n) => (await sql.all(apartAt, { stream, n })).map((row) => row.user_id),
  after: async (stream, n) => {
    const rows = await sql.all(after, { stream, n });
    const own = (await sql.all(apartAfter, { stream, n })).map((row) => row.user_id);
    return {
      ofAll: rows.filter((row) => row.user_id === EVERYONE).length,
      // Excludes the author of a mention of all, and the users it excludes.
      apart: [...new Set([...own, ...rows.map((row) => Math.abs(row.author ?? row.user_id) as UserId)])],
    };
  },
});

export const mentionsWriting = (sql: Executor): MentionsWriting => ({
  insert: async (stream, n, at) => {
    // A mention of all has one row and no others beside it (COUNT-3): so none is counted twice.
    const rows = at.includes(EVERYONE) ? at.filter((user) => user <= EVERYONE) : at;
    for (const user of rows) await sql.all(add, { stream, user, n });
  },
  delete: async (stream, n) => void (await sql.all(drop, { stream, n })),
  readOne: async (stream, user, n) => void (await sql.all(readOne, { stream, user, n })),
  endLate: async (stream, user, n) => (await sql.all(dropOne, { stream, user, n })).length > 0,
  addLate: async (stream, n, users, but) => {
    const before = new Set((await sql.all(apartAt, { stream, n })).map((row) => row.user_id));
    if (users === 'all') await sql.all(addLate(1), { stream, n, user: NOBODY });
    else for (const user of users) if (!but.includes(user)) await sql.all(addLate(0), { stream, n, user });
    if (users !== 'all') return;
    for (const user of but) if (!before.has(user)) await sql.all(dropOne, { stream, user, n });
  },
  endApart: async (stream, user, upTo) =>
    (await sql.all(dropUpTo, { stream, user, n: upTo })).some((row) => row.unread === 1),
  forgetRead: async (stream, user, upTo) => void (await sql.all(dropReadUpTo, { stream, user, n: upTo })),
  deleteApart: async (stream, n) => void (await sql.all(dropAt, { stream, n })),
  setNotice: async (stream, n, notice) => void (await sql.all(setNotice, { stream, n, ...notice })),
  endNotices: async (stream, n, seq) => void (await sql.all(endNotices, { stream, n, seq })),
  deleteNotices: async (stream, n) => void (await sql.all(dropNotices, { stream, n })),
});
