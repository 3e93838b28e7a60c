import { USUAL_PRIVACY } from '../../../domain/privacy.ts';
import { NOTICE_STREAM } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { WriteTx } from '../../../ports/store.ts';
import { defaultFace } from '../../files/faces.ts';
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
