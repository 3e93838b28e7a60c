import type * as v from 'valibot';
import { messageId, userStream } from '../../../domain/ids.ts';
import type { MsgId, UserId } from '../../../domain/ids.ts';
import { laterLimits as limits } from '../../../domain/message-limits.ts';
import type { ReminderRow, WriteTx } from '../../../ports/store.ts';
import type { setReminder as call } from '../../../wire/calls/later.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { visibleMessage } from '../../access/conversation.ts';
import type { SignedIn } from '../context.ts';
import { reminderIsOver, wantReminder } from '../push/want.ts';
import { isAhead } from './schedule.ts';
import { changed } from './send.ts';

/** Sets, moves or removes the reminder of a readable message (LATER-9). */
export async function setReminder(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const dueMs = body.remindTime === undefined ? null : Math.round(body.remindTime);
  const result = await command(core, async (tx, record) => {
    await tx.streams.get(userStream(user));
    const target = await visibleMessage(tx, user, await tx.messages.byId(messageId(body.id)));
    if (target instanceof Refusal) return target;
    const { row } = target;
    const existing = await tx.later.reminder(user, row.msgId);
    if (dueMs === null) {
      if (!(await tx.later.deleteReminder(user, row.msgId))) return null;
    } else {
      if (!isAhead(dueMs, tx.nowMs)) return new Refusal('timeWrong');
      if (row.recalled || row.type === 'event') return new Refusal('messageUnknown');
      if (existing?.lookMs === dueMs) return null;
      if (existing === null && (await tx.later.remindersOf(user)).length >= limits.remindersMax)
        return new Refusal('remindersFull', { facts: { max: limits.remindersMax } });
      const { msgId, stream, n } = row;
      await tx.later.saveReminder({ user, msgId, stream, n, dueMs, lookMs: dueMs });
    }
    await reminderIsOver(core, tx, user, row.msgId);
    return changed(record, user);
  });
  return result instanceof Refusal ? result : {};
}

/**
 * The reminder is due: sent once in the own stream, and pushed if it is not seen there. Unreadable messages
 * have no reminder (LATER-10, LATER-11).
 */
export const remindDue = (core: Core, user: UserId, msgId: MsgId): Promise<boolean> =>
  command(core, async (tx, record) => {
    const stream = userStream(user);
    await tx.streams.get(stream);
    const row = await tx.later.reminder(user, msgId);
    if (row === null || row.lookMs === null || row.lookMs > tx.nowMs) return false;
    const target = await visibleMessage(tx, user, await tx.messages.byMsgId(msgId));
    if (target instanceof Refusal) {
      await tx.later.deleteReminder(user, msgId);
      await changed(record, user);
      return false;
    }
    await markNotified(tx, row);
    const { id, n, stream: of } = target.row;
    const { seq } = await record.event(stream, { kind: 'reminded', of, msgId, id, n });
    await wantReminder(core, tx, { stream, seq, msgId });
    return true;
  });

const markNotified = (tx: WriteTx, row: ReminderRow): Promise<void> =>
  tx.later.saveReminder({ ...row, lookMs: null });
