import type { MailMessage } from '../../../ports/mail.ts';
import type { MailDigestRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { mailDigestLimits as limits } from '../../kernel/job-limits.ts';
import { type StopJob, startJob } from '../../kernel/job.ts';
import type { RateCounter } from '../../kernel/rate.ts';
import { FailedRows, NO_RETRIES, type RowRetries } from '../../kernel/row-retries.ts';
import { type Finding, digestAddress, digestSender, findDigest, lastThere } from './digest.ts';

/** `full`: no further mail is allowed now. */
type Outcome = 'sent' | 'failed' | 'none' | 'full';

/**
 * Looks at users who want mails, and sends those that are due, on every node: a second node finds each row
 * moved. Returns the number of mails sent.
 */
export async function sendDigests(
  core: Core,
  rates: RateCounter,
  rows: RowRetries = NO_RETRIES,
): Promise<number> {
  if (digestSender(core) === null) return 0;
  const most = limits.batchSize + rows.waiting;
  const due = await core.store.read((tx) => tx.mailDigests.due(core.clock.nowMs(), most));
  let [sent, failed] = [0, 0];
  for (const row of due) {
    const outcome = await rows.attempt(`digest ${row.user}`, () => lookAt(core, rates, row));
    if (outcome === 'sent') sent += 1;
    if (outcome === 'failed') failed += 1;
    // A mail server that is away would make every user wait.
    if (outcome === 'full' || sent >= limits.mailsOfRun || failed >= limits.failuresOfRun) break;
  }
  return sent;
}

async function lookAt(core: Core, rates: RateCounter, row: MailDigestRow): Promise<Outcome> {
  const finding = await findDigest(core, row);
  const { mail, lookMs, isAway } = finding;
  if (mail === null) {
    const next = { dueMs: lookMs, sentFor: row.sentFor, tries: isAway ? row.tries : 0 };
    await core.store.write((tx) => tx.mailDigests.advance(row.user, row.dueMs, next));
    return 'none';
  }
  if (rates.take('mail digests', limits.rate) > 0) return 'full';
  return (await claim(core, row, finding)) ? send(core, row, finding, mail) : 'none';
}

/** The absence counts as done before the mail leaves: a node that dies sends no second one (DIGEST-3). */
const claim = (core: Core, row: MailDigestRow, { there, lookMs }: Finding): Promise<boolean> =>
  core.store.write(async (tx) => {
    if ((await lastThere(core, tx, row.user)) !== there) return false;
    if (digestAddress(await tx.users.byId(row.user)) === null) return false;
    return tx.mailDigests.advance(row.user, row.dueMs, { dueMs: lookMs, sentFor: there, tries: 0 });
  });

async function send(
  core: Core,
  row: MailDigestRow,
  { there, lookMs }: Finding,
  mail: MailMessage,
): Promise<Outcome> {
  try {
    // A repeated mail has the same name, so that mail programs show it once.
    await digestSender(core)?.mail.send({ ...mail, name: `digest.${row.user}.${there}` });
    core.meter?.mail('sent');
    return 'sent';
  } catch (error) {
    core.log.write('error', 'mail not sent', { error: String(error) });
    core.meter?.mail('failed');
    const waitMs = limits.againMs[row.tries];
    // The server gives up for this absence (DIGEST-6).
    if (waitMs === undefined) return 'failed';
    const again = { dueMs: core.clock.nowMs() + waitMs, sentFor: row.sentFor, tries: row.tries + 1 };
    await core.store.write((tx) => tx.mailDigests.advance(row.user, lookMs, again));
    return 'failed';
  }
}

export function startMailingDigests(core: Core, rates: RateCounter): StopJob {
  const rows = new FailedRows(core, 'a mail about unread messages was not sent');
  return startJob(core, {
    rows,
    failed: 'mails about unread messages were not sent',
    waitMs: () => limits.lookMs,
    atOnce: true,
    work: async () => void (await sendDigests(core, rates, rows)),
  });
}
