import { type StreamId, type UserId, groupOfStream, messageId } from '../../../domain/ids.ts';
import { duration } from '../../../domain/limits.ts';
import type { GroupCallDeviceRow, GroupCallRow, WriteTx } from '../../../ports/store.ts';
import type { EventRecorder } from '../../kernel/core.ts';
import { lineWithId } from '../event-line.ts';
import { groupCallEnded, groupCallIsOver } from '../push/ring.ts';
import { markSeen } from '../seen-line.ts';

/**
 * Removes devices from the call of a group; the last one ends it (GCALL-3). Returns false if none matches.
 * Reading the stream locks it on engines with concurrent writers.
 */
export async function dropDevices(
  tx: WriteTx,
  record: EventRecorder,
  stream: StreamId,
  isLeaving: (device: GroupCallDeviceRow) => boolean,
): Promise<boolean> {
  await tx.streams.get(stream);
  const call = await tx.groupCalls.get(stream);
  const leaving = call?.devices.filter(isLeaving) ?? [];
  if (call === null || leaving.length === 0) return false;
  if (leaving.length === call.devices.length) await endCall(tx, record, call);
  else for (const { device } of leaving) await tx.groupCalls.dropDevice(stream, device);
  await record.event(stream, { kind: 'groupCall' });
  return true;
}

export async function dropUser(
  tx: WriteTx,
  record: EventRecorder,
  stream: StreamId,
  user: UserId,
): Promise<boolean> {
  await groupCallIsOver(tx, stream, user);
  return dropDevices(tx, record, stream, (device) => device.user === user);
}

/** The user leaves the calls of all groups. */
export async function dropUserEverywhere(tx: WriteTx, record: EventRecorder, user: UserId): Promise<void> {
  for (const stream of await tx.groupCalls.streamsOf(user)) await dropUser(tx, record, stream, user);
}

/**
 * Ends the call with one line in the chat (GCALL-7), whose message has the id of the call. Members who took
 * part have seen it. A user who was alone in a call that is always open leaves none (GCALL-27).
 */
async function endCall(tx: WriteTx, record: EventRecorder, call: GroupCallRow): Promise<void> {
  const { stream, id, startedAtMs, startedBy, users } = call;
  await tx.groupCalls.end(stream);
  await groupCallEnded(tx, stream);
  if (users.length < 2 && (await isRoom(tx, stream))) return;
  const durationSec = Math.max(0, Math.floor((tx.nowMs - startedAtMs) / duration.SECOND));
  const { msgId } = await lineWithId(messageId(id), tx, record, {
    stream,
    by: startedBy,
    note: { note: 'groupCall', startedAtMs, durationSec, users },
  });
  const author = await tx.members.get(stream, startedBy);
  if (author) await tx.members.update(stream, startedBy, { own: author.own + 1 });
  for (const user of users) if (user !== startedBy) await markSeen(tx, record, { stream, msgId }, user);
}

async function isRoom(tx: WriteTx, stream: StreamId): Promise<boolean> {
  const group = groupOfStream(stream);
  return group !== null && (await tx.groups.byId(group))?.setting.openRoom === true;
}
