import type { UserId } from '../../../domain/ids.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { EventRecorder } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { GroupAccess } from '../../access/conversation.ts';
import { GROUP_ROLE } from '../../../domain/contact.ts';

/** Makes a member the owner, and the owner a member (ROLE-7). */
export async function handOver(
  tx: WriteTx,
  record: EventRecorder,
  { stream, group, member }: GroupAccess,
  target: UserId,
): Promise<Refusal | null> {
  const heir = await tx.members.get(stream, target);
  if (!heir) return new Refusal('userUnknown');
  if (await tx.guests.get(target)) return new Refusal('guestAlone');
  // An owner is never muted.
  if (heir.mutedUntilSec > 0)
    await record.event(stream, { kind: 'muted', by: member.user, user: target, untilSec: 0 });
  await tx.members.update(stream, member.user, { role: GROUP_ROLE.member });
  await tx.members.update(stream, target, { role: GROUP_ROLE.owner, mutedUntilSec: 0 });
  await tx.groups.update(group.id, { owner: target });
  await record.event(stream, { kind: 'owner', by: member.user, user: target });
  return null;
}
