import { laterLimits as limits } from '../../../domain/later-limits.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import type { RateCounter } from '../../kernel/rate.ts';
import { remindDue } from './remind.ts';
import { putOff, sendDue } from './send.ts';

/**
 * One look at what is due, on every node: whoever comes second finds nothing left to do (LATER-2). What fails
 * is put off and holds up nobody. Answers how many were sent, and how many people reminded.
 */
export async function doDue(core: Core, rates: RateCounter): Promise<number> {
  const nowMs = core.clock.nowMs();
  const { messages, reminders } = await core.store.read(async (tx) => ({
    messages: await tx.later.scheduledDue(nowMs, limits.dueAtOnce),
    reminders: await tx.later.remindersDue(nowMs, limits.dueAtOnce),
  }));
  let done = 0;
  for (const { user, id } of messages) {
    try {
      if (await sendDue({ core, rates }, user, id)) done += 1;
    } catch (error) {
      core.log.write('error', 'a scheduled message was not sent', { error: String(error) });
      await putOff(core, user, id);
    }
  }
  for (const { user, msgId } of reminders) if (await remindDue(core, user, msgId)) done += 1;
  return done;
}

export function startDoingLater(core: Core, rates: RateCounter): StopJob {
  const run = async (): Promise<void> => void (await doDue(core, rates));
  return startJob(core, {
    failed: 'what was due was not done',
    waitMs: () => limits.lookMs,
    atOnce: true,
    run,
  });
}
