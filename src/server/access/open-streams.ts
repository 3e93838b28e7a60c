import { groupOfStream } from '../../domain/ids.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import { visible } from '../../domain/visible.ts';
import type { ReadTx } from '../../ports/store.ts';

/**
 * Conversations that the person joined later and may still read from their beginning, for queries over all of
 * them.
 */
export async function openStreams(tx: ReadTx, user: UserId): Promise<readonly StreamId[]> {
  const open: StreamId[] = [];
  for (const member of await tx.members.lateMemberships(user)) {
    const group = groupOfStream(member.stream);
    const row = group === null ? null : await tx.groups.byId(group);
    if (row && visible(user, { kind: 'group', member, history: row.setting.history }) === 0)
      open.push(member.stream);
  }
  return open;
}
