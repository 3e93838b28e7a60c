import { guestLimits as limits } from '../../../domain/guests.ts';
import type { UserId } from '../../../domain/ids.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { type Core, command } from '../../kernel/core.ts';
import { type StopJob, startJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES, type RowRetries } from '../../kernel/row-retries.ts';
import { setActive } from '../auth/own-account.ts';
import { takeOut } from '../groups/members.ts';

/**
 * Removes guests at their end, with a line in the group, on every node: a second node finds them ended
 * (GUEST-6). Returns their number.
 */
export async function endGuests(core: Core, rows: RowRetries = NO_RETRIES): Promise<number> {
  const most = limits.endedAtOnce + rows.waiting;
  const over = await core.store.read((tx) => tx.guests.over(core.clock.nowMs(), most));
  let count = 0;
  for (const { user } of over)
    if (await rows.attempt(`guest ${user}`, () => endGuest(core, user))) count += 1;
  if (count > 0) core.log.write('info', 'guests have ended', { guests: count });
  return count;
}

const endGuest = (core: Core, user: UserId): Promise<boolean> =>
  command(core, async (tx, record) => {
    const guest = await tx.guests.get(user);
    if (!guest || guest.untilMs === 0 || guest.untilMs > tx.nowMs) return false;
    const { stream } = guest;
    if (await tx.members.get(stream, user)) await takeOut(tx, record, { stream, user, by: user });
    await tx.guests.end(user, 0);
    await setActive(tx, record, user, false);
    await noteAudit(core.passwords, tx, { by: 'server', what: 'guest ended', about: `user ${user}` });
    return true;
  });

export function startEndingGuests(core: Core): StopJob {
  const rows = new FailedRows(core, 'a guest was not removed at their end');
  return startJob(core, {
    rows,
    failed: 'guests were not removed at their end',
    waitMs: () => limits.lookMs,
    atOnce: true,
    work: async () => void (await endGuests(core, rows)),
  });
}
