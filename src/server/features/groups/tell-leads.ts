import { groupContact, groupStream } from '../../../domain/ids.ts';
import type { GroupId } from '../../../domain/ids.ts';
import type { Core } from '../../kernel/core.ts';
import { serverLimits } from '../../kernel/limits.ts';
import { notifyAfter } from '../../kernel/told-after.ts';

/**
 * Notifies managers that the list of join requests changed (GROUP-29). Runs after the command, which holds
 * whether or not this succeeds: a manager who missed it asks after the next bind.
 */
export const tellLeads = (core: Core, group: GroupId): Promise<void> =>
  notifyAfter(core.log, 'requests of a group not told', { group }, async () => {
    const leads = await core.store.read(async (tx) => {
      // They come first, in the order of roles.
      const rows = await tx.members.of(groupStream(group), { page: 1, limit: serverLimits.leadsToldMax });
      return rows.filter(({ role }) => role <= 2);
    });
    const time = Math.floor(core.clock.nowMs() / 1_000);
    const data = { group_id: groupContact(group) };
    for (const { user } of leads) core.hub.tell(user, { type: 'groupRequests', time, data, ours: 1 });
  });
