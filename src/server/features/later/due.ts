import { laterLimits as limits } from '../../../domain/message-limits.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';
import type { RateCounter } from '../../kernel/rate.ts';
import { remindDue } from './remind.ts';
import { sendDue } from './send.ts';

/**
 * Processes due items, on every node: a second node finds nothing left (LATER-2). A failed item waits without
 * blocking others (OPS-16). Returns the number of messages sent plus users reminded.
 */
export async function doDue(core: Core, rates: RateCounter, rows: RowRetries = NO_RETRIES): Promise<number> {
  const [nowMs, most] = [core.clock.nowMs(), limits.batchSize + rows.waiting];
  const { messages, reminders } = await core.store.read(async (tx) => ({
    messages: await tx.later.scheduledDue(nowMs, most),
    reminders: await tx.later.remindersDue(nowMs, most),
  }));
  let count = 0;
  for (const { user, id } of messages)
    if (await rows.attempt(`${user} sends ${id}`, () => sendDue({ core, rates }, user, id))) count += 1;
  for (const { user, msgId } of reminders)
    if (await rows.attempt(`${user} of ${msgId}`, () => remindDue(core, user, msgId))) count += 1;
  return count;
}

export function startDoingLater(core: Core, rates: RateCounter): StopJob {
  const rows = new FailedRows(core, 'a scheduled message was not sent, or nobody reminded');
  const work = async (): Promise<void> => void (await doDue(core, rates, rows));
  return startJob(core, {
    rows,
    failed: 'what was due was not done',
    waitMs: () => limits.lookMs,
    atOnce: true,
    work,
  });
}
