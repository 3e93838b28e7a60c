import type * as v from 'valibot';
import { groupOfStream, streamId, userId, userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { peopleLimits } from '../../../domain/limits.ts';
import { isGuest } from '../../../domain/guests.ts';
import { lets } from '../../../domain/privacy.ts';
import { refusalOver } from '../../../domain/permissions.ts';
import type { MemberRow, ReadTx, WriteTx } from '../../../ports/store.ts';
import type { addGroupUser as addCall, removeUser as removeCall } from '../../../wire/calls/groups.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { eventLine } from '../event-line.ts';
import { dropUser } from '../group-calls/devices.ts';
import { visibleUser } from '../../access/profile.ts';
import { authorize, groupAccess, actionRefusal } from '../../access/conversation.ts';
import type { GroupAccess } from '../../access/conversation.ts';
import { handOver } from './hand-over.ts';
import { joinEventFor, newMember } from './joined.ts';
import { announcePicture } from './picture.ts';
import { isCommunity } from '../../../domain/config.ts';
import { GROUP_ROLE } from '../../../domain/contact.ts';

/**
 * Requires friends; in a closed organisation any user (CONF-6). They must also allow being added (REACH-1).
 */
export async function checkKnown(
  core: Pick<Core, 'config'>,
  tx: ReadTx,
  me: UserId,
  others: readonly UserId[],
): Promise<Refusal | null> {
  const people = await tx.users.byIds(others);
  for (const other of others) {
    const isClosed = !isCommunity(core.config());
    if (!isClosed && !(await tx.friends.areFriends(me, other))) {
      const isThere = (await visibleUser(core, tx, me, other))?.active === true;
      return new Refusal(isThere ? 'onlyFriends' : 'userUnknown');
    }
    const user = people.get(other);
    if (!user?.active) return new Refusal('userUnknown');
    if (isGuest(user)) return new Refusal('guestAlone');
    if (await tx.blocked.has(me, other)) return new Refusal('youBlocked');
    // A user cannot add members who have blocked them; the refusal looks like that of a setting (BLOCK-12).
    if (!lets(user.privacy.adds, true) || (await tx.blocked.has(other, me))) return new Refusal('addsNobody');
  }
  return null;
}

export function checkRoom(core: Pick<Core, 'config'>, members: number): Refusal | null {
  const max = core.config().chatInfo.groupUserMax;
  if (max > 0 && members > max) return new Refusal('groupMany', { facts: { max } });
  return null;
}

/** GROUP-2. Existing members are not an error: a repeat changes nothing. */
export async function addGroupUser(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof addCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const userIds = [...new Set(body.user_ids)].map(userId).filter((id) => id !== user);
  if (userIds.length === 0) return new Refusal('groupFew');
  if (userIds.length > peopleLimits.inviteBatchMax)
    return new Refusal('inviteMany', { facts: { max: peopleLimits.inviteBatchMax } });
  const refusal = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, body.id);
    if (at instanceof Refusal) return at;
    let refusal = authorize(at, 'invite', tx.nowMs);
    if (refusal) return refusal;
    const inside = await tx.members.among(at.stream, userIds);
    const fresh = userIds.filter((id) => !inside.has(id));
    if (fresh.length === 0) return null;
    const members = (await tx.members.count(at.stream)) + fresh.length;
    refusal = checkRoom(core, members);
    if (refusal) return refusal;
    refusal = await checkKnown(core, tx, user, fresh);
    if (refusal) return refusal;
    refusal = await letBack(tx, at, fresh);
    if (refusal) return refusal;
    await admit(core, tx, record, {
      stream: at.stream,
      by: user,
      inviter: user,
      fresh,
      members,
    });
    return null;
  });
  if (refusal) return refusal;
  await announcePicture(core, streamId(body.id), user);
  return {};
}

/** A removed user returns only through the group's managers (GROUP-16). */
async function letBack(tx: WriteTx, at: GroupAccess, fresh: readonly UserId[]): Promise<Refusal | null> {
  const barred = [...(await tx.entrances.barred(at.stream, fresh))];
  if (barred.length === 0) return null;
  if (actionRefusal(at, 'letBack', tx.nowMs)) {
    const people = await tx.users.byIds(barred);
    return new Refusal('barredMember', {
      facts: { names: [...people.values()].map(({ realname }) => realname) },
    });
  }
  await tx.entrances.unbar(at.stream, barred);
  return null;
}

interface Admission {
  readonly stream: StreamId;
  /** The author of the line: the inviter, or the user who joins by a code. */
  readonly by: UserId;
  readonly inviter: UserId;
  readonly fresh: readonly UserId[];
  readonly members: number;
}

/** The group's own events come first, so that the base of the new members covers them. */
export async function admit(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  { stream, by, inviter, fresh, members }: Admission,
): Promise<void> {
  const before = (await tx.streams.get(stream))?.count ?? 0;
  const names = await tx.users.byIds([by, ...fresh]);
  const nameOf = (id: UserId) => names.get(id)?.realname ?? '';
  await record.event(stream, { kind: 'added', by, users: fresh, members });
  const note = { note: 'joined', users: fresh, names: fresh.map(nameOf), by, name: nameOf(by) } as const;
  const { seq, n } = await eventLine(core, tx, record, { stream, by, note });
  const author = await tx.members.get(stream, by);
  if (author) await tx.members.update(stream, by, { own: author.own + 1 });
  const base = {
    stream,
    role: GROUP_ROLE.member,
    inviter,
    base: seq,
    fromN: before,
    n,
    nowMs: tx.nowMs,
  } as const;
  const rows: MemberRow[] = [];
  for (const user of fresh) {
    // Leaving and returning does not end a mute (ROLE-6).
    const former = await tx.members.getAny(stream, user);
    rows.push({ ...newMember({ ...base, user }), mutedUntilSec: former?.mutedUntilSec ?? 0 });
  }
  await tx.members.save(...rows);
  for (const user of fresh) await record.event(...joinEventFor(user, stream, seq, n));
  const group = groupOfStream(stream);
  if (group !== null) await tx.entrances.dropRequests(group, fresh);
}

/** Removes a member, or leaves the group (GROUP-4); an owner then names a successor (GROUP-23). */
export async function removeUser(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof removeCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const target = userId(body.user_id);
  const refusal = await command(core, async (tx, record) => {
    const at = await groupAccess(tx, user, body.id);
    if (at instanceof Refusal) return at;
    if (target === user) {
      const refusal = await leaving(tx, record, at, body.heir);
      if (refusal) return refusal;
    } else {
      const refusal = authorizeOver(at.member, await tx.members.get(at.stream, target));
      if (refusal) return refusal;
    }
    await takeOut(tx, record, { stream: at.stream, user: target, by: user });
    if (target !== user) await tx.entrances.bar(at.stream, target);
    await endGuest(tx, at, target, user);
    return null;
  });
  if (refusal) return refusal;
  await announcePicture(core, streamId(body.id), user);
  return {};
}

/** The account of a guest ends with the next round of the job (GUEST-6). */
async function endGuest(tx: WriteTx, { group }: GroupAccess, user: UserId, by: UserId): Promise<void> {
  const guest = await tx.guests.get(user);
  if (!guest) return;
  // They would return by the same link under another name (GUEST-7).
  if (by !== user) await tx.entrances.endLink(group.id, guest.link);
  await tx.guests.end(user, tx.nowMs);
}

interface Departure {
  readonly stream: StreamId;
  readonly user: UserId;
  /** The same user if they leave themselves. */
  readonly by: UserId;
}

/** Removes a member who does not own the group. */
export async function takeOut(
  tx: WriteTx,
  record: EventRecorder,
  { stream, user, by }: Departure,
): Promise<void> {
  await dropUser(tx, record, stream, user);
  const members = (await tx.members.count(stream)) - 1;
  const { seq } = await record.event(stream, { kind: 'removed', by, user, members });
  await tx.members.update(stream, user, { untilSeq: seq });
  const why = user === by ? 'left' : 'removed';
  await record.event(userStream(user), { kind: 'left', of: stream, until: seq, why, by });
}

/** An owner hands the group over in the same step; other members have nothing to hand over. */
async function leaving(
  tx: WriteTx,
  record: EventRecorder,
  at: GroupAccess,
  heir: number | undefined,
): Promise<Refusal | null> {
  if (at.member.role !== GROUP_ROLE.owner || heir === undefined) return authorize(at, 'leave', tx.nowMs);
  if (heir === at.member.user) return new Refusal('notSelf');
  return authorize(at, 'transfer', tx.nowMs) ?? handOver(tx, record, at, userId(heir));
}

export function authorizeOver(actor: MemberRow, target: MemberRow | null): Refusal | null {
  const refusal = refusalOver(actor.role, target?.role ?? null);
  if (refusal) return new Refusal(refusal === 'notMember' ? 'userUnknown' : refusal);
  return null;
}
