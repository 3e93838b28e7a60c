import type { StreamId } from '../../../domain/ids.ts';
import type {
  GroupLineFacts,
  GroupLineRow,
  GroupLinesReading,
  GroupLinesWriting,
} from '../../../ports/store.ts';
import { firstRow, plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';

const between = plan((db, a: { stream: StreamId; from: number; to: number; limit: number }) =>
  db
    .selectFrom('group_lines')
    .selectAll()
    .where('stream', '=', a.stream)
    .where('after_n', '>=', a.from)
    .where('after_n', '<=', a.to)
    .orderBy('after_n', 'desc')
    .orderBy('seq', 'desc')
    .limit(a.limit),
);
interface Line {
  stream: StreamId;
  afterN: number;
  seq: number;
  atMs: number;
  facts: string;
}
const add = plan((db, a: Line) =>
  db
    .insertInto('group_lines')
    .values({ stream: a.stream, after_n: a.afterN, seq: a.seq, at_ms: a.atMs, facts: a.facts }),
);
const beyond = plan((db, a: { stream: StreamId; keep: number }) =>
  db
    .selectFrom('group_lines')
    .select(['after_n', 'seq'])
    .where('stream', '=', a.stream)
    .orderBy('after_n', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(a.keep),
);
const drop = plan((db, a: { stream: StreamId; afterN: number; seq: number }) =>
  db
    .deleteFrom('group_lines')
    .where('stream', '=', a.stream)
    .where('after_n', '<=', a.afterN)
    .where('seq', '<=', a.seq),
);
const dropUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('group_lines').where('stream', '=', a.stream).where('after_n', '<=', a.n),
);

export const groupLinesReading = (sql: Executor): GroupLinesReading => ({
  between: async (stream, from, to, limit) =>
    (await sql.all(between, { stream, from, to, limit }))
      .map((row): GroupLineRow => ({
        stream: row.stream,
        afterN: row.after_n,
        seq: row.seq,
        atMs: row.at_ms,
        facts: JSON.parse(row.facts) as GroupLineFacts,
      }))
      .toReversed(),
});

export const groupLinesWriting = (sql: Executor): GroupLinesWriting => ({
  insert: async (row, keep) => {
    await sql.all(add, { ...row, facts: JSON.stringify(row.facts) });
    const oldest = await firstRow(sql, beyond, { stream: row.stream, keep });
    if (oldest) await sql.all(drop, { stream: row.stream, afterN: oldest.after_n, seq: oldest.seq });
  },
  clear: async (stream, n) => void (await sql.all(dropUpTo, { stream, n })),
});
