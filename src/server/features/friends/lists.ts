import type * as v from 'valibot';
import { groupOfStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { directoryLimits as limits } from '../../../domain/people-limits.ts';
import { isGuest } from '../../../domain/guests.ts';
import { lets } from '../../../domain/privacy.ts';
import { folded, includesWords } from '../../../domain/search-words.ts';
import type { ReadTx, UserRow } from '../../../ports/store.ts';
import type {
  directory as call,
  friendIndex,
  searchUser as searchCall,
} from '../../../wire/calls/friends.ts';
import { actionRefusal, groupAccess } from '../../access/conversation.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { card, friendData, maskedAccount } from '../../frames/user-data.ts';
import type { SignedIn } from '../context.ts';

/** The exact account, never oneself (FRIEND-1). */
export async function searchUser(
  { core, session }: SignedIn,
  body: v.InferOutput<typeof searchCall.body>,
): Promise<EndpointAnswer> {
  if (body.keywords === '') return { data: [] };
  const data = await core.store.read(async (tx) => {
    const user = await tx.users.byAccount(body.keywords);
    if (!user?.active || isGuest(user) || user.id === session.user) return [];
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

/**
 * Users whose names contain these words, by age of their accounts (DIR-1, DIR-2); without a directory only
 * those near this user (DIR-4). Runs in steps, each a separate read; after a number of users the rest is left
 * to the next request.
 */
export async function directory(
  { core, session }: SignedIn,
  { keywords, after, limit }: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const words = folded(keywords);
  const isOn = core.config().sysInfo.directory === true;
  // A list without a name would show whom the others know.
  if (!isOn && !isName(words)) return new Refusal('directoryOff');
  const ids = isOn ? null : await core.store.read((tx) => usersNear(tx, session.user));
  const list: object[] = [];
  let last = after;
  for (let step = 0; step < limits.stepsMax; step += 1) {
    const page = await core.store.read(async (tx) => {
      const { people, isEnd } = await peopleAfter(tx, last, ids);
      const matches = await listed(
        tx,
        session.user,
        people.filter((one) => includesWords(one.realname, words)),
      );
      const rows = matches.slice(0, limit - list.length);
      // If the page is full, the next one begins after its last row.
      const end = rows.length < matches.length ? rows.at(-1)?.id : people.at(-1)?.id;
      return {
        rows: await cards(tx, session.user, rows),
        end,
        isLast: rows.length === matches.length && isEnd,
      };
    });
    list.push(...page.rows);
    last = page.end ?? last;
    if (page.isLast) return { data: { list, next: 0 } };
    if (list.length >= limit) break;
  }
  return { data: { list, next: last } };
}

/** Two letters, or one character of a script that writes a whole syllable or word with it. */
const isName = (words: string): boolean => /\p{L}.*\p{L}|[\p{Lo}]/u.test(words);

/** The next users who may log in: of the whole server, or of these IDs, which are in order. */
async function peopleAfter(
  tx: ReadTx,
  after: number,
  ids: readonly UserId[] | null,
): Promise<{ readonly people: readonly UserRow[]; readonly isEnd: boolean }> {
  if (ids === null) {
    const people = await tx.users.active(after, limits.step);
    return { people, isEnd: people.length < limits.step };
  }
  const next = ids.filter((id) => id > after).slice(0, limits.step);
  const rows = await tx.users.byIds(next);
  const people = next.flatMap((id) => rows.get(id) ?? []);
  return { people: people.filter(({ active }) => active), isEnd: next.length < limits.step };
}

/**
 * Members of common groups that open their members' profiles, and friends of friends, by ID (DIR-4). Limited
 * numbers of both count.
 */
async function usersNear(tx: ReadTx, me: UserId): Promise<readonly UserId[]> {
  const ids = new Set<UserId>();
  const friends = await tx.friends.of(me);
  for (const friend of friends.slice(0, limits.friendsMax))
    for (const id of [friend, ...(await tx.friends.of(friend))]) ids.add(id);
  const groups = (await tx.members.streamsOf(me)).filter((stream) => groupOfStream(stream) !== null);
  for (const stream of groups.slice(0, limits.groupsMax)) {
    const at = await groupAccess(tx, me, stream);
    if (at instanceof Refusal || actionRefusal(at, 'openMember', 0) !== null) continue;
    if ((await tx.members.count(stream)) > limits.membersMax) continue;
    for (const id of await tx.members.idsOf(stream)) ids.add(id);
  }
  return [...ids].toSorted((a, b) => a - b);
}

/** Excludes the user, both sides of a block (BLOCK-15), and users who do not allow being found (REACH-3). */
async function listed(tx: ReadTx, me: UserId, people: readonly UserRow[]): Promise<readonly UserRow[]> {
  const apart = new Set(await tx.blocked.apart(me));
  const friends = new Set(await tx.friends.of(me));
  return people.filter(
    (one) =>
      one.id !== me && !isGuest(one) && !apart.has(one.id) && lets(one.privacy.found, friends.has(one.id)),
  );
}

async function cards(tx: ReadTx, me: UserId, people: readonly UserRow[]): Promise<readonly object[]> {
  const rows: object[] = [];
  for (const one of people) {
    const friend = await tx.friends.between(me, one.id);
    const mine = friend?.status === 1 ? friend : null;
    // The list shows masked accounts, because users log in with them.
    const account = mine ? one.account : maskedAccount(one.account);
    rows.push({ ...card(one, one.id, mine?.nickname), account, friend: mine ? friendData(mine) : '' });
  }
  return rows;
}
