import type { StreamId } from '../../../domain/ids.ts';
import type { TimerRow, TimersReading, TimersWriting } from '../../../ports/store.ts';
import { plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';

const of = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('timers').selectAll().where('stream', '=', a.stream).orderBy('n'),
);
const due = plan((db, a: { now: number; limit: number }) =>
  db
    .selectFrom('timers')
    .select('stream')
    .where('look_ms', '<=', a.now)
    .orderBy('look_ms')
    .orderBy('stream')
    .limit(a.limit),
);
const put = plan((db, a: TimerRow) => {
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
  due: async (now, limit) => [...new Set((await sql.all(due, { now, limit })).map(({ stream }) => stream))],
});

export const timersWriting = (sql: Executor): TimersWriting => ({
  put: async (row) => void (await sql.all(put, { ...row })),
  delete: async (stream, n) => void (await sql.all(drop, { stream, n })),
});
