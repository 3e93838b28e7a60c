import { userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { EventRecorder } from '../../kernel/core.ts';

/**
 * Removes other users' data about an erased account: names they gave it, and requests in either direction.
 * Friendships themselves stay with the chat (DATA-9).
 */
export async function untie(tx: WriteTx, record: EventRecorder, user: UserId): Promise<void> {
  for (const { id, creator, friend } of await tx.erasing.waitingOf(user)) {
    await tx.friends.end(id);
    if (creator !== user) continue;
    const { count } = await tx.friends.pending(friend);
    const facts = { friendId: id, status: 0, pending: count, withdrawnBy: user } as const;
    await record.event(userStream(friend), { kind: 'applicationDone', ...facts });
  }
  for (const other of await tx.erasing.remarkedBy(user))
    await record.event(userStream(other), { kind: 'remark', user, name: '' });
}
