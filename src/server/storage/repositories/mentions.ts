import { sql as raw } from 'kysely';
import type { ExpressionBuilder } from 'kysely';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { MentionsWriting, ReadTx } from '../../../ports/store.ts';
import { firstRow, plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';
import type { Tables } from '../schema/schema.ts';

/** The row that stands for everyone in the conversation. */
export const EVERYONE = 0;

/**
 * Who wrote a message that mentions somebody, looked up one by one: joined, an engine that knows of a
 * conversation with very many messages went through all of them after the mark.
 */
export const authorOf = (e: ExpressionBuilder<Tables & { readonly t: Tables['mentions'] }, 't'>) =>
  e
    .selectFrom('messages as x')
    .select('x.from_user')
    .whereRef('x.stream', '=', 't.stream')
    .whereRef('x.n', '=', 't.n');

/** That a message mentions everybody but this person is a row of their number below nought (BLOCK-11). */
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

const count = plan((db, a: { stream: StreamId; user: UserId; afterN: number }) =>
  db
    .selectFrom('mentions as t')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('t.stream', '=', a.stream)
    .where('t.user_id', 'in', [a.user, EVERYONE])
    .where('t.n', '>', a.afterN)
    .where(authorOf, '<>', a.user)
    .where((e) => e.not(leavesOut(e, a.user))),
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
  after: async (stream, n) => {
    const rows = await sql.all(after, { stream, n });
    return {
      ofAll: rows.filter((row) => row.user_id === EVERYONE).length,
      // Who wrote to all is not among them, nor is who was left out.
      apart: [...new Set(rows.map((row) => Math.abs(row.author ?? row.user_id) as UserId))],
    };
  },
});

export const mentionsWriting = (sql: Executor): MentionsWriting => ({
  insert: async (stream, n, at) => {
    // Everyone has one row and nobody another one beside it (COUNT-3): so none is counted twice.
    const rows = at.includes(EVERYONE) ? at.filter((user) => user <= EVERYONE) : at;
    for (const user of rows) await sql.all(add, { stream, user, n });
  },
  delete: async (stream, n) => void (await sql.all(drop, { stream, n })),
});
