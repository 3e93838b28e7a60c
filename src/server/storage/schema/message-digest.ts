import type { MsgId } from '../../../domain/ids.ts';
import type { NewMessage } from '../../../ports/store.ts';
import { type Executor, plan } from '../plan.ts';
import { type StoredRow, fromFlag } from './stored-row.ts';

/** Everything of a stored message that is shown, as the columns hold it. */
export type DigestedMessage = Omit<StoredRow<'messages'>, 'msg_id' | 'digest'>;

/**
 * A number that is another one when a bit of the message is (CHECK-2). It finds damage, not forgery: a
 * checksum of 53 bits costs a microsecond for each message, and a cryptographic one several.
 */
export function messageDigest(row: DigestedMessage): number {
  const { id, stream, n, from_user: from, type, content, at, pid, extra, note, root, rev } = row;
  const rest = [pid, extra, note, row.sent_at_ms, fromFlag(row.recalled), root, row.only_user, rev];
  return sumOf([id, stream, n, from, type, at, ...rest, wellFormed(content)].join('\u0001'));
}

/** Half of a pair has no bytes: every engine stores another character in its place. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** Two sums with other factors, so that no pattern of bits escapes both. */
function sumOf(text: string): number {
  let [one, two] = [0x9e3779b1, 0x85ebca6b];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two ^ unit, 0x5bd1e995) ^ (two >>> 15);
  }
  return ((two >>> 11) >>> 0) * 2 ** 32 + ((one ^ (one >>> 16)) >>> 0);
}

const digested = plan((db, a: { msgId: MsgId }) =>
  db.selectFrom('messages').selectAll().where('msg_id', '=', a.msgId),
);
const keep = plan((db, a: { msgId: MsgId; digest: number }) =>
  db.updateTable('messages').set({ digest: a.digest }).where('msg_id', '=', a.msgId),
);

/** After a message was changed: read back, since only the transaction that changed it has the whole row. */
export async function renewDigest(sql: Executor, msgId: MsgId): Promise<void> {
  const [row] = await sql.all(digested, { msgId });
  if (row) await sql.all(keep, { msgId, digest: messageDigest(row) });
}

export const placeColumns = ({ root = null, only = null }: NewMessage) => ({ root, only });

/** A new message as its row holds it. */
export const newColumns = (row: NewMessage) => ({
  id: row.id,
  stream: row.stream,
  n: row.n,
  from: row.from,
  type: row.type,
  content: row.content,
  at: row.at.length === 0 ? '[]' : JSON.stringify(row.at),
  pid: row.pid,
  ...placeColumns(row),
  extra: row.extra && JSON.stringify(row.extra),
  note: row.note && JSON.stringify(row.note),
  sentAt: row.sentAtMs,
  recalled: row.recalled,
});

export const digestOfNew = (row: NewMessage): number => {
  const { from, sentAt, only, ...columns } = newColumns(row);
  return messageDigest({ ...columns, from_user: from, sent_at_ms: sentAt, only_user: only, rev: 0 });
};
