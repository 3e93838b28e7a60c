import { userId } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import { type MentionName, ONLINE, TEAM } from '../../domain/mention-names.ts';
import { EVERYBODY, everybodyBut } from '../../domain/mentions.ts';
import { teamNamed } from '../../domain/teams.ts';
import { blockLimits as limits } from '../../domain/people-limits.ts';
import type { MessageRow, ReadTx, WriteTx } from '../../ports/store.ts';
import { Refusal } from '../kernel/refusal.ts';
import { authorize, type ConversationAccess, type GroupAccess } from './conversation.ts';

/** What a text mentions: the IDs that its client sent, and the names in it. */
export interface MentionRequest {
  readonly at: readonly number[];
  readonly names: readonly MentionName[];
}

/**
 * Mentioned users: members only, all as a single 0 and only if permitted (GROUP-9); none in a one-to-one
 * chat. Teams and members who are online need the same permission.
 */
export async function mentionedMembers(
  tx: WriteTx,
  at: ConversationAccess,
  { at: userIds, names }: MentionRequest,
  isOnline: (user: UserId) => boolean,
): Promise<readonly number[] | Refusal> {
  if (at.kind !== 'group' || userIds.length === 0) return [];
  if ([EVERYBODY, ONLINE, TEAM].some((id) => userIds.includes(id))) {
    const refusal = authorize(at, 'mentionAll', tx.nowMs);
    if (refusal) return refusal;
  }
  if (userIds.includes(EVERYBODY)) return everybody(tx, at);
  if (userIds.includes(ONLINE)) return membersOnline(tx, at, isOnline);
  const members: number[] = [];
  // Members who have blocked the author are not mentioned (BLOCK-11).
  const blockers = await tx.blocked.by(at.member.user);
  const teams = setsIn(at, names).flatMap(
    ({ name }) => teamNamed(at.group.setting.teams, name)?.members ?? [],
  );
  const others = teams.filter((id) => id !== at.member.user);
  for (const id of new Set([...userIds, ...others]))
    if (id > 0 && !blockers.has(userId(id)) && (await tx.members.get(at.stream, userId(id))))
      members.push(id);
  return members;
}

/** Names of a text that mean several members; teams that the group does not have mean none. */
export const setsIn = (at: ConversationAccess, names: readonly MentionName[]): readonly MentionName[] =>
  at.kind === 'group'
    ? names.filter(
        ({ id, name }) => id === ONLINE || (id === TEAM && teamNamed(at.group.setting.teams, name) !== null),
      )
    : [];

/** All members except those who are offline: no reader learns who else is online (MENTION-14). */
async function membersOnline(
  tx: ReadTx,
  at: GroupAccess,
  isOnline: (user: UserId) => boolean,
): Promise<readonly number[] | Refusal> {
  if ((await tx.members.count(at.stream)) > limits.leftOutMax) return new Refusal('onlineMany');
  const offline = (await tx.members.idsOf(at.stream)).filter((id) => id !== at.member.user && !isOnline(id));
  const blockers = await tx.blocked.among(at.stream, at.member.user, limits.leftOutMax + 1);
  return everybodyBut([...new Set([...offline, ...blockers])]);
}

/** All members except those who have blocked the author; none if they are too many (BLOCK-11). */
export async function everybody(tx: ReadTx, { stream, member }: GroupAccess): Promise<readonly number[]> {
  const apart = await tx.blocked.among(stream, member.user, limits.leftOutMax + 1);
  return apart.length > limits.leftOutMax ? [] : everybodyBut(apart);
}

/** Author of the quoted message; the server stored it with the message. */
export const answeredAuthor = ({ pid, extra }: Pick<MessageRow, 'pid' | 'extra'>): number | null => {
  const author = pid === null ? null : extra?.['user_id'];
  return typeof author === 'number' ? author : null;
};
