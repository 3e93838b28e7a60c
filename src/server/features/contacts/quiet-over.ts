import { alertLimits as limits } from '../../../domain/kept-limits.ts';
import { userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';

/**
 * Ends expired mutes, on every node: a second node finds them lifted (ALERT-3). Returns the number of chats
 * unmuted.
 */
export async function liftQuiet(core: Core, rows: RowRetries = NO_RETRIES): Promise<number> {
  const most = limits.overAtOnce + rows.waiting;
  const over = await core.store.read((tx) => tx.members.quietOver(core.clock.nowMs(), most));
  let lifted = 0;
  for (const { stream, user } of over)
    if (await rows.attempt(`${user} in ${stream}`, () => liftOne(core, stream, user))) lifted += 1;
  if (lifted > 0) core.log.write('info', 'chats are heard again', { lifted });
  return lifted;
}

async function liftOne(core: Core, stream: StreamId, user: UserId): Promise<boolean> {
  const outcome = await command(core, async (tx, record) => {
    const member = await tx.members.getAny(stream, user);
    if (member === null || member.quietUntilMs === null || member.quietUntilMs > tx.nowMs) return false;
    await tx.members.update(stream, user, { isNotice: true, atOnly: false, quietUntilMs: null });
    // Members who left in the meantime are not notified.
    if (member.untilSeq !== null) return false;
    await record.event(userStream(user), { kind: 'notice', of: stream, on: true, due: true });
    return true;
  });
  return outcome;
}

export function startLiftingQuiet(core: Core): StopJob {
  const rows = new FailedRows(core, 'a chat whose quiet was over was not lifted');
  const run = async (): Promise<void> => void (await liftQuiet(core, rows));
  return startJob(core, {
    rows,
    failed: 'chats whose quiet was over were not lifted',
    waitMs: () => limits.lookMs,
    atOnce: true,
    run,
  });
}
