import type * as v from 'valibot';
import type { friendIndex, searchUser as searchCall } from '../../../wire/calls/friends.ts';
import { lets } from '../../../domain/privacy.ts';
import { card, friendData } from '../auth/user-data.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';

/** The exact account, never oneself (FRIEND-1). */
export async function searchUser(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof searchCall.body>,
): Promise<EndpointAnswer> {
  if (body.keywords === '') return { data: [] };
  const data = await core.store.read(async (tx) => {
    const user = await tx.users.byAccount(body.keywords);
    if (!user?.active || user.id === session.user) return [];
    const friend = await tx.friends.between(session.user, user.id);
    const mine = friend?.status === 1 ? friend : null;
    // Answers as if the name did not exist (REACH-3); a blocked user does not find the blocker (BLOCK-15).
    if (await tx.blocked.has(user.id, session.user)) return [];
    if (!lets(user.privacy.found, await tx.friends.areFriends(session.user, user.id))) return [];
    return [{ ...card(user, user.id, mine?.nickname), friend: mine ? friendData(mine) : '' }];
  });
  return { data, count: data.length };
}

/** Applications to me or by me, newest first. */
export async function index(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof friendIndex.body>,
): Promise<EndpointAnswer> {
  const side = body.is_mine ? 'sent' : 'received';
  const { data, total } = await core.store.read(async (tx) => {
    const { rows, total } = await tx.friends.applications(session.user, side, body.page, body.limit);
    const people = await tx.users.byIds(rows.flatMap((row) => [row.creator, row.friend]));
    const data = rows.map((row) => ({
      ...friendData(row),
      is_group: 0,
      create_user_info: card(people.get(row.creator) ?? null, row.creator),
      user_id_info: card(people.get(row.friend) ?? null, row.friend),
    }));
    return { data, total };
  });
  return { data, count: total, page: body.page };
}

/** How many applications to me wait. */
export async function getApplyMsg({ core, session }: SignedIn): Promise<EndpointAnswer> {
  const { count } = await core.store.read((tx) => tx.friends.pending(session.user));
  return { data: count };
}
