import { groupOfStream, userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { EventRecorder } from '../../kernel/core.ts';
import { dismissOne } from '../groups/dissolve.ts';
import { handOver } from '../groups/hand-over.ts';

/**
 * Removes an account from a group. A group it owned goes to the longest-standing manager, otherwise to the
 * longest-standing member; an empty one ends (DATA-1).
 */
export async function leaveGroup(
  tx: WriteTx,
  record: EventRecorder,
  stream: StreamId,
  user: UserId,
): Promise<void> {
  const member = await tx.members.get(stream, user);
  const id = groupOfStream(stream);
  const group = id === null ? null : await tx.groups.byId(id);
  if (!member) return;
  if (!group) return dismissOne(tx, record, stream, user);
  if (member.role === 1) {
    const first = await tx.members.of(stream, { page: 1, limit: 2 });
    const heir = first.find((one) => one.user !== user);
    if (heir) await handOver(tx, record, { kind: 'group', stream, group, member }, heir.user);
  }
  const left = (await tx.members.count(stream)) - 1;
  const facts =
    left === 0
      ? ({ kind: 'dissolved', by: user } as const)
      : ({ kind: 'removed', by: user, user, members: left } as const);
  const { seq } = await record.event(stream, facts);
  await tx.members.update(stream, user, { untilSeq: seq });
  const why = left === 0 ? 'dissolved' : 'left';
  await record.event(userStream(user), { kind: 'left', of: stream, until: seq, why, by: user });
  if (left > 0) return;
  await tx.doors.close(group.id);
  await tx.groups.end(group.id);
}
