import { sql as raw } from 'kysely';
import type { StreamId } from '../../../domain/ids.ts';
import type { MetaWriting, ReadTx, StreamsWriting } from '../../../ports/store.ts';
import { assert } from '../../../domain/assert.ts';
import { listPlan } from './lists.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import { firstRow, insertPlan, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { byStream, eventRow, streamRow } from './rows.ts';

const get = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('streams').selectAll().where('stream', '=', a.stream),
);
const events = plan((db, a: { stream: StreamId; after: number; limit: number }) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('stream', '=', a.stream)
    .where('seq', '>', a.after)
    .orderBy('seq')
    .limit(a.limit),
);
const changedSince = listPlan((db, a: { tx: number }, streams: readonly StreamId[]) =>
  db.selectFrom('streams').selectAll().where('stream', 'in', streams).where('tx', '>=', a.tx),
);
interface Since {
  readonly stream: StreamId;
  readonly tx: number;
  readonly after: number;
  readonly limit: number;
}

/**
 * If commits are serial, their numbers rise along a stream: the first event since then follows the newest
 * earlier one, and older ones are not read (SYNC-6).
 */
const sinceInOrder = plan((db, a: Since) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('stream', '=', a.stream)
    .where('seq', '>', (e) =>
      e.fn.coalesce(
        e
          .selectFrom('events as before')
          .select('before.seq')
          .where('before.stream', '=', a.stream)
          .where('before.seq', '>', a.after)
          .where('before.tx', '<', a.tx)
          .orderBy('before.seq', 'desc')
          .limit(1),
        e.val(a.after),
      ),
    )
    .orderBy('seq')
    .limit(a.limit),
);
/** Elsewhere in the order of the index on (stream, tx, seq), for the same reason. */
const since = plan((db, a: Since) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('stream', '=', a.stream)
    .where('tx', '>=', a.tx)
    .where('seq', '>', a.after)
    .orderBy('tx')
    .orderBy('seq')
    .limit(a.limit),
);
const names = plan((db, a: { after: StreamId; limit: number }) =>
  db.selectFrom('streams').select('stream').where('stream', '>', a.after).orderBy('stream').limit(a.limit),
);
const outside = plan((db) => db.selectFrom('meta').select('value').where('key', '=', 'outside'));
const raiseOutside = plan((db) =>
  db
    .insertInto('meta')
    .values({ key: 'outside', value: '1' })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: raw<string>`cast(cast(meta.value as bigint) + 1 as text)` }),
    ),
);
const keepSecret = plan((db, a: { key: string; value: string }) =>
  db
    .insertInto('meta')
    .values({ key: a.key, value: a.value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((e) => ({ value: e.ref('meta.value') })))
    .returning('value'),
);
const tried = plan((db, a: { key: string; value: string }) =>
  db
    .insertInto('meta')
    .values({ key: a.key, value: a.value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: a.value })),
);
const dropTried = plan((db, a: { key: string }) => db.deleteFrom('meta').where('key', '=', a.key));
/** Some pages, each of them changed. */
const TRIED = 2_500;
const outsideNow = async (sql: Executor): Promise<number> =>
  Number((await firstRow(sql, outside, {}))?.value ?? 0);

const commits = plan((db) => db.selectFrom('meta').select('value').where('key', '=', 'commit'));

const open = plan((db, a: { stream: StreamId }) =>
  db
    .insertInto('streams')
    .values({ stream: a.stream, head: 0, count: 0, floor: 0, tx: 0, last_at_ms: 0, oldest_at_ms: null })
    .onConflict((conflict) => conflict.column('stream').doNothing()),
);
/** The one statement by which a head moves: it also locks the stream on engines with many writers. */
const advance = plan((db, a: { stream: StreamId; places: number; listed: number; now: number; tx: number }) =>
  db
    .updateTable('streams')
    .set((e) => ({
      head: e('head', '+', a.places),
      count: e('count', '+', a.listed),
      last_at_ms: e.case().when('last_at_ms', '>', a.now).then(e.ref('last_at_ms')).else(a.now).end(),
      // Numbers are assigned when transactions begin, places when they get their turn: the greatest wins.
      tx: e.case().when('tx', '>', a.tx).then(e.ref('tx')).else(a.tx).end(),
    }))
    .where('stream', '=', a.stream)
    .returning(['head', 'count', 'floor', 'last_at_ms']),
);
/** Apart from `advance`, so that the index is touched only by the first event after none. */
const oldest = plan((db, a: { stream: StreamId; at: number }) =>
  db.updateTable('streams').set({ oldest_at_ms: a.at }).where('stream', '=', a.stream),
);
const append = insertPlan(
  (db, rows: readonly { stream: StreamId; seq: number; tx: number; at: number; facts: string }[]) =>
    db
      .insertInto('events')
      .values(rows.map((a) => ({ stream: a.stream, seq: a.seq, tx: a.tx, at_ms: a.at, facts: a.facts }))),
);

/** For the embedded engine, which counts commits. */
async function nextCommit(sql: Executor): Promise<number> {
  return sql.ahead?.next() ?? Number((await firstRow(sql, commits, {}))?.value ?? 0) + 1;
}

/** `now` is how this engine tells the number of the next transaction. */
export const streamsReading = (
  sql: Executor,
  now: () => Promise<number> = () => nextCommit(sql),
): ReadTx['streams'] => ({
  get: async (stream) => {
    const row = await firstRow(sql, get, { stream });
    return row && streamRow(row);
  },
  events: async (stream, after, limit) => (await sql.all(events, { stream, after, limit })).map(eventRow),
  changedSince: async (streams, tx) => {
    const rows = await changedSince(sql, { tx }, [...new Set(streams)]);
    return rows.map(streamRow).toSorted(byStream);
  },
  eventsSince: async (stream, tx, afterSeq, limit) => {
    const range = { stream, tx, after: afterSeq, limit };
    const rows = await sql.all(sql.isCaching ? sinceInOrder : since, range);
    return rows.map(eventRow).toSorted((a, b) => a.seq - b.seq);
  },
  names: async (after, limit) =>
    (await sql.all(names, { after: after as StreamId, limit })).map((row) => row.stream),
  outside: () => outsideNow(sql),
  now,
});

export const streamsWriting = (
  sql: Executor,
  moment: TransactionFacts,
): Omit<StreamsWriting, 'prune' | 'drop'> => ({
  open: async (stream) => {
    if (sql.journal) return streamRow(sql.journal.open(stream));
    await sql.all(open, { stream });
    const row = await firstRow(sql, get, { stream });
    assert(row, 'an opened stream is there');
    return streamRow(row);
  },
  advance: async (stream, listed, places = 1) => {
    moment.hasMoved = true;
    if (sql.journal) {
      const {
        head,
        count,
        last_at_ms: atMs,
      } = sql.journal.advance(stream, places, listed ? places : 0, moment.nowMs, moment.tx);
      return { seq: head, n: count, atMs };
    }
    const args = { stream, places, listed: listed ? places : 0, now: moment.nowMs, tx: moment.tx };
    let row = await firstRow(sql, advance, args);
    if (!row) {
      await sql.all(open, { stream });
      row = await firstRow(sql, advance, args);
    }
    assert(row, 'an advanced stream is there');
    if (row.head === row.floor + places) await sql.all(oldest, { stream, at: row.last_at_ms });
    return { seq: row.head, n: row.count, atMs: row.last_at_ms };
  },
  append: async (...events) => {
    moment.hasMoved = true;
    if (sql.journal) {
      for (const event of events) sql.journal.addEvent(event, moment.tx);
      return;
    }
    await append(
      sql,
      events.map(({ stream, seq, atMs, facts }) => ({
        stream,
        seq,
        tx: moment.tx,
        at: atMs,
        facts: JSON.stringify(facts),
      })),
    );
  },
});

export const metaWriting = (sql: Executor, moment: TransactionFacts): MetaWriting => ({
  keepSecret: async (value, key = 'secret') =>
    (await firstRow(sql, keepSecret, { key, value }))?.value ?? value,
  tryWriting: async () => {
    // Each node writes its own row, because a frozen node would hold a shared one (NODE-17).
    const key = sql.isCaching ? 'tried' : `tried ${moment.tx}`;
    await sql.all(tried, { key, value: `${moment.nowMs} `.repeat(TRIED) });
    if (!sql.isCaching) await sql.all(dropTried, { key });
  },
  noteOutside: async () => void (await sql.all(raiseOutside, {})),
});
