import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { SeenWriting } from '../../../ports/store.ts';
import { plan } from '../plan.ts';
import type { Executor } from '../plan.ts';

interface Line {
  readonly stream: StreamId;
  readonly user: UserId;
  readonly n: number;
}

const add = plan((db, a: Line) =>
  db
    .insertInto('seen')
    .values({ stream: a.stream, user_id: a.user, n: a.n })
    .onConflict((conflict) => conflict.columns(['stream', 'user_id', 'n']).doNothing())
    .returning('n'),
);
const dropUpTo = plan((db, a: Line) =>
  db.deleteFrom('seen').where('stream', '=', a.stream).where('user_id', '=', a.user).where('n', '<=', a.n),
);

interface ClearedRow {
  readonly stream: StreamId;
  readonly n: number;
  readonly from: UserId;
}

/** If the cleared line is after the mark, `own` counts from there, and both are written (COUNT-10). */
const uncount = plan((db, a: ClearedRow) =>
  db
    .updateTable('members')
    .set((e) => {
      const cleared = e
        .selectFrom('streams as s')
        .select('s.cleared')
        .where('s.stream', '=', a.stream)
        .whereRef('s.cleared', '>', 'members.mark');
      return {
        own: e
          .case()
          .when(e.exists(cleared))
          .then(1)
          .else(e('own', '+', 1))
          .end(),
        mark: e.fn.coalesce(cleared, 'members.mark'),
      };
    })
    .where('stream', '=', a.stream)
    .where('until_seq', 'is', null)
    .where('mark', '<', a.n)
    .where('user_id', '<>', a.from)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('seen as x')
            .select('x.n')
            .where('x.stream', '=', a.stream)
            .where('x.n', '=', a.n)
            .whereRef('x.user_id', '=', 'members.user_id'),
        ),
      ),
    )
    .returning('user_id'),
);
const addForAll = plan((db, a: ClearedRow) =>
  db
    .insertInto('seen')
    .columns(['stream', 'user_id', 'n'])
    .expression((e) =>
      e
        .selectFrom('members as m')
        .innerJoin('messages as l', 'l.stream', 'm.stream')
        .select(['m.stream', 'm.user_id', 'l.n'])
        .where('m.stream', '=', a.stream)
        .where('l.n', '=', a.n)
        .where('m.until_seq', 'is', null)
        .where('m.mark', '<', a.n)
        .where('m.user_id', '<>', a.from),
    )
    .onConflict((conflict) => conflict.columns(['stream', 'user_id', 'n']).doNothing()),
);

/** Number of lines a user has seen above a mark, without deleted ones. */
export const countSeenAfter = plan((db, a: { stream: StreamId; user: UserId; mark: number }) =>
  db
    .selectFrom('seen')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('stream', '=', a.stream)
    .where('user_id', '=', a.user)
    .where('n', '>', a.mark)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('dropped as d')
            .select('d.n')
            .where('d.stream', '=', a.stream)
            .whereRef('d.n', '=', 'seen.n'),
        ),
      ),
    ),
);

export const readingMarksWriting = (sql: Executor): SeenWriting => ({
  insert: async (stream, user, n) => (await sql.all(add, { stream, user, n })).length === 1,
  uncount: async (stream, { n, from }, isKept) => {
    const changed = await sql.all(uncount, { stream, n, from });
    if (isKept) await sql.all(addForAll, { stream, n, from });
    return changed.length;
  },
  deleteUpTo: async (stream, user, n) => void (await sql.all(dropUpTo, { stream, user, n })),
});
