import type * as v from 'valibot';
import { userId, userStream } from '../../../domain/ids.ts';
import { remarkProblem } from '../../../domain/validation.ts';
import type {
  friendDel,
  friendSetNickname,
  friendUpdate,
  friendWithdraw,
} from '../../../wire/calls/friends.ts';
import { command } from '../../kernel/core.ts';
import { rebased } from '../../kernel/newer.ts';
import { isBlockedPair } from '../../access/private-delivery.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { befriend, unfriend } from './friendship.ts';

/** Only the recipient answers, and only while it is pending (FRIEND-3, FRIEND-4). */
export async function update(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof friendUpdate.body>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx, record) => {
    const row = await tx.friends.byId(body.friend_id);
    if (!row || row.friend !== session.user || row.status !== 2) return new Refusal('applicationUnknown');
    if (await isBlockedPair(tx, session.user, row.creator)) return new Refusal('applicationUnknown');
    if (body.status === 1) {
      await befriend(core, tx, record, row, session.user);
      return null;
    }
    await tx.friends.update(row.id, { status: 0, updatedAtMs: tx.nowMs });
    const pending = await tx.friends.pending(session.user);
    await record.event(userStream(session.user), {
      kind: 'applicationDone',
      friendId: row.id,
      status: 0,
      pending: pending.count,
    });
    return null;
  });
  return refusal ?? {};
}

/** Only the requester withdraws it, and only while it is pending; it leaves no trace (FRIEND-9). */
export async function withdrawApplication(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof friendWithdraw.body>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx, record) => {
    const row = await tx.friends.byId(body.friend_id);
    if (row?.creator !== session.user || row.status !== 2) return new Refusal('applicationUnknown');
    await tx.friends.end(row.id);
    const pending = await tx.friends.pending(row.friend);
    await record.event(userStream(row.friend), {
      kind: 'applicationDone',
      friendId: row.id,
      status: 0,
      pending: pending.count,
      withdrawnBy: session.user,
    });
    return null;
  });
  return refusal ?? {};
}

/** My name for a friend, on my devices only (FRIEND-5). `friend_id` is my own row. */
export async function setNickname(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof friendSetNickname.body>,
): Promise<EndpointAnswer | Refusal> {
  const problem = remarkProblem(body.nickname);
  if (problem) return new Refusal(problem);
  const name = body.nickname.trim();
  const refusal = await command(core, async (tx, record) => {
    const row = await tx.friends.byId(body.friend_id);
    if (!row || row.creator !== session.user || row.status !== 1) return new Refusal('friendUnknown');
    const next = rebased({ nickname: row.nickname }, { nickname: name }, body.base);
    if (next instanceof Refusal) return next;
    await tx.friends.update(row.id, { ...next, updatedAtMs: tx.nowMs });
    await record.event(userStream(session.user), { kind: 'remark', user: row.friend, name });
    return null;
  });
  return refusal ?? {};
}

export async function deleteFriend(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof friendDel.body>,
): Promise<EndpointAnswer | Refusal> {
  const other = userId(body.id);
  const refusal = await command(core, async (tx, record) => {
    const mine = await tx.friends.between(session.user, other);
    if (mine?.status !== 1) return new Refusal('friendUnknown');
    await unfriend(tx, record, session.user, other);
    return null;
  });
  return refusal ?? {};
}
