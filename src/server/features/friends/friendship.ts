import { privateStream, userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { FriendRow, WriteTx } from '../../../ports/store.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { sendExtras } from '../../frames/profile-data.ts';
import { eventLine } from '../event-line.ts';
import { newMember } from '../groups/joined.ts';
import { GROUP_ROLE } from '../../../domain/contact.ts';

/**
 * Turns a request into a friendship (FRIEND-3): both rows, the line in the conversation, then the
 * conversation in both lists. The `joined` rows cover everything up to the line (their base), so it never
 * counts as unread, and a new start after an earlier friendship has no gap.
 */
export async function befriend(
  core: Pick<Core, 'ids'>,
  tx: WriteTx,
  record: EventRecorder,
  application: FriendRow,
  by: UserId,
): Promise<void> {
  const { creator, friend } = application;
  await tx.friends.update(application.id, { status: 1, updatedAtMs: tx.nowMs });
  await reverseRow(tx, creator, friend);
  const stream = privateStream(creator, friend);
  await tx.streams.open(stream);
  const { seq, n } = await eventLine(core, tx, record, { stream, by, note: { note: 'friends' } });
  for (const user of [creator, friend]) {
    const row = {
      stream,
      user,
      role: GROUP_ROLE.member,
      inviter: user,
      base: seq,
      fromN: 0,
      n,
      nowMs: tx.nowMs,
    } as const;
    await tx.members.save({ ...newMember(row), told: n });
  }
  for (const user of [creator, friend]) {
    await record.event(userStream(user), {
      kind: 'joined',
      of: stream,
      base: seq,
      n,
      mark: n,
      via: 'friend',
    });
  }
  for (const user of [creator, friend]) await sendExtras(tx, record, user);
  const pending = await tx.friends.pending(friend);
  await record.event(userStream(friend), {
    kind: 'applicationDone',
    friendId: application.id,
    status: 1,
    pending: pending.count,
  });
}

/** The recipient's own row; a pending request in the other direction becomes it. */
async function reverseRow(tx: WriteTx, creator: UserId, friend: UserId): Promise<void> {
  const existing = await tx.friends.between(friend, creator);
  if (existing) {
    await tx.friends.update(existing.id, { status: 1, updatedAtMs: tx.nowMs });
    return;
  }
  await tx.friends.insert({
    creator: friend,
    friend: creator,
    nickname: '',
    remark: '',
    isInvite: false,
    status: 1,
    createdAtMs: tx.nowMs,
    updatedAtMs: tx.nowMs,
  });
}

/** Removes the conversation from both lists (FRIEND-6); its messages stay stored, unreadable. */
export async function unfriend(tx: WriteTx, record: EventRecorder, by: UserId, other: UserId): Promise<void> {
  for (const [creator, friend] of [
    [by, other],
    [other, by],
  ] as const) {
    const row = await tx.friends.between(creator, friend);
    if (row) await tx.friends.end(row.id);
  }
  const stream = privateStream(by, other);
  const until = (await tx.streams.get(stream))?.head ?? 0;
  for (const user of [by, other]) {
    if (!(await tx.members.get(stream, user))) continue;
    await tx.members.update(stream, user, { untilSeq: until });
    await record.event(userStream(user), { kind: 'left', of: stream, until, why: 'unfriended', by });
  }
}
