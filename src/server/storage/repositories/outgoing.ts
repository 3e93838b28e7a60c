import type { Selectable } from 'kysely';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { OutgoingReading, OutgoingWriting } from '../../../ports/store.ts';
import type { DeliveryRow, OutgoingRow } from '../../../ports/store/bots.ts';
import { outgoingLimits } from '../../kernel/hook-limits.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import type { Tables } from '../schema/schema.ts';

const any = plan((db) => db.selectFrom('outgoing_hooks').select('user_id').limit(1));
const ofUser = plan((db, a: { user: UserId }) =>
  db.selectFrom('outgoing_hooks').selectAll().where('user_id', '=', a.user),
);
const ofStream = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('outgoing_hooks').selectAll().where('stream', '=', a.stream).orderBy('user_id'),
);
/** A claim further ahead was made before the clock was set back. */
const due = plan((db, a: { now: number; stale: number; limit: number }) =>
  db
    .selectFrom('outgoing_hooks')
    .innerJoin('streams', 'streams.stream', 'outgoing_hooks.stream')
    .selectAll('outgoing_hooks')
    .where('due_ms', '<=', a.now)
    .where((e) => e.or([e('claimed_ms', '<=', a.now), e('claimed_ms', '>', a.stale)]))
    .whereRef('streams.head', '>', 'outgoing_hooks.seq')
    .orderBy('due_ms')
    .limit(a.limit),
);
const failing = plan((db, a: { since: number; limit: number }) =>
  db
    .selectFrom('outgoing_hooks')
    .selectAll()
    .where('failing_since_ms', '>', 0)
    .where('failing_since_ms', '<=', a.since)
    .orderBy('failing_since_ms')
    .limit(a.limit),
);
const deliveries = plan((db, a: { user: UserId; limit: number }) =>
  db
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('user_id', '=', a.user)
    .orderBy('seq', 'desc')
    .limit(a.limit),
);
const insert = plan((db, a: Omit<OutgoingRow, 'kinds'> & { kinds: string }) =>
  db.insertInto('outgoing_hooks').values({
    user_id: a.user,
    stream: a.stream,
    url: a.url,
    secret: a.secret,
    kinds: a.kinds,
    by_user: a.by,
    created_at_ms: a.createdAtMs,
    seq: a.seq,
    due_ms: a.dueMs,
    tries: a.tries,
    failing_since_ms: a.failingSinceMs,
    claimed_ms: a.claimedMs,
  }),
);
/** A changed hook is tried at once. */
const edit = plan((db, a: { user: UserId; url: string; secret: string; kinds: string }) =>
  db
    .updateTable('outgoing_hooks')
    .set({ url: a.url, secret: a.secret, kinds: a.kinds, due_ms: 0 })
    .where('user_id', '=', a.user),
);
const claim = plan((db, a: { user: UserId; now: number; until: number }) =>
  db
    .updateTable('outgoing_hooks')
    .set({ claimed_ms: a.until })
    .where('user_id', '=', a.user)
    .where((e) => e.or([e('claimed_ms', '<=', a.now), e('claimed_ms', '>', a.until)]))
    .returning('user_id'),
);
type Progress = Parameters<OutgoingWriting['advance']>[1];
const advance = plan((db, a: Progress & { user: UserId }) =>
  db
    .updateTable('outgoing_hooks')
    .set({
      seq: a.seq,
      due_ms: a.dueMs,
      tries: a.tries,
      failing_since_ms: a.failingSinceMs,
      claimed_ms: a.claimedMs,
    })
    .where('user_id', '=', a.user)
    .where('seq', '<=', a.seq),
);
const saveDelivery = plan((db, a: DeliveryRow) => {
  const values = {
    kind: a.kind,
    state: a.state,
    at_ms: a.atMs,
    took_ms: a.tookMs,
    status: a.status,
    answer: a.answer,
  };
  return db
    .insertInto('hook_deliveries')
    .values({ user_id: a.user, seq: a.seq, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'seq']).doUpdateSet(values));
});
const trim = plan((db, a: { user: UserId; keep: number }) =>
  db
    .deleteFrom('hook_deliveries')
    .where('user_id', '=', a.user)
    .where('seq', '<=', (e) =>
      e
        .selectFrom('hook_deliveries as newer')
        .select('newer.seq')
        .where('newer.user_id', '=', a.user)
        .orderBy('newer.seq', 'desc')
        .limit(1)
        .offset(a.keep),
    ),
);
const remove = plan((db, a: { user: UserId }) =>
  db.deleteFrom('outgoing_hooks').where('user_id', '=', a.user),
);
const removeDeliveries = plan((db, a: { user: UserId }) =>
  db.deleteFrom('hook_deliveries').where('user_id', '=', a.user),
);

const outgoingRow = (row: Selectable<Tables['outgoing_hooks']>): OutgoingRow => ({
  user: row.user_id,
  stream: row.stream,
  url: row.url,
  secret: row.secret,
  kinds: JSON.parse(row.kinds) as OutgoingRow['kinds'],
  by: row.by_user,
  createdAtMs: row.created_at_ms,
  seq: row.seq,
  dueMs: row.due_ms,
  tries: row.tries,
  failingSinceMs: row.failing_since_ms,
  claimedMs: row.claimed_ms,
});

export const outgoingReading = (sql: Executor): OutgoingReading => ({
  any: async () => (await firstRow(sql, any, {})) !== null,
  get: async (user) => {
    const row = await firstRow(sql, ofUser, { user });
    return row && outgoingRow(row);
  },
  ofStream: async (stream) => (await sql.all(ofStream, { stream })).map(outgoingRow),
  due: async (now, limit) =>
    (await sql.all(due, { now, stale: now + outgoingLimits.claimMs, limit })).map(outgoingRow),
  failing: async (since, limit) => (await sql.all(failing, { since, limit })).map(outgoingRow),
  deliveries: async (user, limit) =>
    (await sql.all(deliveries, { user, limit })).map((row) => ({
      user: row.user_id,
      seq: row.seq,
      kind: row.kind,
      state: row.state,
      atMs: row.at_ms,
      tookMs: row.took_ms,
      status: row.status,
      answer: row.answer,
    })),
});

export const outgoingWriting = (sql: Executor): OutgoingWriting => ({
  insert: async (row) => void (await sql.all(insert, { ...row, kinds: JSON.stringify(row.kinds) })),
  edit: async (user, { url, secret, kinds }) =>
    void (await sql.all(edit, { user, url, secret, kinds: JSON.stringify(kinds) })),
  claim: async (user, now, until) => (await firstRow(sql, claim, { user, now, until })) !== null,
  advance: async (user, progress) => void (await sql.all(advance, { user, ...progress })),
  saveDelivery: async (row, keep) => {
    await sql.all(saveDelivery, row);
    await sql.all(trim, { user: row.user, keep });
  },
  remove: async (user) => {
    await sql.all(removeDeliveries, { user });
    await sql.all(remove, { user });
  },
});
