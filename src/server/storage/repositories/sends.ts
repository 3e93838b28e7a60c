import type { MessageId, UserId } from '../../../domain/ids.ts';
import { streamLimits as limits } from '../../../domain/limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type {
  Day,
  LedgerRow,
  OpsReading,
  OpsWriting,
  ReadTx,
  SendsReading,
  SendsWriting,
  SpentWriting,
} from '../../../ports/store.ts';
import { type Executor, firstRow, insertPlan, plan } from '../plan.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import { listPlan } from './lists.ts';
import { ledgerRow, mapBy } from './rows.ts';

const send = plan((db, a: { id: MessageId }) => db.selectFrom('sends').selectAll().where('id', '=', a.id));
const sendsOf = listPlan((db, _: object, ids: readonly MessageId[]) =>
  db.selectFrom('sends').selectAll().where('id', 'in', ids),
);
/** A taken id is not an error: an error would end the transaction on some engines (SEND-1). */
const addSend = insertPlan((db, rows: readonly LedgerRow[]) =>
  db
    .insertInto('sends')
    .values(
      rows.map((a) => ({
        id: a.id,
        sender: a.sender,
        hash: a.hash,
        msg_id: a.msgId,
        stream: a.stream,
        seq: a.seq,
        created_at_ms: a.createdAtMs,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
);

const op = plan((db, a: { user: UserId; op: string; after: number }) =>
  db
    .selectFrom('ops')
    .select('answer')
    .where('user_id', '=', a.user)
    .where('op', '=', a.op)
    .where('created_at_ms', '>', a.after),
);
/** Takes the place of an answer that has lived its day. */
const addOp = plan((db, a: { user: UserId; op: string; answer: string; now: number; after: number }) =>
  db
    .insertInto('ops')
    .values({ user_id: a.user, op: a.op, answer: a.answer, created_at_ms: a.now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'op'])
        .doUpdateSet({ answer: a.answer, created_at_ms: a.now })
        .where('ops.created_at_ms', '<=', a.after),
    )
    .returning('op'),
);

/** The journal has waiting rows, and learns which the table lacks. */
async function sendsFound(sql: Executor, ids: readonly MessageId[]): Promise<readonly LedgerRow[]> {
  const { journal } = sql;
  if (!journal) return sendsIn(sql, ids);
  const waiting = ids.flatMap((id) => journal.send(id) ?? []);
  const others = waiting.length === 0 ? ids : ids.filter((id) => !journal.send(id));
  const stored = others.length === 0 ? [] : await journal.without(() => sendsIn(sql, others));
  const storedIds = new Set(stored.map(({ id }) => id));
  for (const id of others) if (!storedIds.has(id)) journal.hasNot(id);
  return [...waiting, ...stored];
}

async function sendsIn(sql: Executor, ids: readonly MessageId[]): Promise<readonly LedgerRow[]> {
  const [id] = ids;
  return (
    ids.length === 1 && id !== undefined ? await sql.all(send, { id }) : await sendsOf(sql, {}, ids)
  ).map(ledgerRow);
}

export const sendsReading = (sql: Executor): SendsReading => ({
  get: async (id) => (await sendsFound(sql, [id]))[0] ?? null,
  getAll: async (ids) => mapBy(await sendsFound(sql, ids), (row) => row.id),
});

export const opsReading = (sql: Executor, clock: Clock): OpsReading => ({
  get: async (user, name) => {
    const row = await firstRow(sql, op, { user, op: name, after: clock.nowMs() - limits.opLifeMs });
    return row && row.answer;
  },
});

export const sendsWriting = (sql: Executor): SendsWriting => ({
  insert: async (...rows) => sql.journal?.addSends(rows) ?? (await addSend(sql, rows)).length === rows.length,
});

export const opsWriting = (sql: Executor, moment: TransactionFacts): OpsWriting => ({
  insert: async (user, name, answer) => {
    const now = moment.nowMs;
    return (await sql.all(addOp, { user, op: name, answer, now, after: now - limits.opLifeMs })).length === 1;
  },
});

const get = plan((db, a: { name: string }) =>
  db.selectFrom('spent').select(['used', 'ends_ms']).where('name', '=', a.name),
);
const drop = plan((db, a: { name: string; now: number; latest: number }) =>
  db
    .deleteFrom('spent')
    .where('name', '=', a.name)
    .where((e) => e.or([e('ends_ms', '<=', a.now), e('ends_ms', '>', a.latest)])),
);
const add = plan((db, a: { name: string; cost: number; ends: number }) =>
  db
    .insertInto('spent')
    .values({ name: a.name, used: a.cost, ends_ms: a.ends })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((e) => ({ used: e('spent.used', '+', e.ref('excluded.used')) })),
    )
    .returning(['used', 'ends_ms']),
);

const dayOf = (row: { readonly used: number; readonly ends_ms: number }): Day => ({
  used: row.used,
  endsMs: row.ends_ms,
});

export const usageReading = (sql: Executor): ReadTx['usage'] => ({
  of: async (name) => {
    const row = await firstRow(sql, get, { name });
    return row && dayOf(row);
  },
});

export const usageWriting = (sql: Executor, moment: TransactionFacts): SpentWriting => ({
  add: async (name, cost, lengthMs) => {
    const [now, latest] = [moment.nowMs, moment.nowMs + lengthMs];
    // A window that ends later than possible was started by a clock that has been set back since.
    await sql.all(drop, { name, now, latest });
    const row = await firstRow(sql, add, { name, cost, ends: latest });
    return row ? dayOf(row) : { used: cost, endsMs: latest };
  },
});
