import type { MessageId, UserId } from '../../domain/ids.ts';
import { stream as limits } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LedgerRow, ReadTx, WriteTx } from '../../ports/store.ts';
import { listPlan } from './lists.ts';
import type { Moment } from './moment.ts';
import { first, insertPlan, plan } from './plan.ts';
import type { Executor } from './plan.ts';
import { ledgerRow, mapBy } from './rows.ts';

const send = plan((db, a: { id: MessageId }) => db.selectFrom('sends').selectAll().where('id', '=', a.id));
const sendsOf = listPlan((db, _: object, ids: readonly MessageId[]) => db.selectFrom('sends').selectAll().where('id', 'in', ids));
/** A taken id is no error: an error would end the transaction on engines that allow none (SEND-1). */
const addSend = insertPlan((db, rows: readonly LedgerRow[]) =>
  db
    .insertInto('sends')
    .values(rows.map((a) => ({ id: a.id, sender: a.sender, hash: a.hash, msg_id: a.msgId, stream: a.stream, seq: a.seq, created_at_ms: a.createdAtMs })))
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

export const sendsReading = (sql: Executor, clock: Clock): Pick<ReadTx, 'sends' | 'ops'> => ({
  sends: {
    get: async (id) => {
      const row = await first(sql, send, { id });
      return row && ledgerRow(row);
    },
    getAll: async (ids) => mapBy((await sendsOf(sql, {}, ids)).map(ledgerRow), (row) => row.id),
  },
  ops: {
    get: async (user, name) => {
      const row = await first(sql, op, { user, op: name, after: clock.nowMs() - limits.opLifeMs });
      return row && row.answer;
    },
  },
});

export const sendsWriting = (sql: Executor, moment: Moment): Pick<WriteTx['write'], 'addSend' | 'addOp'> => ({
  addSend: async (...rows) => (await addSend(sql, rows)).length === rows.length,
  addOp: async (user, name, answer) => {
    const now = moment.nowMs;
    return (await sql.all(addOp, { user, op: name, answer, now, after: now - limits.opLifeMs })).length === 1;
  },
});
