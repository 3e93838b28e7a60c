import { NOTICE_STREAM, type StreamId, type UserId, groupId, groupStream } from '../../../domain/ids.ts';
import { USUAL_PRIVACY } from '../../../domain/privacy.ts';
import { isReserved } from '../../../domain/reserved-names.ts';
import { skeletonsOf } from '../../../domain/skeleton.ts';
import type { ReadTx, WriteTx } from '../../../ports/store.ts';
import { defaultFace } from '../../files/faces.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { admit, checkRoom } from '../groups/members.ts';
import { isHeld } from './address-undo.ts';
import { endFirstInvites } from './invite.ts';

interface NewUser {
  readonly account: string;
  readonly realname: string;
  readonly passwordHash: string;
  /** The account was proved by a code. */
  readonly isAuth: boolean;
  /** This server draws pictures for users without one. */
  readonly faces: boolean;
  /** Code of the invitation that they are about to use. */
  readonly invite?: string;
}

/** Adds a user; the first one is the administrator. Earlier announcements are not news to them. */
export async function addUser(
  tx: WriteTx,
  { account, realname, passwordHash, isAuth, faces, invite = '' }: NewUser,
): Promise<UserId> {
  const isFirst = (await tx.users.count()) === 0;
  if (isFirst) await endFirstInvites(tx, invite);
  const user = await tx.users.insert({
    account,
    realname,
    passwordHash,
    avatar: '',
    email: account.includes('@') ? account : '',
    motto: '',
    sex: 2,
    role: isFirst ? 1 : 0,
    isAuth,
    active: true,
    createdAtMs: tx.nowMs,
    lastLoginAtMs: 0,
    lastLoginIp: '',
    privacy: USUAL_PRIVACY,
  });
  if (faces) await tx.users.update(user, { avatar: defaultFace(realname, user) });
  await tx.notices.setMark(user, (await tx.streams.get(NOTICE_STREAM))?.count ?? 0);
  return user;
}

/** Returns true if another user has this username, or one that looks like it (RULE-8). */
export async function isTaken(tx: ReadTx, account: string, by: UserId | null = null): Promise<boolean> {
  const same = await tx.users.byAccount(account);
  if (same !== null && same.id !== by) return true;
  // The user who has just left it may return (ACC-29).
  if (await isHeld(tx, account, by)) return true;
  return (await tx.users.alike(skeletonsOf(account), by)) !== null;
}

/** Reserved names are for a server's first account, and for users its operator assigns them to (RULE-9). */
export async function reservedRefusal(tx: ReadTx, ...names: readonly string[]): Promise<Refusal | null> {
  return names.some(isReserved) && (await tx.users.count()) > 0 ? new Refusal('nameReserved') : null;
}

/**
 * Adds a new user to the operator's welcome group, in the same command (FIRST-2). A missing or full group
 * does not stop the registration. Returns the group they are a member of now.
 */
export async function welcome(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
): Promise<StreamId | null> {
  const { welcomeGroup: id = 0 } = core.config().sysInfo;
  if (id === 0) return null;
  const stream = groupStream(groupId(id));
  // Asking for the stream locks it where many write at once.
  await tx.streams.get(stream);
  if (!(await tx.groups.byId(groupId(id))) || (await tx.members.get(stream, user))) return null;
  const members = (await tx.members.count(stream)) + 1;
  if (checkRoom(core, members)) return null;
  await admit(core, tx, record, { stream, by: user, inviter: user, fresh: [user], members });
  return stream;
}
