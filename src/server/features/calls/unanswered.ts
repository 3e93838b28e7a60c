import { CALL } from '../../../domain/call.ts';
import type { MsgId } from '../../../domain/ids.ts';
import { callLimits as limits, duration } from '../../../domain/limits.ts';
import type { WriteTx } from '../../../ports/store.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';
import { ended } from './end.ts';
import type { Ending } from './end.ts';
import { tellOthers, callFactsOf } from './tell-end.ts';

/** A little later than the node that follows the call would do it. */
const LATEST_MS = limits.ringMs + limits.ringGraceMs;

/**
 * Ends calls that still ring after their timeout: the server that tracked them stopped (CALL-30). Both sides
 * are notified as at any end. This node's clock only selects candidates; the transaction's clock, which also
 * stamped the call, decides. A call that rang at the previous check has rung that long by any clock, even one
 * set back (CALL-42). Returns the state for the next check, and the number ended.
 */
export async function endUnanswered(
  core: Core,
  before: ReadonlySet<MsgId>,
  retries: RowRetries = NO_RETRIES,
): Promise<{ readonly unansweredIds: ReadonlySet<MsgId>; readonly closed: number }> {
  const nowMs = core.clock.nowMs();
  const rows = await core.store.read((tx) => tx.calls.ringing(limits.liveMax));
  const unansweredIds = new Set<MsgId>();
  let closed = 0;
  for (const { msgId, sinceMs } of rows) {
    unansweredIds.add(msgId);
    const isDue = (atMs: number): boolean => sinceMs <= atMs - LATEST_MS || before.has(msgId);
    if (!isDue(nowMs)) continue;
    const ending = { by: null, code: CALL.noAnswer, talkSec: 0 };
    const take = async (tx: WriteTx): Promise<boolean> =>
      isDue(tx.nowMs) && (await tx.calls.endRinging(msgId));
    if (await retries.attempt(msgId, () => end(core, msgId, ending, take))) closed += 1;
  }
  return { unansweredIds, closed };
}

/**
 * Ends talks that no server tracks any longer: their server stopped, and neither side returned to end them
 * (CALL-40). One check alone proves nothing: the database may have been down for all. Returns the state for
 * the next check, and the number ended.
 */
export async function endUnfollowed(
  core: Core,
  before: ReadonlyMap<MsgId, number>,
  retries: RowRetries = NO_RETRIES,
): Promise<{ readonly stale: ReadonlyMap<MsgId, number>; readonly closed: number }> {
  const nowMs = core.clock.nowMs();
  const rows = await core.store.read((tx) => tx.calls.talking(limits.liveMax));
  const stale = new Map<MsgId, number>();
  let closed = 0;
  for (const { msgId, sinceMs, seenMs } of rows) {
    // A time in the future means that the clock was set back; the next look shows whether a server tracks the
    // call (CALL-42).
    if (seenMs > nowMs - limits.unfollowedMs && seenMs <= nowMs) continue;
    stale.set(msgId, seenMs);
    if (before.get(msgId) !== seenMs) continue;
    const ending = {
      by: null,
      code: CALL.ended,
      talkSec: Math.max(0, Math.floor((seenMs - sinceMs) / duration.SECOND)),
    };
    const take = (tx: WriteTx): Promise<boolean> => tx.calls.endTalking(msgId, seenMs);
    if (await retries.attempt(msgId, () => end(core, msgId, ending, take))) closed += 1;
  }
  return { stale, closed };
}

/** Does nothing if it was answered, tracked or ended since it was listed. */
async function end(
  core: Core,
  msgId: MsgId,
  ending: Ending,
  take: (tx: WriteTx) => Promise<boolean>,
): Promise<boolean> {
  const over = await command(core, async (tx, record) => {
    const row = await tx.messages.byMsgId(msgId);
    const isOver = (await take(tx)) && row !== null && (await ended(tx, record, row, ending));
    return isOver ? { row, readers: await tx.members.idsOf(row.stream) } : null;
  });
  if (over) await tellOthers(core, callFactsOf(over.row), ending, over.readers);
  return over !== null;
}

/** At once, and again while time passes: another node may have ended, too. */
export function startEndingUnanswered(core: Core): StopJob {
  let stale: ReadonlyMap<MsgId, number> = new Map();
  let previousIds: ReadonlySet<MsgId> = new Set();
  const rows = new FailedRows(core, 'a call of before was not ended');
  const work = async (): Promise<void> => {
    const unfollowed = await endUnfollowed(core, stale, rows);
    ({ stale } = unfollowed);
    const unanswered = await endUnanswered(core, previousIds, rows);
    ({ unansweredIds: previousIds } = unanswered);
    const closed = unfollowed.closed + unanswered.closed;
    if (closed > 0) core.log.write('info', 'calls of before ended', { closed });
  };
  return startJob(core, {
    rows,
    failed: 'calls of before not ended',
    waitMs: () => LATEST_MS,
    atOnce: true,
    work,
  });
}
