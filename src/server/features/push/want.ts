import { groupOfStream, streamId, userStream } from '../../../domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import { pushLimits as limits } from '../../../domain/limits.ts';
import { callTag, chatTag, reminderTag, UNSENT_TAG } from '../../../domain/notification.ts';
import { isToMe } from '../../../domain/alert.ts';
import { mentionsFor } from '../../../domain/mentions.ts';
import type { MessageRow, WriteTx } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { stillHears } from './receivers.ts';

const isOn = ({ push }: Pick<Core, 'push'>): boolean => push?.active === true;
const NONE = streamId('');
const NO_MESSAGE = 0 as MsgId;

/** The place of a message, or of a reminder of one. */
interface Place {
  readonly stream: StreamId;
  readonly seq: number;
  readonly msgId: MsgId;
}

/** Runs in the message's transaction: it is pushed unless it was seen by then (PUSH-3). */
export const wantMessage = (core: Core, tx: WriteTx, message: Place): Promise<void> =>
  unlessSeen(core, tx, 'message', message);

/** Pushes a reminder, unless a visible device of the user has shown it by then (LATER-10). */
export const wantReminder = (core: Core, tx: WriteTx, reminder: Place): Promise<void> =>
  unlessSeen(core, tx, 'reminder', reminder);

/** An edit mentions new members (EDIT-4); `seq` is the place of the edit. */
export const wantMention = (core: Core, tx: WriteTx, edit: Place): Promise<void> =>
  unlessSeen(core, tx, 'mention', edit);

/** A scheduled message was not sent (LATER-14); `seq` is the place of the event in its user's own stream. */
export const wantUnsent = (core: Core, tx: WriteTx, user: UserId, seq: number): Promise<void> =>
  unlessSeen(core, tx, 'unsent', { stream: userStream(user), seq, msgId: NO_MESSAGE });

async function unlessSeen(
  core: Core,
  tx: WriteTx,
  kind: 'message' | 'mention' | 'reminder' | 'unsent',
  place: Place,
): Promise<void> {
  if (!isOn(core)) return;
  await tx.push.insertJob({ kind, ...place, cid: '', dueMs: tx.nowMs + limits.unseenMs, tries: 0 });
}

/** A call does not wait. */
export async function wantCall(
  core: Core,
  tx: WriteTx,
  call: { readonly stream: StreamId; readonly msgId: MsgId },
): Promise<void> {
  if (isOn(core))
    await tx.push.insertJob({ kind: 'call', ...call, seq: 0, cid: '', dueMs: tx.nowMs, tries: 0 });
}

/** The call stopped ringing: its notification becomes a missed call, or is removed (PUSH-5). */
export async function callIsOver(
  tx: WriteTx,
  call: { readonly stream: StreamId; readonly msgId: MsgId },
  callee: UserId,
  isMissed: boolean,
): Promise<void> {
  for (const cid of await tx.push.takeShown(callTag(call.msgId), callee)) {
    await tx.push.insertJob({
      kind: isMissed ? 'missed' : 'clear',
      stream: call.stream,
      msgId: call.msgId,
      seq: 0,
      cid,
      dueMs: tx.nowMs,
      tries: 0,
    });
  }
}

/** Read on one device: withdraws it from the user's other devices (PUSH-6). */
export async function wasRead(
  core: Pick<Core, 'push'>,
  tx: WriteTx,
  user: UserId,
  stream: StreamId,
): Promise<void> {
  if (stream !== NONE) await clear(core, tx, user, chatTag(stream), { stream, msgId: NO_MESSAGE });
}

/** Recalled or deleted: devices that show it close its notification, others keep theirs (PUSH-13). */
export async function wasErased(tx: WriteTx, { stream, msgId, from }: MessageRow): Promise<void> {
  for (const { user } of await tx.members.withPush(stream))
    if (user !== from) await closeMessage(tx, user, { stream, msgId });
}

/** An edit: devices that show the message get its new words, others nothing (PUSH-21). */
export async function wasReworded(
  core: Core,
  tx: WriteTx,
  { stream, msgId, from }: MessageRow,
  seq: number,
): Promise<void> {
  if (!isOn(core)) return;
  for (const { user } of await tx.members.withPush(stream)) {
    if (user === from) continue;
    for (const cid of await tx.push.takeShownOf(chatTag(stream), msgId, user)) {
      // It is still shown: a deletion of the next moment must close it.
      await tx.push.saveShown(cid, chatTag(stream), msgId);
      await tx.push.insertJob({ kind: 'edited', stream, msgId, seq, cid, dueMs: tx.nowMs, tries: 0 });
    }
  }
}

/** An edit removed a mention: devices of members notified only by mentions close it. */
export async function wasUnmentioned(
  core: Core,
  tx: WriteTx,
  before: MessageRow,
  now: MessageRow,
): Promise<void> {
  if (!isOn(core)) return;
  for (const member of await tx.members.withPush(now.stream)) {
    const was = isToMe({ at: mentionsFor(before.at, member.user), answers: null }, member.user);
    if (was && !(await stillHears(tx, now, member))) await closeMessage(tx, member.user, now);
  }
}

/** One mention was read, perhaps in a chat that was read before. */
export async function mentionWasRead(
  core: Pick<Core, 'push'>,
  tx: WriteTx,
  user: UserId,
  place: { readonly stream: StreamId; readonly n: number },
): Promise<void> {
  const row = isOn(core) ? await tx.messages.byN(place.stream, place.n) : null;
  if (row !== null) await closeMessage(tx, user, row);
}

async function closeMessage(
  tx: WriteTx,
  user: UserId,
  { stream, msgId }: Pick<MessageRow, 'stream' | 'msgId'>,
): Promise<void> {
  await clearOn(tx, await tx.push.takeShownOf(chatTag(stream), msgId, user), { stream, msgId: NO_MESSAGE });
}

/** The chat is empty for all members: devices close its notification (PUSH-13). */
export async function wasCleared(core: Pick<Core, 'push'>, tx: WriteTx, stream: StreamId): Promise<void> {
  if (!isOn(core)) return;
  for (const { user } of await tx.members.withPush(stream))
    await closeOn(tx, user, chatTag(stream), { stream, msgId: NO_MESSAGE });
}

/** The user blocked the author: devices close what they show of the author in groups (PUSH-22). */
export async function wasBlocked(
  core: Pick<Core, 'push'>,
  tx: WriteTx,
  user: UserId,
  author: UserId,
): Promise<void> {
  if (!isOn(core)) return;
  for (const msgId of await tx.push.displayedTo(user, limits.blockScanMax)) {
    const row = await tx.messages.byMsgId(msgId);
    if (row?.from === author && groupOfStream(row.stream) !== null) await closeMessage(tx, user, row);
  }
}

/** The login has ended: its device closes everything it shows (PUSH-14). Runs before the token is deleted. */
export async function wasSignedOut(tx: WriteTx, token: string): Promise<void> {
  await clearOn(tx, await tx.push.takeShownBy(token), { stream: NONE, msgId: NO_MESSAGE });
}

/** Completed, moved or deleted: screens withdraw it. */
export const reminderIsOver = (
  core: Pick<Core, 'push'>,
  tx: WriteTx,
  user: UserId,
  msgId: MsgId,
): Promise<void> => clear(core, tx, user, reminderTag(msgId), { stream: userStream(user), msgId });

/** One was sent, discarded or rescheduled: the notification closes with the last of them. */
export async function unsentIsOver(core: Core, tx: WriteTx, user: UserId): Promise<void> {
  if ((await tx.later.scheduledOf(user)).some(({ failed }) => failed !== '')) return;
  await clear(core, tx, user, UNSENT_TAG, { stream: userStream(user), msgId: NO_MESSAGE });
}

/** Closes it on each device of the user that shows it. */
async function clear(
  core: Pick<Core, 'push'>,
  tx: WriteTx,
  user: UserId,
  tag: string,
  of: { readonly stream: StreamId; readonly msgId: MsgId },
): Promise<void> {
  if (isOn(core)) await closeOn(tx, user, tag, of);
}

async function closeOn(
  tx: WriteTx,
  user: UserId,
  tag: string,
  of: { readonly stream: StreamId; readonly msgId: MsgId },
): Promise<void> {
  await clearOn(tx, await tx.push.takeShown(tag, user), of);
}

async function clearOn(
  tx: WriteTx,
  cids: readonly string[],
  of: { readonly stream: StreamId; readonly msgId: MsgId },
): Promise<void> {
  for (const cid of cids)
    await tx.push.insertJob({ kind: 'clear', ...of, seq: 0, cid, dueMs: tx.nowMs, tries: 0 });
}
