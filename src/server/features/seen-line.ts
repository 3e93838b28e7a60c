import { type UserId, userStream } from '../../domain/ids.ts';
import type { MessageRow, WriteTx } from '../../ports/store.ts';
import type { EventRecorder } from '../kernel/core.ts';

/**
 * A user who accepts or refuses a call has seen its line, so it counts as own. The mark stays in place:
 * moving it past the line would mark earlier messages as read, too (CALL-41). Sent as a mark of this moment.
 */
export async function markSeen(
  tx: WriteTx,
  record: EventRecorder,
  { stream, msgId }: Pick<MessageRow, 'stream' | 'msgId'>,
  user: UserId,
): Promise<void> {
  const member = await tx.members.get(stream, user);
  const row = member && (await tx.streams.get(stream));
  const line = row && (await tx.messages.byMsgId(msgId));
  if (!line || line.n <= member.mark || !(await tx.readingMarks.insert(stream, user, line.n))) return;
  const own = member.own + 1;
  await tx.members.update(stream, user, { own });
  await record.event(userStream(user), {
    kind: 'mark',
    of: stream,
    mark: member.mark,
    own,
    seq: row.head,
    count: row.count,
    seen: line.n,
  });
}
