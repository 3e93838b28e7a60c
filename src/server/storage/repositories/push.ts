import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { PushJobRow, PushReading, PushSubRow, PushWriting } from '../../../ports/store.ts';
import { listPlan } from './lists.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { fromFlag } from '../schema/stored-row.ts';
import type { StoredRow } from '../schema/stored-row.ts';

const any = plan((db) => db.selectFrom('push_subs').select('cid').limit(1));
const byCid = plan((db, a: { cid: string }) =>
  db.selectFrom('push_subs').selectAll().where('cid', '=', a.cid),
);
const byEndpoint = plan((db, a: { endpoint: string }) =>
  db.selectFrom('push_subs').selectAll().where('endpoint', '=', a.endpoint),
);
const ofUsers = listPlan((db, a: { now: number }, users: readonly UserId[]) =>
  db
    .selectFrom('tokens')
    .innerJoin('push_subs', 'push_subs.cid', 'tokens.cid')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .selectAll('push_subs')
    .select('tokens.user_id')
    .where('tokens.user_id', 'in', users)
    .where('tokens.expires_at_ms', '>', a.now)
    .where('users.active', '=', true),
);
const waiting = plan((db, a: { now: number; limit: number }) =>
  db.selectFrom('push_jobs').selectAll().where('due_ms', '>', a.now).orderBy('due_ms').limit(a.limit),
);
const readers = plan((db, a: { stream: StreamId; seq: number }) =>
  db.selectFrom('push_seen').select('user_id').where('stream', '=', a.stream).where('seq', '>=', a.seq),
);

const keepKeys = plan((db, a: { value: string }) =>
  db
    .insertInto('meta')
    .values({ key: 'push', value: a.value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((e) => ({ value: e.ref('meta.value') })))
    .returning('value'),
);
const storedKeys = plan((db) => db.selectFrom('meta').select('value').where('key', '=', 'push'));
const dropEndpoint = plan((db, a: { endpoint: string; cid: string }) =>
  db.deleteFrom('push_subs').where('endpoint', '=', a.endpoint).where('cid', '<>', a.cid),
);
const upsert = plan((db, a: PushSubRow) => {
  const values = {
    endpoint: a.endpoint,
    p256dh: a.p256dh,
    auth: a.auth,
    platform: a.platform,
    language: a.language,
    shows_words: a.showsWords,
    made_ms: a.madeMs,
  };
  return db
    .insertInto('push_subs')
    .values({ cid: a.cid, ...values })
    .onConflict((conflict) => conflict.column('cid').doUpdateSet(values));
});
const drop = plan((db, a: { cid: string }) => db.deleteFrom('push_subs').where('cid', '=', a.cid));
const unbind = plan((db, a: { cid: string; hash: string }) =>
  db.updateTable('tokens').set({ cid: '' }).where('cid', '=', a.cid).where('hash', '<>', a.hash),
);
const bind = plan((db, a: { cid: string; hash: string }) =>
  db.updateTable('tokens').set({ cid: a.cid }).where('hash', '=', a.hash),
);
const addJob = plan((db, a: Omit<PushJobRow, 'id'>) =>
  db.insertInto('push_jobs').values({
    kind: a.kind,
    stream: a.stream,
    seq: a.seq,
    msg_id: a.msgId,
    cid: a.cid,
    due_ms: a.dueMs,
    tries: a.tries,
  }),
);
/** The time is in both places: a second process checks again the rows the first has moved. */
const claim = plan((db, a: { now: number; until: number; limit: number }) =>
  db
    .updateTable('push_jobs')
    .set({ due_ms: a.until })
    .where('id', 'in', (e) =>
      e.selectFrom('push_jobs').select('id').where('due_ms', '<=', a.now).orderBy('due_ms').limit(a.limit),
    )
    .where('due_ms', '<=', a.now)
    .returningAll(),
);
const endJob = plan((db, a: { id: number }) => db.deleteFrom('push_jobs').where('id', '=', a.id));
const upsertSeen = plan((db, a: { stream: StreamId; user: UserId; seq: number; now: number }) =>
  db
    .insertInto('push_seen')
    .values({ stream: a.stream, user_id: a.user, seq: a.seq, at_ms: a.now })
    .onConflict((conflict) =>
      conflict
        .columns(['stream', 'user_id'])
        .doUpdateSet({ seq: a.seq, at_ms: a.now })
        .where('push_seen.seq', '<', a.seq),
    ),
);
const upsertShown = plan((db, a: { cid: string; tag: string; msgId: MsgId; now: number }) =>
  db
    .insertInto('push_shown')
    .values({ cid: a.cid, tag: a.tag, msg_id: a.msgId, at_ms: a.now })
    .onConflict((conflict) =>
      conflict.columns(['cid', 'tag']).doUpdateSet({ msg_id: a.msgId, at_ms: a.now }),
    ),
);
const takeShown = plan((db, a: { tag: string; user: UserId }) =>
  db
    .deleteFrom('push_shown')
    .where('tag', '=', a.tag)
    .where('cid', 'in', (e) => e.selectFrom('tokens').select('cid').where('user_id', '=', a.user))
    .returning('cid'),
);
const takeShownOf = plan((db, a: { tag: string; msgId: MsgId; user: UserId }) =>
  db
    .deleteFrom('push_shown')
    .where('tag', '=', a.tag)
    .where('msg_id', '=', a.msgId)
    .where('cid', 'in', (e) => e.selectFrom('tokens').select('cid').where('user_id', '=', a.user))
    .returning('cid'),
);
const displayedTo = plan((db, a: { user: UserId; limit: number }) =>
  db
    .selectFrom('push_shown')
    .select('msg_id')
    .distinct()
    .where('cid', 'in', (e) => e.selectFrom('tokens').select('cid').where('user_id', '=', a.user))
    .limit(a.limit),
);
const takeShownBy = plan((db, a: { hash: string }) =>
  db
    .deleteFrom('push_shown')
    .where('cid', 'in', (e) =>
      e.selectFrom('tokens').select('cid').where('hash', '=', a.hash).where('cid', '<>', ''),
    )
    .returning('cid'),
);
const dropSeen = plan((db, a: { before: number }) =>
  db.deleteFrom('push_seen').where('at_ms', '<', a.before).returning('user_id'),
);
const dropShown = plan((db, a: { before: number }) =>
  db.deleteFrom('push_shown').where('at_ms', '<', a.before).returning('cid'),
);
const dropUnused = plan((db, a: { before: number }) =>
  db
    .deleteFrom('push_subs')
    .where('made_ms', '<', a.before)
    .where((e) =>
      e.not(e.exists(e.selectFrom('tokens').select('hash').whereRef('tokens.cid', '=', 'push_subs.cid'))),
    )
    .returning('cid'),
);

const subRow = (row: StoredRow<'push_subs'>): PushSubRow => ({
  cid: row.cid,
  endpoint: row.endpoint,
  p256dh: row.p256dh,
  auth: row.auth,
  platform: row.platform,
  language: row.language,
  showsWords: fromFlag(row.shows_words),
  madeMs: row.made_ms,
});
const jobRow = (row: StoredRow<'push_jobs'>): PushJobRow => ({
  id: row.id,
  kind: row.kind,
  stream: row.stream,
  seq: row.seq,
  msgId: row.msg_id,
  cid: row.cid,
  dueMs: row.due_ms,
  tries: row.tries,
});

export const pushReading = (sql: Executor): PushReading => ({
  keys: async () => (await firstRow(sql, storedKeys, {}))?.value ?? null,
  any: async () => (await firstRow(sql, any, {})) !== null,
  byCid: async (cid) => {
    const row = await firstRow(sql, byCid, { cid });
    return row && subRow(row);
  },
  byEndpoint: async (endpoint) => {
    const row = await firstRow(sql, byEndpoint, { endpoint });
    return row && subRow(row);
  },
  ofUsers: async (users, nowMs) =>
    users.length === 0
      ? []
      : (await ofUsers(sql, { now: nowMs }, users)).map((row) => ({ ...subRow(row), user: row.user_id })),
  waiting: async (nowMs, limit) => (await sql.all(waiting, { now: nowMs, limit })).map(jobRow),
  viewers: async (stream, seq) => (await sql.all(readers, { stream, seq })).map((row) => row.user_id),
});

export const pushWriting = (sql: Executor, moment: TransactionFacts): PushWriting => ({
  keepKeys: async (value) => (await firstRow(sql, keepKeys, { value }))?.value ?? value,
  saveSubscription: async (row) => {
    await sql.all(dropEndpoint, { endpoint: row.endpoint, cid: row.cid });
    await sql.all(upsert, row);
  },
  deleteSubscription: async (cid) => void (await sql.all(drop, { cid })),
  bind: async (cid, token) => {
    await sql.all(unbind, { cid, hash: token });
    await sql.all(bind, { cid, hash: token });
  },
  insertJob: async (job) => void (await sql.all(addJob, job)),
  claim: async (now, until, limit) =>
    (await sql.all(claim, { now, until, limit })).map(jobRow).toSorted((a, b) => a.id - b.id),
  endJob: async (id) => void (await sql.all(endJob, { id })),
  saveSeen: async (stream, user, seq) =>
    void (await sql.all(upsertSeen, { stream, user, seq, now: moment.nowMs })),
  saveShown: async (cid, tag, msgId) =>
    void (await sql.all(upsertShown, { cid, tag, msgId, now: moment.nowMs })),
  takeShown: async (tag, user) => (await sql.all(takeShown, { tag, user })).map((row) => row.cid),
  takeShownOf: async (tag, msgId, user) =>
    (await sql.all(takeShownOf, { tag, msgId, user })).map((row) => row.cid),
  displayedTo: async (user, limit) => (await sql.all(displayedTo, { user, limit })).map((row) => row.msg_id),
  takeShownBy: async (hash) => [...new Set((await sql.all(takeShownBy, { hash })).map((row) => row.cid))],
  deleteOld: async (before, unused) =>
    (await sql.all(dropSeen, { before })).length +
    (await sql.all(dropShown, { before })).length +
    (await sql.all(dropUnused, { before: unused })).length,
});
