import type * as v from 'valibot';
import { messageId, msgId, userStream } from '../../../domain/ids.ts';
import type { MessageId, UserId } from '../../../domain/ids.ts';
import { laterLimits as limits } from '../../../domain/message-limits.ts';
import { isPoll } from '../../../domain/poll-mark.ts';
import type { ScheduledRow, WriteTx } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/later.ts';
import type { OutgoingBody } from '../../../wire/calls/send-message.ts';
import { command } from '../../kernel/core.ts';
import { endDraft } from '../../kernel/end-draft.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { bodyOf } from '../../kernel/scheduled-body.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { writeAccess } from '../../access/conversation.ts';
import { StoreConflictError } from '../../kernel/store-errors.ts';
import { ensureReadableConversation } from '../contacts/ensure-private-conversation.ts';
import type { SignedIn } from '../context.ts';
import { cleaningCost, compose } from '../messages/compose.ts';
import { takeItems } from '../message-rate.ts';
import { unsentIsOver } from '../push/want.ts';
import { changed, lockedRow, sendNow } from './send.ts';

type Body<C extends { readonly body: v.GenericSchema }> = v.InferOutput<C['body']>;

export const isAhead = (atMs: number, nowMs: number): boolean =>
  atMs >= nowMs + limits.aheadMinMs && atMs <= nowMs + limits.aheadMaxMs;

/**
 * Keeps a text until its time (LATER-1). It costs of the same allowance as a message, now and not when it is
 * sent. The same request again is done already; one whose message was sent or discarded is refused.
 */
export async function scheduleMessage(
  context: SignedIn,
  { sendTime, ends_draft: op, ...message }: Body<typeof calls.scheduleMessage>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  const refusal = await takeItems(context, 1, cleaningCost(message.content));
  if (refusal) return refusal;
  const body: OutgoingBody = { ...message, type: 'text', file_id: undefined, ends_draft: undefined };
  const draft = compose(core, body);
  if (draft instanceof Refusal) return draft;
  await ensureReadableConversation(context, body.toContactId);
  const dueMs = Math.round(sendTime);
  const fresh: ScheduledRow = {
    user,
    id: messageId(body.id),
    body: JSON.stringify(body),
    dueMs,
    lookMs: dueMs,
    failed: '',
  };
  const result = await command(core, async (tx, record) => {
    const earlier = await lockedRow(tx, user, fresh.id);
    if (earlier)
      return earlier.body === fresh.body && earlier.dueMs === dueMs ? null : new Refusal('idTaken');
    const ledgerRow = await tx.sends.get(fresh.id);
    // The answer reveals nothing about other users' ids except that one is taken.
    if (ledgerRow !== null) return new Refusal(ledgerRow.sender === user ? 'scheduledUnknown' : 'idTaken');
    if (!isAhead(dueMs, tx.nowMs)) return new Refusal('timeWrong');
    const at = await writeAccess(core, tx, user, body.toContactId, tx.nowMs);
    if (at instanceof Refusal) return at;
    if ((await tx.later.scheduledOf(user)).length >= limits.scheduledMax)
      return new Refusal('scheduledFull', { facts: { max: limits.scheduledMax } });
    await tx.later.insertScheduled(fresh);
    await endDraft(tx, record, user, { to: body.toContactId, op });
    return changed(record, user);
  });
  return result instanceof Refusal ? result : {};
}

/** The last text and time win; earlier ones are not stored (LATER-3). */
export async function changeScheduled(
  context: SignedIn,
  { id: rawId, sendTime, content, at, extends: extra }: Body<typeof calls.changeScheduled>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  const id = messageId(rawId);
  const refusal = await takeItems(context, 1, cleaningCost(content));
  if (refusal) return refusal;
  const dueMs = sendTime === undefined ? null : Math.round(sendTime);
  const result = await command(core, async (tx, record) => {
    const row = await lockedRow(tx, user, id);
    if (row === null) return new Refusal('scheduledUnknown');
    if (dueMs !== null && !isAhead(dueMs, tx.nowMs)) return new Refusal('timeWrong');
    if (content !== undefined && isPoll(bodyOf(row).extends)) return new Refusal('editKind');
    const body = content === undefined ? bodyOf(row) : { ...bodyOf(row), content, at, extends: extra };
    const draft = compose(core, body);
    if (draft instanceof Refusal) return draft;
    await tx.later.updateScheduled(user, id, {
      body: JSON.stringify(body),
      ...(dueMs !== null && { dueMs, lookMs: dueMs, failed: '' }),
    });
    if (dueMs !== null && row.failed !== '') await unsentIsOver(core, tx, user);
    return changed(record, user);
  });
  return result instanceof Refusal ? result : {};
}

/** Before its time, or where it could not be sent then; a refusal leaves it as it is (LATER-4). */
export async function sendScheduled(
  context: SignedIn,
  { id }: Body<typeof calls.sendScheduled>,
): Promise<EndpointAnswer | Refusal> {
  const sent = await sendNow(context, context.session.user, messageId(id));
  if (sent instanceof Refusal) return sent;
  return sent === null ? new Refusal('scheduledUnknown') : { data: sent };
}

/** Removes it completely, and its id can neither be scheduled nor sent again (LATER-3). */
export async function discardScheduled(
  context: SignedIn,
  { id: rawId }: Body<typeof calls.discardScheduled>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  const refusal = await takeItems(context, 1);
  if (refusal) return refusal;
  const id = messageId(rawId);
  const result = await command(core, async (tx, record) => {
    const row = await lockedRow(tx, user, id);
    if (row === null || !(await tx.later.deleteScheduled(user, id))) return new Refusal('scheduledUnknown');
    await neverComes(tx, user, id);
    if (row.failed !== '') await unsentIsOver(core, tx, user);
    return changed(record, user);
  });
  return result instanceof Refusal ? result : {};
}

/** A request to schedule it that is still on its way finds its id used. */
async function neverComes(tx: WriteTx, sender: UserId, id: MessageId): Promise<void> {
  if ((await tx.sends.get(id)) !== null) return;
  const stream = userStream(sender);
  const row = { id, sender, hash: '', msgId: msgId(0), stream, seq: 0, createdAtMs: tx.nowMs };
  if (!(await tx.sends.insert(row))) throw new StoreConflictError('an id was taken meanwhile');
}
