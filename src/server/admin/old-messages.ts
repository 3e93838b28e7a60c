import { DAY } from '../../domain/duration.ts';
import { groupOfStream, peopleOfStream } from '../../domain/ids.ts';
import type { StreamId } from '../../domain/ids.ts';
import { daysStanding } from '../../domain/retention.ts';
import type { ReadTx, Store } from '../../ports/store.ts';
import { serverLimits, storeLimits } from '../kernel/limits.ts';
import { readLong } from '../kernel/long-read.ts';
import type { Steps } from '../kernel/long-read.ts';

/** Counting stops here: the exact number no longer matters, and reading more takes minutes. */
export const oldMessagesMax = 100_000;

/** Counts the messages that the deletion at this time removes, at most `oldMessagesMax` (CONF-25). */
export const countOld = (store: Store, house: number, atMs: number): Promise<number> =>
  readLong(store, async (tx, steps) => {
    const retained = await tx.groups.retained();
    let total = 0;
    for (let after = ''; ;) {
      const names = await tx.streams.names(after, serverLimits.pruneStepMax);
      for (const stream of names) {
        const group = groupOfStream(stream);
        if (group === null && !peopleOfStream(stream)) continue;
        const own = group === null ? 0 : (retained.get(group) ?? 0);
        const days = daysStanding({ house, own }) ?? house;
        total += await oldIn(tx, steps, {
          stream,
          beforeMs: atMs - days * DAY,
          most: oldMessagesMax - total,
        });
        if (total >= oldMessagesMax) return oldMessagesMax;
      }
      const last = names.at(-1);
      if (last === undefined || names.length < serverLimits.pruneStepMax) return total;
      after = last;
    }
  });

interface Place {
  readonly stream: StreamId;
  readonly beforeMs: number;
  readonly most: number;
}

async function oldIn(tx: ReadTx, steps: Steps, { stream, beforeMs, most }: Place): Promise<number> {
  const limit = storeLimits.rowsOfTurn;
  let total = 0;
  for (let after = 0; total < most;) {
    const rows = await tx.messages.oldest(stream, limit, after);
    await steps.did(rows.length);
    const old = rows.filter(({ sentAtMs }) => sentAtMs < beforeMs).length;
    total += old;
    const last = rows.at(-1);
    if (last === undefined || old < limit) break;
    after = last.n;
  }
  return total;
}
