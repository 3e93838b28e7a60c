import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { MessagePinRow, MessagePinsReading, MessagePinsWriting } from '../../../ports/store.ts';
import { firstRow, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';

const list = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('message_pins').selectAll().where('stream', '=', a.stream).orderBy('seq', 'desc'),
);
const get = plan((db, a: { msgId: MsgId }) =>
  db.selectFrom('message_pins').select('msg_id').where('msg_id', '=', a.msgId),
);
const count = plan((db, a: { stream: StreamId }) =>
  db
    .selectFrom('message_pins')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('stream', '=', a.stream),
);
const add = plan(
  (
    db,
    a: {
      msgId: MsgId;
      stream: StreamId;
      n: number;
      seq: number;
      by: UserId;
      atMs: number;
      afterN: number;
    },
  ) =>
    db.insertInto('message_pins').values({
      msg_id: a.msgId,
      stream: a.stream,
      n: a.n,
      seq: a.seq,
      by_user: a.by,
      at_ms: a.atMs,
      after_n: a.afterN,
    }),
);
const drop = plan((db, a: { msgId: MsgId }) => db.deleteFrom('message_pins').where('msg_id', '=', a.msgId));
export const dropMessagePinsUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('message_pins').where('stream', '=', a.stream).where('n', '<=', a.n),
);

export const messagePinsReading = (sql: Executor): MessagePinsReading => ({
  list: async (stream) =>
    (await sql.all(list, { stream })).map((row): MessagePinRow => ({
      msgId: row.msg_id,
      stream: row.stream,
      n: row.n,
      seq: row.seq,
      by: row.by_user,
      atMs: row.at_ms,
      afterN: row.after_n,
    })),
  has: async (msgId) => (await firstRow(sql, get, { msgId })) !== null,
  count: async (stream) => (await firstRow(sql, count, { stream }))?.total ?? 0,
});

export const messagePinsWriting = (sql: Executor): MessagePinsWriting => ({
  insert: async (row) => void (await sql.all(add, { ...row })),
  delete: async (msgId) => void (await sql.all(drop, { msgId })),
});
