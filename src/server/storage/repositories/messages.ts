import { assert } from '../../../domain/assert.ts';
import type { MessageId, MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import { isPoll } from '../../../domain/poll-mark.ts';
import type { MessageRow, MessagesWriting, NewMessage, ReadTx } from '../../../ports/store.ts';
import { StoreConflictError } from '../../kernel/store-errors.ts';
import type { Journal } from '../engine/journal.ts';
import { dropMessagePinsUpTo, messagePinsWriting } from './message-pins.ts';
import { listPlan } from './lists.ts';
import { dropRemindersOf, dropRemindersUpTo } from './later.ts';
import { addHeld, dropHeld, dropHeldUpTo } from './message-files.ts';
import { digestOfNew, newColumns, placeColumns, renewDigest } from '../schema/message-digest.ts';
import { newestReadable, pageAround, unlessDamaged } from './message-around.ts';
import { isFor, pageOf } from './message-page.ts';
import { jsonOr, patchPlan } from './patch.ts';
import { firstRow, insertPlan, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { mapBy, mentionedIn, messageRow } from './rows.ts';
import { dropPoll, dropPollsUpTo } from './polls.ts';
import { dropReactions, dropReactionsUpTo } from './reactions.ts';
import { searchReading } from './search.ts';
import { mayGoOn, readable } from './readable.ts';
import { countSeenAfter } from './seen.ts';
import { dropThreadsUpTo } from './threads.ts';
import { answersReading } from './answers.ts';
import { addWords, dropWords, dropWordsBetween } from './words.ts';

const byId = plan((db, a: { id: MessageId }) => db.selectFrom('messages').selectAll().where('id', '=', a.id));
const byMsgId = plan((db, a: { id: MsgId }) =>
  db.selectFrom('messages').selectAll().where('msg_id', '=', a.id),
);
const sentBelow = plan((db, a: { id: MsgId }) =>
  db
    .selectFrom('messages')
    .select(['msg_id', 'sent_at_ms'])
    .where('msg_id', '<', a.id)
    .orderBy('msg_id', 'desc')
    .limit(1),
);
const byMsgIds = listPlan((db, _: object, ids: readonly MsgId[]) =>
  db.selectFrom('messages').selectAll().where('msg_id', 'in', ids),
);
const byN = plan((db, a: { stream: StreamId; n: number }) =>
  db.selectFrom('messages').selectAll().where('stream', '=', a.stream).where('n', '=', a.n),
);
/** Omits the conversation: its index would look shorter, but is as long as the whole conversation. */
const nameColumns = ['msg_id', 'stream', 'id', 'n', 'from_user', 'at'] as const;
const namesById = listPlan((db, _: object, ids: readonly MessageId[]) =>
  db.selectFrom('messages').select(nameColumns).where('id', 'in', ids),
);
const namesByMsgId = listPlan((db, _: object, ids: readonly MsgId[]) =>
  db.selectFrom('messages').select(nameColumns).where('msg_id', 'in', ids),
);
const last = plan((db, a: { stream: StreamId; fromN: number }) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('stream', '=', a.stream)
    .where('n', '>', a.fromN)
    .orderBy('n', 'desc')
    .limit(1),
);
const lastFor = plan((db, a: { stream: StreamId; viewer: UserId; upToN: number }) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('stream', '=', a.stream)
    .where('n', '<=', a.upToN)
    .where(isFor(a.viewer))
    .orderBy('n', 'desc')
    .limit(1),
);
const before = plan((db, a: { stream: StreamId; n: number; limit: number }) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('stream', '=', a.stream)
    .where('n', '<', a.n)
    .orderBy('n', 'desc')
    .limit(a.limit),
);
const oldest = plan((db, a: { stream: StreamId; afterN: number; limit: number }) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('stream', '=', a.stream)
    .where('n', '>', a.afterN)
    .orderBy('n')
    .limit(a.limit),
);
const own = plan((db, a: { stream: StreamId; user: UserId; mark: number }) =>
  db
    .selectFrom('messages')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('stream', '=', a.stream)
    .where('from_user', '=', a.user)
    .where('n', '>', a.mark),
);
const droppedAfter = plan((db, a: { stream: StreamId; mark: number }) =>
  db
    .selectFrom('dropped')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('stream', '=', a.stream)
    .where('n', '>', a.mark),
);

interface Columns {
  type: MessageType;
  content: string;
  at: string;
  recalled: boolean;
  note: string | null;
  extra: string | null;
}

/** Rising with each edit; a new message has none. */
interface Patched extends Columns {
  rev: number;
  root: number | null;
}

const add = insertPlan(
  (
    db,
    rows: readonly (Columns & {
      id: MessageId;
      stream: StreamId;
      n: number;
      from: UserId;
      pid: MsgId | null;
      root: number | null;
      only: UserId | null;
      sentAt: number;
      digest: number;
    })[],
  ) =>
    db
      .insertInto('messages')
      .values(
        rows.map((a) => ({
          id: a.id,
          stream: a.stream,
          n: a.n,
          from_user: a.from,
          type: a.type,
          content: a.content,
          at: a.at,
          pid: a.pid,
          root: a.root,
          only_user: a.only,
          extra: a.extra,
          note: a.note,
          sent_at_ms: a.sentAt,
          recalled: a.recalled,
          digest: a.digest,
        })),
      )
      .returning('msg_id'),
);
const patch = patchPlan((db, key: { msgId: MsgId }, columns: Patched) =>
  db.updateTable('messages').set(columns).where('msg_id', '=', key.msgId),
);
const remember = plan((db, a: { msgId: MsgId }) =>
  db
    .insertInto('dropped')
    .columns(['stream', 'n', 'from_user'])
    .expression(db.selectFrom('messages').select(['stream', 'n', 'from_user']).where('msg_id', '=', a.msgId)),
);
const drop = plan((db, a: { msgId: MsgId }) => db.deleteFrom('messages').where('msg_id', '=', a.msgId));

const oldestUpTo = plan((db, a: { stream: StreamId; n: number; limit: number }) =>
  db
    .selectFrom('messages')
    .select('n')
    .where('stream', '=', a.stream)
    .where('n', '<=', a.n)
    .orderBy('n')
    .limit(a.limit),
);
const rememberUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db
    .insertInto('dropped')
    .columns(['stream', 'n', 'from_user'])
    .expression(
      db
        .selectFrom('messages')
        .select(['stream', 'n', 'from_user'])
        .where('stream', '=', a.stream)
        .where('n', '<=', a.n),
    ),
);
const dropUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('messages').where('stream', '=', a.stream).where('n', '<=', a.n),
);
const dropMentionsUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('mentions').where('stream', '=', a.stream).where('n', '<=', a.n),
);
const dropMentionsApartUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('mentions_apart').where('stream', '=', a.stream).where('n', '<=', a.n),
);
const dropMentionNoticesUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('mention_notices').where('stream', '=', a.stream).where('n', '<=', a.n),
);

export const messagesReading = (sql: Executor): ReadTx['messages'] => ({
  byId: async (id) => {
    const row = await firstRow(sql, byId, { id });
    return row && messageRow(row);
  },
  byMsgId: async (id) => {
    const row = await firstRow(sql, byMsgId, { id });
    return row && messageRow(row);
  },
  byMsgIds: async (ids) => {
    const rows = await readable(sql, ids, (some) => byMsgIds(sql, {}, some));
    return mapBy(rows.map(messageRow), (message) => message.msgId);
  },
  byN: async (stream, n) => {
    const row = await unlessDamaged(sql, () => firstRow(sql, byN, { stream, n }));
    return row && messageRow(row);
  },
  sentBelow: async (id) => {
    const row = await newestReadable(sql, id, (below) => firstRow(sql, sentBelow, { id: below }));
    return row && { msgId: row.msg_id, sentAtMs: row.sent_at_ms };
  },
  byNames: async (ids, msgIds) => {
    const rows = [
      ...(ids.length > 0 ? await namesById(sql, {}, ids) : []),
      ...(msgIds.length > 0 ? await namesByMsgId(sql, {}, msgIds) : []),
    ];
    return rows.map(({ msg_id: number, id, stream, n, from_user: from, at }) => ({
      msgId: number,
      id,
      stream,
      n,
      from,
      at: mentionedIn(at),
    }));
  },
  page: (query) =>
    pageOf(sql, query).catch((error: unknown) => {
      if (!mayGoOn(sql, error)) throw error;
      return pageAround(sql, query);
    }),
  ...searchReading(sql),
  last: async (stream, fromN) => {
    const row = await firstRow(sql, last, { stream, fromN });
    return row && messageRow(row);
  },
  lastFor: async (stream, viewer, upToN) => {
    const row = await firstRow(sql, lastFor, { stream, viewer, upToN });
    return row && messageRow(row);
  },
  ...answersReading(sql),
  before: async (stream, n, limit) => (await sql.all(before, { stream, n, limit })).map(messageRow),
  oldest: async (stream, limit, afterN = 0) =>
    (await sql.all(oldest, { stream, afterN, limit })).map(messageRow),
  // A deleted message keeps its ordinal, and counts as own for all members (COUNT-17).
  ownAfter: async (stream, user, mark) => {
    const there = await firstRow(sql, own, { stream, user, mark });
    const dropped = await firstRow(sql, droppedAfter, { stream, mark });
    const readEarly = await firstRow(sql, countSeenAfter, { stream, user, mark });
    return (there?.total ?? 0) + (dropped?.total ?? 0) + (readEarly?.total ?? 0);
  },
});

export const messagesWriting = (sql: Executor): MessagesWriting => ({
  insert: async (row) => {
    const [newRow] = await addAll(sql, [row]);
    assert(newRow, 'a new message has a number');
    return newRow.msgId;
  },
  insertAll: (rows) => addAll(sql, rows),
  update: async (msgId, row) => {
    const before = await changing(sql, msgId, row);
    await patch(
      sql,
      { msgId },
      {
        type: row.type,
        content: row.content,
        at: jsonOr(row.at) ?? undefined,
        recalled: row.recalled,
        note: jsonOr(row.note),
        extra: jsonOr(row.extra),
        rev: row.rev,
        root: row.root,
      },
    );
    await renewDigest(sql, msgId);
    if (!before) return;
    if (row.recalled === true) await dropGathered(sql, before);
    await addWords(sql, [{ ...before, ...row }]);
    await addHeld(sql, { ...before, ...row });
  },
  clear: async (stream, upTo, limit) => {
    const part = await sql.all(oldestUpTo, { stream, n: upTo, limit });
    const [from, to] = [part[0]?.n, part.at(-1)?.n];
    if (from === undefined || to === undefined) return false;
    await dropWordsBetween(sql, stream, from, to);
    for (const step of [
      rememberUpTo,
      dropUpTo,
      dropMentionsUpTo,
      dropMentionsApartUpTo,
      dropMentionNoticesUpTo,
      dropMessagePinsUpTo,
      dropRemindersUpTo,
    ])
      await sql.all(step, { stream, n: to });
    await dropHeldUpTo(sql, stream, to);
    await dropReactionsUpTo(sql, stream, to);
    await dropPollsUpTo(sql, stream, to);
    await dropThreadsUpTo(sql, stream, to);
    return part.length === limit;
  },
  delete: async (msgId) => {
    const message = await forgetMessage(sql, msgId);
    if (message) await dropGathered(sql, message);
    await sql.all(remember, { msgId });
    await sql.all(drop, { msgId });
    await messagePinsWriting(sql).delete(msgId);
  },
});

async function addAll(sql: Executor, rows: readonly NewMessage[]): Promise<readonly MessageRow[]> {
  const { journal } = sql;
  if (journal) {
    const messages = rows.map((row) => ({
      ...row,
      msgId: addOne(journal, row),
      rev: 0,
      ...placeColumns(row),
    }));
    for (const row of rows) await addHeld(sql, row);
    return messages;
  }
  const newRows = await add(
    sql,
    rows.map((row) => ({ ...newColumns(row), digest: digestOfNew(row) })),
  );
  await addWords(sql, rows);
  for (const row of rows) await addHeld(sql, row);
  // Numbers follow the order of the rows; the order of returned rows is undefined.
  const numbers = newRows.map((row) => row.msg_id).toSorted((a, b) => a - b);
  return rows.map((row, at) => {
    const msgId = numbers[at];
    assert(msgId !== undefined, 'a new message has a number');
    return { ...row, msgId, rev: 0, ...placeColumns(row) };
  });
}

function addOne(journal: Journal, row: NewMessage): MsgId {
  const { at, extra, note, recalled } = newColumns(row);
  const values: Parameters<Journal['addMessage']>[0] = [
    row.id,
    row.stream,
    row.n,
    row.from,
    row.type,
    row.content,
    at,
    row.pid,
    extra,
    note,
    row.sentAtMs,
    recalled ? 1 : 0,
  ];
  if (row.only) values.push(row.root ?? null, row.only);
  else if (typeof row.root === 'number') values.push(row.root);
  const msgId = journal.addMessage(values);
  if (msgId === null) throw new StoreConflictError('UNIQUE constraint failed: messages.id');
  return msgId;
}

/** Reactions, votes and reminders of it are deleted with it (REACT-7, POLL-9, LATER-11). */
async function dropGathered(sql: Executor, row: MessageRow): Promise<void> {
  await dropReactions(sql, row);
  await sql.all(dropRemindersOf, { stream: row.stream, n: row.n });
  if (isPoll(row.extra)) await dropPoll(sql, row);
}

/** Search finds a message, and its file can be fetched, as long as it exists (SEARCH-2, FILE-4). */
async function forgetMessage(sql: Executor, msgId: MsgId): Promise<MessageRow | null> {
  const stored = await firstRow(sql, byMsgId, { id: msgId });
  if (!stored) return null;
  const row = messageRow(stored);
  await dropWords(sql, row);
  await dropHeld(sql, row);
  return row;
}

/** The message as it was, when its words or its file change with it. */
const changing = async (sql: Executor, msgId: MsgId, row: Partial<MessageRow>): Promise<MessageRow | null> =>
  row.content === undefined && row.extra === undefined && row.type === undefined
    ? null
    : forgetMessage(sql, msgId);
