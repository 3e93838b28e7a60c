import { groupOfStream, msgId, type StreamId, type UserId } from '../../../domain/ids.ts';
import { pushLimits as limits } from '../../../domain/limits.ts';
import { groupCallTag } from '../../../domain/notification.ts';
import type { GroupCallRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { PushJobRow } from '../../../ports/store/push.ts';
import type { Core } from '../../kernel/core.ts';
import { type Note, wantsQuiet } from './receivers.ts';
import { groupCallPayload } from './words.ts';

/** A group's call began with the event at `seq`: it rings at once (PUSH-24). */
export async function wantGroupCall(core: Core, tx: WriteTx, stream: StreamId, seq: number): Promise<void> {
  if (core.push?.active !== true) return;
  await insert(tx, { kind: 'groupCall', stream, seq, cid: '', tries: 0 }, 0);
}

/** Devices of the user that show the call close it: the user joined, declined or was removed. */
export async function groupCallIsOver(tx: WriteTx, stream: StreamId, user: UserId): Promise<void> {
  for (const cid of await tx.push.takeShown(groupCallTag(stream), user))
    await insert(tx, { kind: 'groupCallOver', stream, seq: 0, cid, tries: 0 }, 0);
}

/** The call ended for all. */
export async function groupCallEnded(tx: WriteTx, stream: StreamId): Promise<void> {
  for (const { user } of await tx.members.withPush(stream)) await groupCallIsOver(tx, stream, user);
}

/** It rings again while it runs, a few times (PUSH-24). */
export async function ringAgain(tx: WriteTx, job: PushJobRow, hasRung: boolean): Promise<void> {
  const { kind, stream, seq, tries } = job;
  const isLast = tries + 1 >= limits.ringsMax;
  if (kind !== 'groupCall' || !hasRung || isLast || job.cid !== '') return;
  await insert(tx, { kind, stream, seq, cid: '', tries: tries + 1 }, limits.ringAgainMs);
}

type Ring = Pick<PushJobRow, 'kind' | 'stream' | 'seq' | 'cid' | 'tries'>;

const insert = (tx: WriteTx, job: Ring, waitMs: number): Promise<void> =>
  tx.push.insertJob({ ...job, msgId: msgId(0), dueMs: tx.nowMs + waitMs });

/** Devices of the members whom the call rings, while it runs. */
export async function ringNotes(tx: ReadTx, job: PushJobRow, nowMs: number): Promise<readonly Note[]> {
  const call = await tx.groupCalls.get(job.stream);
  const group = groupOfStream(job.stream);
  if (call === null || group === null) return [];
  const users = await heardBy(tx, call, job.seq, nowMs);
  const subs = (await tx.push.ofUsers(users, nowMs)).filter(({ cid }) => job.cid === '' || cid === job.cid);
  if (subs.length === 0) return [];
  const author = await tx.users.byId(call.startedBy);
  const name = (await tx.groups.byId(group))?.name ?? '';
  const notes: Note[] = [];
  for (const sub of subs) {
    const nickname = (await tx.friends.nicknames(sub.user, [call.startedBy])).get(call.startedBy);
    const facts = { call, sender: nickname || (author?.realname ?? ''), group: name, place: job.seq };
    notes.push({ sub, text: groupCallPayload(facts, sub, sub.user) });
  }
  return notes;
}

/**
 * Members with notifications on who never joined this call, have not declined it and saw it on no visible
 * device; not if they want quiet or blocked the user who began it (PUSH-24).
 */
async function heardBy(
  tx: ReadTx,
  { stream, startedBy, users, removed }: GroupCallRow,
  seq: number,
  nowMs: number,
): Promise<readonly UserId[]> {
  const blockers = await tx.blocked.by(startedBy);
  const left = new Set([startedBy, ...users, ...removed, ...(await tx.push.viewers(stream, seq))]);
  const heard: UserId[] = [];
  for (const { user, isNotice, archivedTo } of await tx.members.withPush(stream)) {
    if (!isNotice || archivedTo !== null || left.has(user) || blockers.has(user)) continue;
    if (!(await wantsQuiet(tx, user, nowMs))) heard.push(user);
  }
  return heard;
}
