import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { ClearingsWriting, ReadTx } from '../../../ports/store.ts';
import { firstRow, plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';

const get = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('clearings').selectAll().where('stream', '=', a.stream),
);
const list = plan((db, a: { limit: number }) =>
  db.selectFrom('clearings').select('stream').orderBy('stream').limit(a.limit),
);
/** A repeated one keeps the further position, with its author. */
const begin = plan((db, a: { stream: StreamId; n: number; by: UserId | null }) =>
  db
    .insertInto('clearings')
    .values({ stream: a.stream, n: a.n, by_user: a.by })
    .onConflict((conflict) =>
      conflict.column('stream').doUpdateSet((e) => ({
        n: e
          .case()
          .when('clearings.n', '>', e.ref('excluded.n'))
          .then(e.ref('clearings.n'))
          .else(e.ref('excluded.n'))
          .end(),
        by_user: e
          .case()
          .when('clearings.n', '>', e.ref('excluded.n'))
          .then(e.ref('clearings.by_user'))
          .else(e.ref('excluded.by_user'))
          .end(),
      })),
    ),
);
const end = plan((db, a: { stream: StreamId }) =>
  db.deleteFrom('clearings').where('stream', '=', a.stream).returning(['n', 'by_user']),
);

/** Unfinished clearings, until all members are notified (GROUP-13). */
export const clearingsReading = (sql: Executor): ReadTx['clearings'] => ({
  get: async (stream) => {
    const row = await firstRow(sql, get, { stream });
    return row && { n: row.n, by: row.by_user };
  },
  list: async (limit) => (await sql.all(list, { limit })).map((row) => row.stream),
});

export const clearingsWriting = (sql: Executor): ClearingsWriting => ({
  begin: async (stream, { n, by }) => void (await sql.all(begin, { stream, n, by })),
  end: async (stream) => {
    const row = await firstRow(sql, end, { stream });
    return row && { n: row.n, by: row.by_user };
  },
});
