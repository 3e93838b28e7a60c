import { groupId, groupStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { admit, demandRoom } from '../groups/members.ts';

/**
 * Adds a new user to the operator's welcome group, in the same command (FIRST-2). A missing or full group
 * does not stop the registration. Returns the group they are a member of now.
 */
export async function welcome(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
): Promise<StreamId | null> {
  const { welcomeGroup: id = 0 } = core.config().sysInfo;
  if (id === 0) return null;
  const stream = groupStream(groupId(id));
  // Asking for the stream locks it where many write at once.
  await tx.streams.get(stream);
  if (!(await tx.groups.byId(groupId(id))) || (await tx.members.get(stream, user))) return null;
  const members = (await tx.members.count(stream)) + 1;
  if (demandRoom(core, members)) return null;
  await admit(core, tx, record, { stream, by: user, inviter: user, fresh: [user], members });
  return stream;
}
