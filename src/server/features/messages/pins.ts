import type * as v from 'valibot';
import { messageId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { pinLimits } from '../../../domain/limits.ts';
import { isPinnable } from '../../../domain/message.ts';
import { isFor } from '../../../domain/visible.ts';
import type { MessagePinRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { getMessagePins as listCall, pinMessage as call } from '../../../wire/calls/messages.ts';
import { loadList, formsInParts } from '../../frames/history.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { TextWork } from '../../kernel/long-read.ts';
import { once } from '../../kernel/operation.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { reachesBlocker, privateTo } from '../../access/private-delivery.ts';
import {
  authorize,
  privateRefusal,
  accessTo,
  visibleAbove,
  visibleMessage,
} from '../../access/conversation.ts';
import type { ConversationAccess } from '../../access/conversation.ts';
import { ensureReadableConversation } from '../contacts/ensure-private-conversation.ts';
import type { SignedIn } from '../context.ts';
import { takeItems } from '../message-rate.ts';

type PinBody = v.InferOutput<typeof call.body>;

/**
 * Pins a message for all members, or unpins it (PINS-1). An unchanged state succeeds. It counts as a message
 * in every limit.
 */
export async function pinMessage(context: SignedIn, body: PinBody): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const refusal = await takeItems(context, 1);
  if (refusal) return refusal;
  const result = await command(core, (tx, record) =>
    once(tx, session.user, body.op, () => setPin(core, tx, record, session.user, body)),
  );
  return result instanceof Refusal ? result : {};
}

async function setPin(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  me: UserId,
  { id: rawId, on }: PinBody,
): Promise<true | Refusal> {
  const target = await visibleMessage(tx, me, await tx.messages.byId(messageId(rawId)));
  if (target instanceof Refusal) return target;
  const { row, at } = target;
  const { stream, msgId, id, n } = row;
  const refusal = await checkRight(core, tx, me, at);
  if (refusal) return refusal;
  if ((on && !isPinnable(row)) || (await reachesBlocker(tx, row, me))) return new Refusal('pinKind');
  // Reading the stream locks it on engines with concurrent writers: pins are serialised.
  const afterN = (await tx.streams.get(stream))?.count ?? 0;
  if ((await tx.messagePins.has(msgId)) === on) return true;
  if (!on) {
    await tx.messagePins.delete(msgId);
    await record.event(stream, { kind: 'unpinned', msgId, id, n, by: me, ...privateTo(row) });
    return true;
  }
  if ((await tx.messagePins.count(stream)) >= pinLimits.messagesMax)
    return new Refusal('pinsFull', { facts: { max: pinLimits.messagesMax } });
  const place = await record.event(stream, {
    kind: 'pinned',
    msgId,
    id,
    n,
    by: me,
    afterN,
    ...privateTo(row),
  });
  await tx.messagePins.insert({ msgId, stream, n, by: me, afterN, ...place });
  return true;
}

/**
 * Both users of a one-to-one chat who may write there; in a group as its permission table allows (PINS-2).
 */
async function checkRight(
  core: Core,
  tx: WriteTx,
  me: UserId,
  at: ConversationAccess,
): Promise<Refusal | null> {
  if (at.kind === 'group') return authorize(at, 'pinMessage', tx.nowMs);
  return at.kind === 'person' ? privateRefusal(core, tx, me, at.other) : new Refusal('pinKind');
}

/** Visible pins, newest first, with the stream position they reflect. */
export async function getMessagePins(
  context: SignedIn,
  body: v.InferOutput<typeof listCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  await ensureReadableConversation(context, body.toContactId);
  const data = await core.store.read(async (tx) => {
    const at = await accessTo(tx, user, body.toContactId);
    if (at instanceof Refusal) return at;
    const above = visibleAbove(at);
    const pins = (await tx.messagePins.list(at.stream)).filter(
      ({ n, seq }) => n > above && (body.before === undefined || seq < body.before),
    );
    const seq = (await tx.streams.get(at.stream))?.head ?? 0;
    return { seq, ...(await pinnedRows(core, tx, user, at, pins)) };
  });
  if (data instanceof Refusal) return data;
  const { seq, list, rowOf } = data;
  const work = new TextWork(core.store);
  const rows = (await formsInParts(work, list, 1)).map(rowOf);
  const more = rows.length < list.rows.length ? 1 : 0;
  return { data: { seq, pins: rows, more }, characters: work.characters };
}

async function pinnedRows(
  core: Core,
  tx: ReadTx,
  user: UserId,
  at: ConversationAccess,
  pins: readonly MessagePinRow[],
) {
  const messages = await tx.messages.byMsgIds(pins.map(({ msgId }) => msgId));
  const people = await tx.users.byIds([...new Set(pins.map(({ by }) => by))]);
  const there = pins.flatMap((pin) => {
    const message = messages.get(pin.msgId);
    return message && !message.recalled && isFor(message, user) ? [{ pin, message }] : [];
  });
  const messagesShown = there.map(({ message }) => message);
  const list = await loadList(tx, at.stream, messagesShown, user, core.settings);
  const rowOf = (message: Record<string, unknown>, index: number) => {
    const pin = there[index]?.pin;
    return (
      pin && {
        seq: pin.seq,
        by: pin.by,
        byName: people.get(pin.by)?.realname ?? '',
        pinTime: wireTime(pin.atMs, core.settings),
        after_n: pin.afterN,
        message,
      }
    );
  };
  return { list, rowOf };
}
