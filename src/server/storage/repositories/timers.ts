import type { StreamId, UserId } from '../../../domain/ids.ts';
import type {
  ClearingsWriting,
  ReadTx,
  TimerRow,
  TimersReading,
  TimersWriting,
} from '../../../ports/store.ts';
import { type Executor, firstRow, plan } from '../plan.ts';

const of = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('timers').selectAll().where('stream', '=', a.stream).orderBy('n'),
);
const overdueStreams = plan((db, a: { now: number; limit: number }) =>
  db
    .selectFrom('timers')
    .select('stream')
    .where('look_ms', '<=', a.now)
    .orderBy('look_ms')
    .orderBy('stream')
    .limit(a.limit),
);
const upsert = plan((db, a: TimerRow) => {
  const values = { days: a.days, done_n: a.doneN, look_ms: a.lookMs };
  return db
    .insertInto('timers')
    .values({ stream: a.stream, n: a.n, ...values })
    .onConflict((conflict) => conflict.columns(['stream', 'n']).doUpdateSet(values));
});
const drop = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('timers').where('stream', '=', a.stream).where('n', '=', a.n),
);

export const timersReading = (sql: Executor): TimersReading => ({
  of: async (stream) =>
    (await sql.all(of, { stream })).map((row) => ({
      stream: row.stream,
      n: row.n,
      days: row.days,
      doneN: row.done_n,
      lookMs: row.look_ms,
    })),
  listDue: async (now, limit) => [
    ...new Set((await sql.all(overdueStreams, { now, limit })).map(({ stream }) => stream)),
  ],
});

export const timersWriting = (sql: Executor): TimersWriting => ({
  save: async (row) => void (await sql.all(upsert, { ...row })),
  delete: async (stream, n) => void (await sql.all(drop, { stream, n })),
});

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
