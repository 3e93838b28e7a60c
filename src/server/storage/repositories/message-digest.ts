import type { MsgId } from '../../../domain/ids.ts';
import { plan } from '../engine/plan.ts';
import type { Executor } from '../engine/plan.ts';
import { fromFlag } from './rows.ts';
import type { StoredRow } from './rows.ts';

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
