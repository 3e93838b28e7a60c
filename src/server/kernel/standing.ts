import { contactOfStream, parseTarget, streamOf, userStream, userId } from '../../domain/ids.ts';
import type { StreamId, Target, UserId } from '../../domain/ids.ts';
import { refuses } from '../../domain/permissions.ts';
import type { GroupAction, GroupRefusal } from '../../domain/permissions.ts';
import type { GroupRow, MemberRow, MessageRow, ReadTx } from '../../ports/store.ts';
import { isFor, mayRead, visible } from '../../domain/visible.ts';
import { everybodyBut } from '../../domain/mentions.ts';
import { blockLimits as limits } from '../../domain/people-limits.ts';
import { visibleUser } from './profile-access.ts';
import { reachRefusal, type ReachRefusal } from '../../domain/reach.ts';
import { Refusal } from './refusal.ts';
import type { Reason } from './texts.ts';
import { code } from '../../wire/envelope.ts';
import type { Core } from './core.ts';

/** A user's access to a conversation. Favourites have no member row: they have a single user. */
export type ConversationStanding =
  | { readonly kind: 'person'; readonly stream: StreamId; readonly other: UserId; readonly member: MemberRow }
  | {
      readonly kind: 'group';
      readonly stream: StreamId;
      readonly group: GroupRow;
      readonly member: MemberRow;
    }
  | { readonly kind: 'favourites'; readonly stream: StreamId }
  /** Announcements: readable for all users, writable for none. */
  | { readonly kind: 'notice'; readonly stream: StreamId };

/** Conversations that have members. */
export type Placed = Extract<ConversationStanding, { kind: 'person' | 'group' }>;
export const isPlaced = (at: ConversationStanding): at is Placed =>
  at.kind === 'person' || at.kind === 'group';

/** The one door to every call about a conversation: a stranger or former member gets no further (ROLE-3). */
export async function standing(tx: ReadTx, me: UserId, ref: string): Promise<ConversationStanding | Refusal> {
  const target = parseTarget(ref);
  const stream = target && streamOf(me, target);
  if (!target || !stream) return new Refusal('contactUnknown');
  return standIn(tx, me, target, stream);
}

async function standIn(
  tx: ReadTx,
  me: UserId,
  target: Target,
  stream: StreamId,
): Promise<ConversationStanding | Refusal> {
  if (target.kind === 'favourites' || target.kind === 'notice') return { kind: target.kind, stream };
  const member = await tx.members.get(stream, me);
  if (!member) return new Refusal(target.kind === 'group' ? 'notMember' : 'contactUnknown');
  if (target.kind === 'person') return { kind: 'person', stream, other: target.user, member };
  const group = target.kind === 'group' ? await tx.groups.byId(target.group) : null;
  if (!group) return new Refusal('groupUnknown');
  return { kind: 'group', stream, group, member };
}

export type GroupStanding = Extract<ConversationStanding, { kind: 'group' }>;

export async function groupStanding(tx: ReadTx, me: UserId, ref: string): Promise<GroupStanding | Refusal> {
  const access = await standing(tx, me, ref);
  if (access instanceof Refusal) return access;
  if (access.kind !== 'group') return new Refusal('groupUnknown');
  return access;
}

/** Refuses with the reason of the one permission table (ROLE-1). */
export function demand(at: GroupStanding, action: GroupAction, nowMs: number): Refusal | null {
  const refusal = actionRefusal(at, action, nowMs);
  if (refusal) return new Refusal(refusal);
  return null;
}

export function actionRefusal(at: GroupStanding, action: GroupAction, nowMs: number): GroupRefusal | null {
  const { role, mutedUntilSec } = at.member;
  return refuses(action, { role, setting: at.group.setting, mutedUntilSec }, Math.floor(nowMs / 1_000));
}

/** Messages above this ordinal may be read, by the one rule for all (SEARCH-3). */
export function visibleAbove(at: ConversationStanding): number {
  return (isPlaced(at) ? visible(at.member.user, conversationAt(at)) : 0) ?? Number.MAX_SAFE_INTEGER;
}

const conversationAt = (at: Placed) =>
  at.kind === 'group'
    ? ({ kind: 'group', member: at.member, history: at.group.setting.history } as const)
    : ({ kind: 'person', member: at.member } as const);

/** The same for a stream; null if the user may read none of it. */
export async function readableAbove(tx: ReadTx, me: UserId, stream: StreamId): Promise<number | null> {
  const at = await standingInStream(tx, me, stream);
  return at && visibleAbove(at);
}

export const mayReadRow = async (
  tx: ReadTx,
  me: UserId,
  row: Pick<MessageRow, 'stream' | 'n' | 'only'>,
): Promise<boolean> => isFor(row, me) && mayRead(await readableAbove(tx, me, row.stream), row.n);

/** A message that this person may see now, with the standing in its conversation; unknown otherwise. */
export async function visibleMessage(
  tx: ReadTx,
  me: UserId,
  row: MessageRow | null,
): Promise<{ readonly row: MessageRow; readonly at: ConversationStanding } | Refusal> {
  if (!row || !isFor(row, me)) return new Refusal('messageUnknown');
  const at = await standingInStream(tx, me, row.stream);
  if (!at || row.n <= visibleAbove(at)) return new Refusal('messageUnknown');
  return { row, at };
}

async function standingInStream(
  tx: ReadTx,
  me: UserId,
  stream: StreamId,
): Promise<ConversationStanding | null> {
  const target = targetOfStream(me, stream);
  if (!target) return null;
  const at = await standIn(tx, me, target, stream);
  // A user without access to the conversation learns nothing about its messages either.
  return at instanceof Refusal ? null : at;
}

function targetOfStream(me: UserId, stream: StreamId): Target | null {
  if (stream === userStream(me)) return { kind: 'favourites' };
  const contact = contactOfStream(me, stream);
  return contact && parseTarget(contact);
}

/** Returns why this user may not write there now; runs inside the writing transaction (SEND-11). */
export async function mayWrite(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  to: string,
  nowMs: number,
): Promise<ConversationStanding | Refusal> {
  const target = parseTarget(to);
  if (target?.kind === 'person') {
    const refusal = await privateRight(core, tx, me, target.user);
    if (refusal) return refusal;
  }
  const at = await standing(tx, me, to);
  if (at instanceof Refusal) return at;
  if (at.kind === 'notice') return new Refusal('contactUnknown');
  if (at.kind === 'group') {
    const refusal = speech(at, nowMs);
    if (refusal) return refusal;
  }
  return at;
}

const NO_WAY = {
  blocked: 'youBlocked',
  erased: 'theirAccountErased',
  disabled: 'theirAccountDisabled',
} as const satisfies Record<ReachRefusal, Reason>;

export async function privateRight(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  other: UserId,
): Promise<Refusal | null> {
  if (me === other) return new Refusal('notSelf');
  if (await tx.blocked.has(me, other)) return new Refusal(NO_WAY.blocked);
  if (!core.config().chatInfo.simpleChat) {
    const staff = [...(await tx.users.byIds([me, other])).values()].some((user) => user.role > 0);
    if (!staff) return new Refusal('privateOff');
  }
  const isClosed = core.config().sysInfo.runMode === 1;
  const areFriends = !isClosed && (await tx.friends.areFriends(me, other));
  const user = areFriends ? await tx.users.byId(other) : await visibleUser(core, tx, me, other);
  if (!user) return new Refusal('userUnknown');
  const reason = reachRefusal({ blocked: false, ...user });
  if (reason) return new Refusal(NO_WAY[reason]);
  if (areFriends || isClosed) return null;
  const mine = await tx.friends.between(me, other);
  return new Refusal(mine?.status === 1 ? 'notTheirFriend' : 'notMyFriend');
}

/** A muted group stops early with 401, a muted member with 400 (protocol 2.1). */
export function speech(at: GroupStanding, nowMs: number): Refusal | null {
  const refusal = demand(at, 'speak', nowMs);
  return refusal?.reason === 'mutedManagers' || refusal?.reason === 'mutedOwner'
    ? new Refusal(refusal.reason, { code: code.muted })
    : refusal;
}

/** Files are allowed if the group's managers let every member send them (GROUP-22). */
export const media = (at: ConversationStanding, nowMs: number): Refusal | null =>
  at.kind === 'group' && actionRefusal(at, 'sendMedia', nowMs) ? new Refusal('mediaManagers') : null;

/**
 * Mentioned users: members only, all as a single 0 and only if permitted (GROUP-9); none in a one-to-one
 * chat.
 */
export async function mentioned(
  tx: ReadTx,
  at: ConversationStanding,
  userIds: readonly number[],
  nowMs: number,
): Promise<readonly number[] | Refusal> {
  if (at.kind !== 'group' || userIds.length === 0) return [];
  if (userIds.includes(0)) {
    const refusal = demand(at, 'mentionAll', nowMs);
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
export async function everybody(tx: ReadTx, { stream, member }: GroupStanding): Promise<readonly number[]> {
  const apart = await tx.blocked.among(stream, member.user, limits.leftOutMax + 1);
  return apart.length > limits.leftOutMax ? [] : everybodyBut(apart);
}
