import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { DissolvingsWriting, ReadTx } from '../../../ports/store.ts';
import { firstRow, plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';

const get = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('dissolvings').selectAll().where('stream', '=', a.stream),
);
const list = plan((db, a: { limit: number }) =>
  db.selectFrom('dissolvings').select('stream').orderBy('stream').limit(a.limit),
);
const begin = plan((db, a: { stream: StreamId; seq: number; by: UserId }) =>
  db.insertInto('dissolvings').values({ stream: a.stream, seq: a.seq, by_user: a.by }),
);
const end = plan((db, a: { stream: StreamId }) =>
  db.deleteFrom('dissolvings').where('stream', '=', a.stream),
);

/** Ended groups, until all former members are notified (GROUP-32). */
export const dissolvingsReading = (sql: Executor): ReadTx['dissolvings'] => ({
  get: async (stream) => {
    const row = await firstRow(sql, get, { stream });
    return row && { seq: row.seq, by: row.by_user };
  },
  list: async (limit) => (await sql.all(list, { limit })).map((row) => row.stream),
});

export const dissolvingsWriting = (sql: Executor): DissolvingsWriting => ({
  begin: async (stream, { seq, by }) => void (await sql.all(begin, { stream, seq, by })),
  end: async (stream) => void (await sql.all(end, { stream })),
});
