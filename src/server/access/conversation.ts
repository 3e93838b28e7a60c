import { contactOfStream, parseTarget, streamOf, userStream } from '../../domain/ids.ts';
import type { StreamId, Target, UserId } from '../../domain/ids.ts';
import { isGuest } from '../../domain/guests.ts';
import { isAdministrator, refusalFor } from '../../domain/permissions.ts';
import type { GroupAction, GroupRefusal } from '../../domain/permissions.ts';
import type { GroupRow, MemberRow, MessageRow, ReadTx } from '../../ports/store.ts';
import { isFor, mayRead, visible } from '../../domain/visible.ts';
import { visibleUser } from './profile.ts';
import { reachRefusal, type ReachRefusal } from '../../domain/reach.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Reason } from '../kernel/texts.ts';
import { code } from '../../wire/envelope.ts';
import type { Core } from '../kernel/core.ts';
import { isCommunity } from '../../domain/config.ts';

/** A user's access to a conversation. Favourites have no member row: they have a single user. */
export type ConversationAccess =
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
export type MemberAccess = Extract<ConversationAccess, { kind: 'person' | 'group' }>;
export const isMemberAccess = (at: ConversationAccess): at is MemberAccess =>
  at.kind === 'person' || at.kind === 'group';

/** Every call about a conversation asks this first: a stranger or former member gets no further (ROLE-3). */
export async function accessTo(tx: ReadTx, me: UserId, ref: string): Promise<ConversationAccess | Refusal> {
  const target = parseTarget(ref);
  const stream = target && streamOf(me, target);
  if (!target || !stream) return new Refusal('contactUnknown');
  return accessToTarget(tx, me, target, stream);
}

async function accessToTarget(
  tx: ReadTx,
  me: UserId,
  target: Target,
  stream: StreamId,
): Promise<ConversationAccess | Refusal> {
  if (target.kind === 'favourites' || target.kind === 'notice') return { kind: target.kind, stream };
  const member = await tx.members.get(stream, me);
  if (!member) return new Refusal(target.kind === 'group' ? 'notMember' : 'contactUnknown');
  if (target.kind === 'person') return { kind: 'person', stream, other: target.user, member };
  const group = target.kind === 'group' ? await tx.groups.byId(target.group) : null;
  if (!group) return new Refusal('groupUnknown');
  return { kind: 'group', stream, group, member };
}

export type GroupAccess = Extract<ConversationAccess, { kind: 'group' }>;

export async function groupAccess(tx: ReadTx, me: UserId, ref: string): Promise<GroupAccess | Refusal> {
  const access = await accessTo(tx, me, ref);
  if (access instanceof Refusal) return access;
  if (access.kind !== 'group') return new Refusal('groupUnknown');
  return access;
}

/** Refuses with the reason of the one permission table (ROLE-1). */
export function authorize(at: GroupAccess, action: GroupAction, nowMs: number): Refusal | null {
  const refusal = actionRefusal(at, action, nowMs);
  if (refusal) return new Refusal(refusal);
  return null;
}

export function actionRefusal(at: GroupAccess, action: GroupAction, nowMs: number): GroupRefusal | null {
  const { role, mutedUntilSec } = at.member;
  return refusalFor(action, { role, setting: at.group.setting, mutedUntilSec }, Math.floor(nowMs / 1_000));
}

/** Messages above this ordinal may be read, by the one rule for all (SEARCH-3). */
export function visibleAbove(at: ConversationAccess): number {
  return (isMemberAccess(at) ? visible(at.member.user, conversationAt(at)) : 0) ?? Number.MAX_SAFE_INTEGER;
}

const conversationAt = (at: MemberAccess) =>
  at.kind === 'group'
    ? ({ kind: 'group', member: at.member, history: at.group.setting.history } as const)
    : ({ kind: 'person', member: at.member } as const);

/** The same for a stream; null if the user may read none of it. */
export async function readableAbove(tx: ReadTx, me: UserId, stream: StreamId): Promise<number | null> {
  const at = await accessToStream(tx, me, stream);
  return at && visibleAbove(at);
}

export const mayReadMessage = async (
  tx: ReadTx,
  me: UserId,
  row: Pick<MessageRow, 'stream' | 'n' | 'only'>,
): Promise<boolean> => isFor(row, me) && mayRead(await readableAbove(tx, me, row.stream), row.n);

/** A message that this person may see now, with the access to its conversation; unknown otherwise. */
export async function visibleMessage(
  tx: ReadTx,
  me: UserId,
  row: MessageRow | null,
): Promise<{ readonly row: MessageRow; readonly at: ConversationAccess } | Refusal> {
  if (!row || !isFor(row, me)) return new Refusal('messageUnknown');
  const at = await accessToStream(tx, me, row.stream);
  if (!at || row.n <= visibleAbove(at)) return new Refusal('messageUnknown');
  return { row, at };
}

async function accessToStream(tx: ReadTx, me: UserId, stream: StreamId): Promise<ConversationAccess | null> {
  const target = targetOfStream(me, stream);
  if (!target) return null;
  const at = await accessToTarget(tx, me, target, stream);
  // A user without access to the conversation learns nothing about its messages either.
  return at instanceof Refusal ? null : at;
}

function targetOfStream(me: UserId, stream: StreamId): Target | null {
  if (stream === userStream(me)) return { kind: 'favourites' };
  const contact = contactOfStream(me, stream);
  return contact && parseTarget(contact);
}

/** Returns why this user may not write there now; runs inside the writing transaction (SEND-11). */
export async function writeAccess(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  to: string,
  nowMs: number,
): Promise<ConversationAccess | Refusal> {
  const target = parseTarget(to);
  if (target?.kind === 'person') {
    const refusal = await privateRefusal(core, tx, me, target.user);
    if (refusal) return refusal;
  }
  const at = await accessTo(tx, me, to);
  if (at instanceof Refusal) return at;
  if (at.kind === 'notice') return new Refusal('contactUnknown');
  if (at.kind === 'group') {
    const refusal = speechRefusal(at, nowMs);
    if (refusal) return refusal;
  }
  return at;
}

const REACH_REASONS = {
  blocked: 'youBlocked',
  erased: 'theirAccountErased',
  disabled: 'theirAccountDisabled',
} as const satisfies Record<ReachRefusal, Reason>;

export async function privateRefusal(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  other: UserId,
): Promise<Refusal | null> {
  if (me === other) return new Refusal('notSelf');
  if (await tx.blocked.has(me, other)) return new Refusal(REACH_REASONS.blocked);
  if (!core.config().chatInfo.simpleChat) {
    const staff = [...(await tx.users.byIds([me, other])).values()].some(isAdministrator);
    if (!staff) return new Refusal('privateOff');
  }
  const isClosed = !isCommunity(core.config());
  const areFriends = !isClosed && (await tx.friends.areFriends(me, other));
  const user = areFriends ? await tx.users.byId(other) : await visibleUser(core, tx, me, other);
  if (!user) return new Refusal('userUnknown');
  // Their only chat is their group (GUEST-5).
  if (isGuest(user)) return new Refusal('guestAlone');
  const reason = reachRefusal({ blocked: false, ...user });
  if (reason) return new Refusal(REACH_REASONS[reason]);
  if (areFriends || isClosed) return null;
  const mine = await tx.friends.between(me, other);
  return new Refusal(mine?.status === 1 ? 'notTheirFriend' : 'notMyFriend');
}

/** A muted group stops early with 401, a muted member with 400 (protocol 2.1). */
export function speechRefusal(at: GroupAccess, nowMs: number): Refusal | null {
  const refusal = authorize(at, 'speak', nowMs);
  return refusal?.reason === 'mutedManagers' || refusal?.reason === 'mutedOwner'
    ? new Refusal(refusal.reason, { code: code.muted })
    : refusal;
}

/** Files are allowed if the group's managers let every member send them (GROUP-22). */
export const mediaRefusal = (at: ConversationAccess, nowMs: number): Refusal | null =>
  at.kind === 'group' && actionRefusal(at, 'sendMedia', nowMs) ? new Refusal('mediaManagers') : null;
