import type * as v from 'valibot';
import { userId, userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { verificationProblem } from '../../../domain/validation.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { friendAdd } from '../../../wire/calls/friends.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { visibleUser } from '../../access/profile.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { once } from '../../kernel/operation.ts';
import { befriend } from './friendship.ts';
import { isCommunity } from '../../../domain/config.ts';
import { isGuest } from '../../../domain/guests.ts';

interface Applied {
  readonly friend_id: number;
  /** 2 waiting, 1 friends at once because the other one had applied too. */
  readonly status: 1 | 2;
}

/** FRIEND-2. */
export async function addFriend(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof friendAdd.body>,
): Promise<EndpointAnswer | Refusal> {
  const problem = verificationProblem(body.remark);
  if (problem) return new Refusal(problem);
  const other = userId(body.user_id);
  if (other === session.user) return new Refusal('notSelf');
  const data = await command(core, (tx, record) =>
    once(tx, session.user, body.op, () => apply(core, tx, record, session.user, other, body.remark.trim())),
  );
  if (data instanceof Refusal) return data;
  return { data };
}

async function apply(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  me: UserId,
  other: UserId,
  remark: string,
): Promise<Applied | Refusal> {
  // All users are contacts there, so a request has no meaning (CONF-6).
  if (!isCommunity(core.config())) return new Refusal('friendsOff');
  // Friend requests show their recipient, so a number alone must not create one (FRIEND-10).
  const user = await visibleUser(core, tx, me, other);
  if (!user?.active) return new Refusal('userUnknown');
  if (isGuest(user)) return new Refusal('guestAlone');
  if (await tx.blocked.has(me, other)) return new Refusal('youBlocked');
  const mine = await tx.friends.between(me, other);
  if (mine) return new Refusal(mine.status === 1 ? 'alreadyFriends' : 'alreadyApplied');
  const theirs = await tx.friends.between(other, me);
  // Accepted but never shown, as long as the recipient has blocked the sender (BLOCK-5).
  const unheard = await tx.blocked.has(other, me);
  if (theirs?.status === 2 && !unheard) {
    await befriend(core, tx, record, theirs, me);
    return { friend_id: theirs.id, status: 1 };
  }
  const friendId = await tx.friends.insert({
    creator: me,
    friend: other,
    nickname: '',
    remark,
    isInvite: true,
    status: 2,
    createdAtMs: tx.nowMs,
    updatedAtMs: tx.nowMs,
  });
  await record.event(userStream(other), {
    kind: 'application',
    friendId,
    from: me,
    ...(unheard && { unheard }),
  });
  return { friend_id: friendId, status: 2 };
}
