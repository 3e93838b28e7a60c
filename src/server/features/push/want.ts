import { streamId, userStream } from '../../../domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import { pushLimits as limits } from '../../../domain/limits.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';

/**
 * What a device shows of a conversation, and of a call: one notification each, replaced and taken away by its
 * name.
 */
export const chatTag = (stream: StreamId): string => `chat-${stream}`;
export const callTag = (msgId: MsgId): string => `call-${msgId}`;

export const reminderTag = (msgId: MsgId): string => `reminder-${msgId}`;

const isOn = ({ push }: Pick<Core, 'push'>): boolean => push?.active === true;
const NONE = streamId('');

/** In the transaction of the message: it is pushed unless somebody has seen it by then (PUSH-3). */
export async function wantMessage(
  core: Core,
  tx: WriteTx,
  message: { readonly stream: StreamId; readonly seq: number; readonly msgId: MsgId },
): Promise<void> {
  if (isOn(core))
    await tx.push.insertJob({
      kind: 'message',
      ...message,
      cid: '',
      dueMs: tx.nowMs + limits.unseenMs,
      tries: 0,
    });
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
  if (!isOn(core) || stream === NONE) return;
  for (const cid of await tx.push.takeShown(chatTag(stream), user)) {
    await tx.push.insertJob({
      kind: 'clear',
      stream,
      msgId: 0 as MsgId,
      seq: 0,
      cid,
      dueMs: tx.nowMs,
      tries: 0,
    });
  }
}

/** Somebody is reminded of a message, unless a visible device of theirs has shown it by then (LATER-10). */
export async function wantReminder(
  core: Core,
  tx: WriteTx,
  reminder: { readonly stream: StreamId; readonly seq: number; readonly msgId: MsgId },
): Promise<void> {
  if (isOn(core))
    await tx.push.insertJob({
      kind: 'reminder',
      ...reminder,
      cid: '',
      dueMs: tx.nowMs + limits.unseenMs,
      tries: 0,
    });
}

/** Done, put off or gone: no screen shows it any more. */
export async function reminderIsOver(
  core: Pick<Core, 'push'>,
  tx: WriteTx,
  user: UserId,
  msgId: MsgId,
): Promise<void> {
  if (!isOn(core)) return;
  const stream = userStream(user);
  for (const cid of await tx.push.takeShown(reminderTag(msgId), user))
    await tx.push.insertJob({ kind: 'clear', stream, msgId, seq: 0, cid, dueMs: tx.nowMs, tries: 0 });
}
