import type * as v from 'valibot';
import { messageId, msgId, peopleOfStream, userStream } from '../../../domain/ids.ts';
import type { MessageId, UserId } from '../../../domain/ids.ts';
import { mayRecall } from '../../../domain/permissions.ts';
import type { MessageRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { delMessage as delCall, undoMessage as undoCall } from '../../../wire/calls/messages.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import { recountMentions } from '../marks/marks.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { StoreConflictError } from '../../kernel/store-errors.ts';
import { privateTo } from '../../access/private-delivery.ts';
import { visibleMessage } from '../../access/conversation.ts';
import type { ConversationAccess } from '../../access/conversation.ts';
import { wasErased } from '../push/want.ts';
import { takeItems } from '../message-rate.ts';
import { recountThread } from './threads.ts';

/**
 * The message becomes an event line and its content is deleted from the store (RECALL-2). Its ordinal stays,
 * and no longer counts as unread (COUNT-17); its mentions are removed (COUNT-5). A repeated recall is
 * harmless.
 */
export async function undoMessage(
  context: SignedIn,
  body: v.InferOutput<typeof undoCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  // It may cost a row of the ledger, as a message does.
  if (body.discard) {
    const refusal = await takeItems(context, 1);
    if (refusal) return refusal;
  }
  const refusal = await command(core, async (tx, record) => {
    const message = await tx.messages.byId(messageId(body.id));
    if (message === null && body.discard) {
      await neverComes(tx, user, messageId(body.id));
      return null;
    }
    const target = await visibleMessage(tx, user, message);
    if (target instanceof Refusal) return target;
    const { row, at } = target;
    if (row.recalled) return null;
    const refusal = checkRecall(core, row, at, user, tx.nowMs);
    if (refusal) return refusal;
    const byManager = row.from !== user;
    const name = (await tx.users.byId(user))?.realname ?? '';
    await tx.messages.update(row.msgId, {
      type: 'event',
      content: '',
      at: [],
      extra: null,
      recalled: true,
      ...(row.root !== null && { root: null }),
      note: { note: 'recalled', by: user, name, byManager },
    });
    const apart = await withoutMentions(tx, row);
    await tx.messagePins.delete(row.msgId);
    const facts = { ...(await factsOf(tx, row)), ...(await uncounted(tx, row, true)) };
    const { seq } = await record.event(row.stream, { kind: 'recall', ...facts, by: user, byManager });
    await recountThread(tx, row, seq);
    await recountMentions(tx, record, row.stream, apart);
    await wasErased(tx, row);
    return null;
  });
  return refusal ?? {};
}

/**
 * A message discarded on its way is refused when it arrives: its id is taken (SEND-13). The ledger already
 * has one that came and went. The answer does not tell which.
 */
async function neverComes(tx: WriteTx, user: UserId, id: MessageId): Promise<void> {
  if ((await tx.sends.get(id)) !== null) return;
  const row = {
    id,
    sender: user,
    hash: '',
    msgId: msgId(0),
    stream: userStream(user),
    seq: 0,
    createdAtMs: tx.nowMs,
  };
  if (!(await tx.sends.insert(row))) throw new StoreConflictError('an id was taken meanwhile');
}

function checkRecall(
  core: Core,
  row: MessageRow,
  at: ConversationAccess,
  user: UserId,
  nowMs: number,
): Refusal | null {
  if (row.type === 'event' || row.type === 'webrtc') return new Refusal('messageUnknown');
  const mine = row.from === user;
  const role = at.kind === 'group' ? at.member.role : null;
  const redoTimeSec = core.config().chatInfo.redoTimeSec;
  const ageSec = (nowMs - row.sentAtMs) / 1_000;
  if (mayRecall({ mine, inGroup: at.kind === 'group', role, ageSec, redoTimeSec })) return null;
  return new Refusal(mine ? 'recallLate' : 'noPermission');
}

/** Deletes for all members, by the author, if the setting allows it (RECALL-3). */
export async function delMessage(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof delCall.body>,
): Promise<EndpointAnswer | Refusal> {
  if (!core.config().chatInfo.dbDelMsg) return new Refusal('deleteOff');
  const refusal = await command(core, async (tx, record) => {
    const target = await visibleMessage(tx, user, await tx.messages.byId(messageId(body.id)));
    if (target instanceof Refusal) return target;
    const { row } = target;
    if (row.type === 'event' && !row.recalled) return new Refusal('messageUnknown');
    if (row.from !== user) return new Refusal('noPermission');
    await erase(tx, record, row);
    return null;
  });
  return refusal ?? {};
}

/** Event facts of a line without its text; `lastN`: the newest that the list may show now. */
const factsOf = async (tx: WriteTx, row: MessageRow) => ({
  msgId: row.msgId,
  id: row.id,
  n: row.n,
  from: row.from,
  at: row.at,
  lastN: await lastN(tx, row),
  ...(row.root !== null && { root: row.root }),
  ...privateTo(row),
});

/** Deletes for all members, in any conversation; its ordinal stays taken. `isExpired`: it expired. */
export async function erase(
  tx: WriteTx,
  record: EventRecorder,
  row: MessageRow,
  isExpired = false,
): Promise<void> {
  await tx.messages.delete(row.msgId);
  const apart = await withoutMentions(tx, row);
  const facts = { ...(await factsOf(tx, row)), ...(await uncounted(tx, row, false)) };
  const { seq } = await record.event(row.stream, {
    kind: 'delete',
    ...facts,
    ...(isExpired && { due: isExpired }),
  });
  await recountThread(tx, row, seq);
  await recountMentions(tx, record, row.stream, apart);
  await wasErased(tx, row);
}

/** Removes its mentions; returns the users whose marks did not cover it (COUNT-15). */
async function withoutMentions(tx: WriteTx, { stream, n, rev }: MessageRow): Promise<readonly UserId[]> {
  const apart = await tx.mentions.apartAt(stream, n);
  await tx.mentions.delete(stream, n);
  if (apart.length > 0) await tx.mentions.deleteApart(stream, n);
  if (rev > 0) await tx.mentions.deleteNotices(stream, n);
  return apart;
}

/**
 * A deleted message is unread for no member (COUNT-17). If the partner had seen it, like a call they took, it
 * was not unread before: then nothing is sent.
 */
async function uncounted(
  tx: WriteTx,
  { stream, n, from, recalled }: MessageRow,
  isKept: boolean,
): Promise<{ readonly uncounts?: true }> {
  if (recalled) return {};
  // Asking for the stream locks it where many write at once.
  await tx.streams.get(stream);
  const unread = await tx.readingMarks.uncount(stream, { n, from }, isKept);
  return unread > 0 || peopleOfStream(stream) === null ? { uncounts: true } : {};
}

/**
 * The newest message that remains; only its ordinal is stored, a viewer sees it by the rules of the viewer
 * (COUNT-6).
 */
const lastN = async (tx: ReadTx, { stream }: MessageRow): Promise<number | null> =>
  (await tx.messages.last(stream, 0))?.n ?? null;
