import { userId } from '../../domain/ids.ts';
import { everybodyBut } from '../../domain/mentions.ts';
import { blockLimits as limits } from '../../domain/people-limits.ts';
import type { MessageRow, ReadTx } from '../../ports/store.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { authorize, type ConversationAccess, type GroupAccess } from './conversation.ts';

/**
 * Mentioned users: members only, all as a single 0 and only if permitted (GROUP-9); none in a one-to-one
 * chat.
 */
export async function mentionedMembers(
  tx: ReadTx,
  at: ConversationAccess,
  userIds: readonly number[],
  nowMs: number,
): Promise<readonly number[] | Refusal> {
  if (at.kind !== 'group' || userIds.length === 0) return [];
  if (userIds.includes(0)) {
    const refusal = authorize(at, 'mentionAll', nowMs);
    if (refusal) return refusal;
    return everybody(tx, at);
  }
  const members: number[] = [];
  // Members who have blocked the author are not mentioned (BLOCK-11).
  const blockers = await tx.blocked.by(at.member.user);
  for (const id of userIds)
    if (id > 0 && !blockers.has(userId(id)) && (await tx.members.get(at.stream, userId(id))))
      members.push(id);
  return members;
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
