import { DAY } from '../../../domain/duration.ts';
import type { StreamId } from '../../../domain/ids.ts';
import { vanishes } from '../../../domain/vanish.ts';
import { vanishLimits as limits } from '../../../domain/message-limits.ts';
import type { TimerRow, WriteTx } from '../../../ports/store.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';
import { erase } from '../messages/take-back.ts';

/**
 * Erases expired messages, on every node: each part runs in a command that locks the stream, so a second
 * node, or a repeat after a crash, finds only the rest (VANISH-4). Returns the number erased.
 */
export async function eraseDue(core: Core, rows: RowRetries = NO_RETRIES): Promise<number> {
  const nowMs = core.clock.nowMs();
  for (let erased = 0; ;) {
    const most = limits.streamsAtOnce + rows.waiting;
    const streams = await core.store.read((tx) => tx.timers.listDue(nowMs, most));
    let streamCount = 0;
    for (const stream of streams) {
      const part = await rows.attempt(stream, () => eraseIn(core, stream));
      if (part === null) continue;
      erased += part;
      streamCount += 1;
    }
    if (streamCount === 0 || streams.length < most) return erased;
  }
}

async function eraseIn(core: Core, stream: StreamId): Promise<number> {
  for (let erased = 0; ;) {
    const part = await command(core, (tx, record) => erasePart(tx, record, stream));
    if (part === null) return erased;
    erased += part;
  }
}

/** Erases a number of messages under the oldest timer with expired ones; null: none expired. */
async function erasePart(tx: WriteTx, record: EventRecorder, stream: StreamId): Promise<number | null> {
  await tx.streams.get(stream);
  const timers = await tx.timers.of(stream);
  const at = timers.findIndex(({ lookMs }) => lookMs !== null && lookMs <= tx.nowMs);
  const timer = timers[at];
  if (timer === undefined) return null;
  const toN = timers[at + 1]?.n ?? null;
  const part = await eraseUnder(tx, record, timer, toN);
  if (part.left === null && toN !== null) await tx.timers.delete(stream, timer.n);
  else
    await tx.timers.save({ ...timer, doneN: part.doneN, lookMs: part.left ?? tx.nowMs + timer.days * DAY });
  await dropIdle(tx, stream);
  return part.erasedCount;
}

/** `left`: expiry of the next remaining one; null: none. */
interface Erased {
  readonly erasedCount: number;
  readonly doneN: number;
  readonly left: number | null;
}

/** Times rise with the ordinals, so expired messages come first (SEND-9). */
async function eraseUnder(
  tx: WriteTx,
  record: EventRecorder,
  timer: TimerRow,
  toN: number | null,
): Promise<Erased> {
  const rows = await tx.messages.oldest(timer.stream, limits.messagesAtOnce, timer.doneN);
  let [erasedCount, doneN] = [0, timer.doneN];
  for (const row of rows) {
    if (toN !== null && row.n > toN) return { erasedCount, doneN, left: null };
    const expiresAtMs = row.sentAtMs + timer.days * DAY;
    if (vanishes(row)) {
      if (expiresAtMs > tx.nowMs) return { erasedCount, doneN, left: expiresAtMs };
      await erase(tx, record, row, true);
      erasedCount += 1;
    }
    doneN = row.n;
  }
  return { erasedCount, doneN, left: rows.length === limits.messagesAtOnce ? tx.nowMs : null };
}

/** Leading timers that keep messages permanently equal the default: they are dropped. */
async function dropIdle(tx: WriteTx, stream: StreamId): Promise<void> {
  for (const { n, days } of await tx.timers.of(stream)) {
    if (days !== 0) return;
    await tx.timers.delete(stream, n);
  }
}

/** Runs at once, for items that expired while no node ran, and repeatedly until stopped. */
export function startErasingDue(core: Core): StopJob {
  const rows = new FailedRows(core, 'messages of a conversation were not erased');
  const work = async (): Promise<void> => {
    const erased = await eraseDue(core, rows);
    if (erased > 0) core.log.write('info', 'messages whose time was over erased', { gone: erased });
  };
  return startJob(core, {
    rows,
    failed: 'messages whose time was over were not erased',
    waitMs: () => limits.lookMs,
    atOnce: true,
    work,
  });
}
