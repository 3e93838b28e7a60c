import type * as v from 'valibot';
import { privateStream, userId, userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { blockLimits as limits } from '../../../domain/people-limits.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { blockedPeople as listCall, blockPerson as call } from '../../../wire/calls/friends.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { visibleUser } from '../../access/profile.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { card } from '../../frames/user-data.ts';
import type { SignedIn } from '../context.ts';
import { wasBlocked, wasRead } from '../push/want.ts';

/** Private: the blocked user receives neither a frame nor a distinguishable refusal (BLOCK-1). */
export async function blockPerson(
  { core, session }: SignedIn,
  { id, on }: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const [me, other] = [session.user, userId(id)];
  if (other === me) return new Refusal('notSelf');
  const outcome = await command(core, async (tx, record) => {
    // Reading the stream locks it on engines with concurrent writers: each message is ordered before this or
    // after it.
    await tx.streams.get(privateStream(me, other));
    if ((await tx.blocked.has(me, other)) === on) return null;
    const refusal = on ? await block(core, tx, record, me, other) : await unblock(tx, record, me, other);
    return refusal ?? { apart: on || (await tx.blocked.has(other, me)) };
  });
  if (outcome instanceof Refusal) return outcome;
  if (outcome) core.hub.apart(me, other, outcome.apart);
  return {};
}

/** The conversation stays with both; the blocked user's later messages are private to them (BLOCK-2). */
async function block(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  me: UserId,
  other: UserId,
): Promise<Refusal | null> {
  // The list of blocked users shows their names (FRIEND-10).
  if (!(await visibleUser(core, tx, me, other))) return new Refusal('userUnknown');
  if ((await tx.blocked.count(me)) >= limits.peopleMax)
    return new Refusal('blockedMany', { facts: { max: limits.peopleMax } });
  await tx.blocked.insert({ user: me, other, atMs: tx.nowMs });
  await wasRead(core, tx, me, privateStream(me, other));
  await wasBlocked(core, tx, me, other);
  await notifyBoth(tx, record, me, other, true);
  return null;
}

async function unblock(tx: WriteTx, record: EventRecorder, me: UserId, other: UserId): Promise<null> {
  await tx.blocked.delete(me, other);
  await notifyBoth(tx, record, me, other, false);
  return null;
}

/** Notifies all devices of the user of it, and of the number of friend requests visible now (BLOCK-5). */
async function notifyBoth(
  tx: WriteTx,
  record: EventRecorder,
  me: UserId,
  other: UserId,
  on: boolean,
): Promise<void> {
  await record.event(userStream(me), { kind: 'blocked', user: other, on });
  const request = await tx.friends.between(other, me);
  if (request?.status !== 2) return;
  const { count: pending } = await tx.friends.pending(me);
  await record.event(userStream(me), { kind: 'applicationDone', friendId: request.id, status: 0, pending });
}

/** The user's own list (BLOCK-7). */
export async function blockedPeople(
  { core, session }: SignedIn,
  { page, limit }: v.InferOutput<typeof listCall.body>,
): Promise<EndpointAnswer> {
  return core.store.read(async (tx) => {
    const rows = await tx.blocked.of(session.user, { page, limit });
    const people = await tx.users.byIds(rows.map(({ other }) => other));
    const remarks = await tx.friends.nicknames(
      session.user,
      rows.map(({ other }) => other),
    );
    const data = rows.map(({ other }) => card(people.get(other) ?? null, other, remarks.get(other)));
    return { data, count: await tx.blocked.count(session.user), page };
  });
}
