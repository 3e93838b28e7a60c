import { streamId, userStream } from '../../../domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import { pushLimits as limits } from '../../../domain/limits.ts';
import { callTag, chatTag, reminderTag } from '../../../domain/notification.ts';
import type { MessageRow, WriteTx } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';

const isOn = ({ push }: Pick<Core, 'push'>): boolean => push?.active === true;
const NONE = streamId('');
const NO_MESSAGE = 0 as MsgId;

/** A message, or a reminder of one, by where it stands. */
interface Place {
  readonly stream: StreamId;
  readonly seq: number;
  readonly msgId: MsgId;
}

/** In the transaction of the message: it is pushed unless somebody has seen it by then (PUSH-3). */
export const wantMessage = (core: Core, tx: WriteTx, message: Place): Promise<void> =>
  unlessSeen(core, tx, 'message', message);

/** Somebody is reminded of a message, unless a visible device of theirs has shown it by then (LATER-10). */
export const wantReminder = (core: Core, tx: WriteTx, reminder: Place): Promise<void> =>
  unlessSeen(core, tx, 'reminder', reminder);

async function unlessSeen(
  core: Core,
  tx: WriteTx,
  kind: 'message' | 'reminder',
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

/** It rings no more: what devices show of it becomes a missed call, or goes (PUSH-5). */
export async function callIsOver(
  tx: WriteTx,
  call: { readonly stream: StreamId; readonly msgId: MsgId },
  callee: UserId,
  missed: boolean,
): Promise<void> {
  for (const cid of await tx.push.takeShown(callTag(call.msgId), callee)) {
    await tx.push.insertJob({
      kind: missed ? 'missed' : 'clear',
      stream: call.stream,
      msgId: call.msgId,
      seq: 0,
      cid,
      dueMs: tx.nowMs,
      tries: 0,
    });
  }
}

/** Read somewhere: gone from the screens of the person's other devices (PUSH-6). */
export async function wasRead(
  core: Pick<Core, 'push'>,
  tx: WriteTx,
  user: UserId,
  stream: StreamId,
): Promise<void> {
  if (stream !== NONE) await clear(core, tx, user, chatTag(stream), { stream, msgId: NO_MESSAGE });
}

/**
 * Recalled or deleted: its notification closes (PUSH-13). A device shows the newest message of a chat, so an
 * older one closes nothing.
 */
export async function wasErased(tx: WriteTx, { stream, n, from }: MessageRow): Promise<void> {
  if (((await tx.messages.last(stream, 0))?.n ?? 0) > n) return;
  for (const { user } of await tx.members.withPush(stream))
    if (user !== from) await closeOn(tx, user, chatTag(stream), { stream, msgId: NO_MESSAGE });
}

/** The login has ended: its device closes everything that it shows (PUSH-14). Before the token goes. */
export async function wasSignedOut(tx: WriteTx, token: string): Promise<void> {
  for (const cid of await tx.push.takeShownBy(token))
    await tx.push.insertJob({
      kind: 'clear',
      stream: NONE,
      msgId: NO_MESSAGE,
      seq: 0,
      cid,
      dueMs: tx.nowMs,
      tries: 0,
    });
}

/** Done, put off or gone: no screen shows it any more. */
export const reminderIsOver = (
  core: Pick<Core, 'push'>,
  tx: WriteTx,
  user: UserId,
  msgId: MsgId,
): Promise<void> => clear(core, tx, user, reminderTag(msgId), { stream: userStream(user), msgId });

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
  for (const cid of await tx.push.takeShown(tag, user))
    await tx.push.insertJob({ kind: 'clear', ...of, seq: 0, cid, dueMs: tx.nowMs, tries: 0 });
}
