import { groupOfStream, peopleOfStream } from '../../../domain/ids.ts';
import type { GroupId, StreamId } from '../../../domain/ids.ts';
import { duration } from '../../../domain/limits.ts';
import { retentionDaysOf } from '../../../domain/retention.ts';
import { serverLimits, storeLimits as limits } from '../../kernel/limits.ts';
import type { Core } from '../../kernel/core.ts';
import { finishClearing, finishClearings } from '../groups/clear.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';

/** The hour of the night, UTC, at which old messages go (CONF-17). */
const HOUR = 2;

/**
 * Deletes messages older than the retention of the server or of their group, in short commands, conversation
 * by conversation (RETAIN-2); announcements and favourites stay. Returns the number of deleted ordinals.
 */
export async function purge(core: Core, rows: RowRetries = NO_RETRIES): Promise<number> {
  const retained = await core.store.read((tx) => tx.groups.retained());
  if (ofHouse(core) === null && retained.size === 0) return 0;
  // Completes a failed round: its text is gone, and members were not notified.
  await finishClearings(core, rows);
  let total = 0;
  for (let after = ''; ;) {
    const names = await core.store.read((tx) => tx.streams.names(after, serverLimits.pruneStepMax));
    for (const stream of names)
      if (daysOf(core, stream, retained) !== null)
        total += (await rows.attempt(stream, () => purgeStream(core, stream))) ?? 0;
    const last = names.at(-1);
    if (last === undefined || names.length < serverLimits.pruneStepMax) return total;
    after = last;
  }
}

const ofHouse = (core: Core): number | null => {
  const { msgClear, msgClearDay } = core.config().chatInfo;
  return msgClear ? msgClearDay : null;
};

/** Null: its messages stay. */
function daysOf(core: Core, stream: StreamId, retained: ReadonlyMap<GroupId, number>): number | null {
  const group = groupOfStream(stream);
  if (group === null && !peopleOfStream(stream)) return null;
  return retentionDaysOf({ house: ofHouse(core), own: group === null ? 0 : (retained.get(group) ?? 0) });
}

/**
 * Ages use the transaction's clock, which has stamped the messages, too. The retention is read again for each
 * part: a longer one saves the rest (RETAIN-2).
 */
async function purgeStream(core: Core, stream: StreamId): Promise<number> {
  for (let total = 0; ;) {
    const old = await core.store.write(async (tx) => {
      const days = daysOf(core, stream, await tx.groups.retained());
      if (days === null) return 0;
      const rows = await tx.messages.oldest(stream, limits.clearedOfTurn);
      const old = rows.filter((row) => row.sentAtMs < tx.nowMs - days * duration.DAY);
      const n = old.at(-1)?.n;
      if (n === undefined) return 0;
      // Recorded with the first deletion, so that members are notified in any case.
      await tx.clearings.begin(stream, { n, by: null });
      await tx.messages.clear(stream, n, limits.clearedOfTurn);
      return old.length;
    });
    total += old;
    if (old === limits.clearedOfTurn) continue;
    if (total > 0) await finishClearing(core, stream);
    return total;
  }
}

/** Time of the next deletion of old messages. */
export const nextPurgeMs = (nowMs: number): number =>
  nowMs + duration.DAY - ((nowMs - HOUR * duration.HOUR) % duration.DAY);

/** Every night until stopped. */
export function startPurging(core: Core): StopJob {
  const waitMs = () => nextPurgeMs(core.clock.nowMs()) - core.clock.nowMs();
  const rows = new FailedRows(core, 'old messages of a conversation not removed');
  const work = async (): Promise<void> => {
    const removed = await purge(core, rows);
    if (removed > 0) core.log.write('info', 'old messages removed', { gone: removed });
  };
  return startJob(core, { rows, failed: 'old messages not removed', waitMs, work });
}
