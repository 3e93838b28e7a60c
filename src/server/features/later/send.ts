import type { MessageId, UserId } from '../../../domain/ids.ts';
import { userStream } from '../../../domain/ids.ts';
import { laterLimits as limits } from '../../../domain/message-limits.ts';
import type { ReadTx, ScheduledRow, WriteTx } from '../../../ports/store.ts';
import type { OutgoingBody } from '../../../wire/calls/send-message.ts';
import { mayRetry } from '../../kernel/answer.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import type { RateCounter } from '../../kernel/rate.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { bodyOf } from '../../kernel/scheduled-body.ts';
import { compose } from '../messages/compose.ts';
import { orTaken, post } from '../messages/post.ts';
import type { Sent } from '../messages/post.ts';
import { unsentIsOver, wantUnsent } from '../push/want.ts';

export interface Sender {
  readonly core: Core;
  readonly rates: RateCounter;
}

/**
 * Sends a scheduled message as its author would: the transaction that writes the message deletes the row, so
 * that of several nodes, and of a node before and after a restart, one sends it (LATER-2).
 * @param onlyIf asked once the row is locked
 * @returns null: it is not there, or not to be sent now
 */
export function sendNow(
  on: Sender,
  user: UserId,
  id: MessageId,
  onlyIf: (row: ScheduledRow, nowMs: number) => boolean = () => true,
): Promise<Sent | Refusal | null> {
  return orTaken(on.core, id, () =>
    command<Sent | Refusal | null>(on.core, async (tx, record) => {
      const row = await lockedRow(tx, user, id);
      if (row === null || !onlyIf(row, tx.nowMs)) return null;
      if (!(await tx.users.byId(user))?.active) return new Refusal('accountDisabled');
      const draft = compose(on.core, await freeBody(on.core, tx, row));
      if (draft instanceof Refusal) return draft;
      if (!(await tx.later.deleteScheduled(user, id))) return null;
      const sent = await post(on, tx, record, user, draft);
      if (sent instanceof Refusal) return sent;
      await changed(record, user);
      if (row.failed !== '') await unsentIsOver(on.core, tx, user);
      return sent;
    }),
  );
}

/**
 * Returns the stored body. Another user may have used its ID in the meantime: it then gets a new one, so that
 * the text is not lost (LATER-2).
 */
async function freeBody({ ids }: Core, tx: ReadTx, row: ScheduledRow): Promise<OutgoingBody> {
  const body = bodyOf(row);
  const user = (await tx.sends.get(row.id))?.sender ?? (await tx.messages.byId(row.id))?.from;
  return user === undefined || user === row.user ? body : { ...body, id: ids.uuid() };
}

/** Asking for the own stream locks it where many write at once: one after another changes these lists. */
export async function lockedRow(tx: WriteTx, user: UserId, id: MessageId): Promise<ScheduledRow | null> {
  await tx.streams.get(userStream(user));
  return tx.later.scheduled(user, id);
}

/** Makes all devices of the user request their list again (LATER-5). */
export const changed = async (record: EventRecorder, user: UserId): Promise<number> =>
  (await record.event(userStream(user), { kind: 'later' })).seq;

const isDue = (row: ScheduledRow, nowMs: number): boolean => row.lookMs !== null && row.lookMs <= nowMs;

/** At its time: sent, or kept with the reason why not (LATER-4). True: sent. */
export async function sendDue(on: Sender, user: UserId, id: MessageId): Promise<boolean> {
  const sent = await sendNow(on, user, id, isDue);
  if (sent === null) return false;
  if (!(sent instanceof Refusal)) return true;
  await command(on.core, async (tx, record) => {
    const row = await lockedRow(tx, user, id);
    if (row === null || !isDue(row, tx.nowMs)) return;
    if (mayRetry(sent)) {
      const waitMs = Math.min(Math.max(tx.nowMs - row.dueMs, limits.againMs), limits.againMaxMs);
      await tx.later.updateScheduled(user, id, { lookMs: tx.nowMs + waitMs });
      return;
    }
    await tx.later.updateScheduled(user, id, { lookMs: null, failed: sent.reason });
    await wantUnsent(on.core, tx, user, await changed(record, user));
  });
  return false;
}
