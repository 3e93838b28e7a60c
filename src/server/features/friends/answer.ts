import type * as v from 'valibot';
import { userId, userStream } from '../../../domain/ids.ts';
import { remarkProblem } from '../../../domain/validation.ts';
import type { friendDel, friendSetNickname, friendUpdate } from '../../../wire/calls/friends.ts';
import { command } from '../../kernel/core.ts';
import { Refused } from '../../kernel/refused.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { befriend, unfriend } from './friendship.ts';

/** Only the asked person answers, and only while it waits (FRIEND-3, FRIEND-4). */
export async function update(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof friendUpdate.body>,
): Promise<EndpointAnswer> {
  await command(core, async (tx, record) => {
    const row = await tx.friends.byId(body.friend_id);
    if (!row || row.friend !== session.user || row.status !== 2) throw new Refused('applicationUnknown');
    if (body.status === 1) return befriend(core, tx, record, row, session.user);
    await tx.friends.update(row.id, { status: 0, updatedAtMs: tx.nowMs });
    const pending = await tx.friends.pending(session.user);
    await record.event(userStream(session.user), {
      kind: 'applicationDone',
      friendId: row.id,
      status: 0,
      pending: pending.count,
    });
  });
  return {};
}

/** My name for a friend, on my devices only (FRIEND-5). `friend_id` is my own row. */
export async function setNickname(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof friendSetNickname.body>,
): Promise<EndpointAnswer> {
  const problem = remarkProblem(body.nickname);
  if (problem) throw new Refused(problem);
  const name = body.nickname.trim();
  await command(core, async (tx, record) => {
    const row = await tx.friends.byId(body.friend_id);
    if (!row || row.creator !== session.user || row.status !== 1) throw new Refused('friendUnknown');
    await tx.friends.update(row.id, { nickname: name, updatedAtMs: tx.nowMs });
    await record.event(userStream(session.user), { kind: 'remark', user: row.friend, name });
  });
  return {};
}

export async function deleteFriend(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof friendDel.body>,
): Promise<EndpointAnswer> {
  const other = userId(body.id);
  await command(core, async (tx, record) => {
    const mine = await tx.friends.between(session.user, other);
    if (mine?.status !== 1) throw new Refused('friendUnknown');
    await unfriend(tx, record, session.user, other);
  });
  return {};
}
