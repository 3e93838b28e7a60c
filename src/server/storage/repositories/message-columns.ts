import type { NewMessage } from '../../../ports/store.ts';
import { messageDigest } from './message-digest.ts';

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
