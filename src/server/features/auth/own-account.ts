import type * as v from 'valibot';
import { userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { textLimits } from '../../../domain/limits.ts';
import { addressKind, emailProblem, lengthOf, nicknameProblem } from '../../../domain/validation.ts';
import type { UserRow, WriteTx } from '../../../ports/store.ts';
import type {
  editAccount as accountCall,
  editPassword as passwordCall,
  updateUserInfo as infoCall,
} from '../../../wire/calls/accounts.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { Refused } from '../../kernel/refused.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { demandCode } from './codes.ts';
import { newPasswordProblem } from './new-password.ts';
import { watched } from './tries.ts';
import { defaultFace, isDefaultFace } from '../../files/default-face.ts';
import { announceFace } from '../groups/picture.ts';
import { loginUser } from './user-data.ts';

/** ACC-11. In a closed organisation names are given by it, unless people may rename themselves (CONF-8). */
export async function updateUserInfo(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof infoCall.body>,
): Promise<EndpointAnswer> {
  const problem = nicknameProblem(body.realname) ?? (body.email === '' ? null : emailProblem(body.email));
  if (problem) throw new Refused(problem);
  if (lengthOf(body.motto) > textLimits.mottoMax || lengthOf(body.email) > textLimits.verificationMax)
    throw new Refused('tooLong');
  const { runMode, diyName } = core.config().sysInfo;
  const row = await command(core, async (tx, record) => {
    const was = await tx.users.byId(user);
    if (was?.realname !== body.realname && runMode === 1 && !diyName) throw new Refused('nameFixed');
    const { realname, email, motto, sex } = body;
    const face =
      core.uploads && isDefaultFace(was?.avatar ?? '') ? { avatar: defaultFace(realname, user) } : {};
    await tx.users.update(user, { realname, email, motto, sex, ...face });
    const shown = was?.realname !== realname;
    if (shown) await tx.profiles.noteChange(user);
    await record.event(userStream(user), shown ? { kind: 'profile', shown } : { kind: 'profile' });
    return tx.users.byId(user);
  });
  await announceFace(core, user);
  return { data: row ? loginUser(row) : '' };
}

/**
 * ACC-12. For an account that was never proved this is the proof; a proved one is left with a code to it as
 * well.
 */
export async function editAccount(
  context: SignedIn,
  body: v.InferOutput<typeof accountCall.body>,
): Promise<EndpointAnswer> {
  const { core, session } = context;
  if (core.config().demonMode) throw new Refused('demoMode');
  if (addressKind(body.account) === null) throw new Refused('addressKind');
  if (lengthOf(body.account) > textLimits.accountMax) throw new Refused('accountLength');
  const me = await ownRow(core, session.user);
  if (me.isAuth && me.account === body.account) throw new Refused('sameAccount');
  if (body.newCode === '' || (me.isAuth && body.code === '')) throw new Refused('needCode');
  // That it is taken is told to its owner alone, by mail (ACC-14).
  await demandCode(context, body.account, 'account', body.newCode);
  if (me.isAuth) await demandCode(context, me.account, 'account', body.code);
  await command(core, async (tx, record) => {
    const taken = await tx.users.byAccount(body.account);
    if (taken && taken.id !== session.user) throw new Refused('accountTaken');
    await tx.users.update(session.user, {
      account: body.account,
      isAuth: true,
      ...(body.account.includes('@') ? { email: body.account } : {}),
    });
    // Friends find people by it (STREAM-17).
    await tx.profiles.noteChange(session.user);
    await record.event(userStream(session.user), { kind: 'profile', shown: true });
    await endTokens(tx, record, session.user, { except: session.token });
  });
  return {};
}

/** ACC-13. By a code to the own account or the old password; every other login of the person ends. */
export async function editPassword(
  context: SignedIn,
  body: v.InferOutput<typeof passwordCall.body>,
): Promise<EndpointAnswer> {
  const { core, session } = context;
  if (core.config().demonMode) throw new Refused('demoMode');
  const problem = newPasswordProblem(core.passwords, body.password);
  if (problem) throw new Refused(problem);
  const me = await ownRow(core, session.user);
  if (body.code !== '') await demandCode(context, me.account, 'password', body.code);
  else if (body.originalPassword !== '') await demandOldPassword(context, me, body.originalPassword);
  else throw new Refused('needOldPassword');
  const passwordHash = await core.passwords.hash(body.password);
  await command(core, async (tx, record) => {
    await tx.users.update(session.user, { passwordHash });
    await endTokens(tx, record, session.user, { except: session.token });
  });
  return {};
}

/** Whoever is signed in is known: strangers' tries do not stop them (LIMIT-12). */
async function demandOldPassword(context: SignedIn, me: UserRow, password: string): Promise<void> {
  const attempt = { account: me.account, user: me, password, known: context.session.token };
  await watched(context, me.account, async () => {
    if (!(await context.tries.right(context, attempt))) throw new Refused('passwordWrong');
  });
}

async function ownRow(core: Core, user: UserId): Promise<UserRow> {
  const row = await core.store.read((tx) => tx.users.byId(user));
  if (!row) throw new Refused('userUnknown');
  return row;
}

interface Ending {
  /** The login that stays. */
  readonly except?: string;
  /** The sockets are closed, not only let go. */
  readonly isDisabled?: true;
}

/** Ends the logins of a person; their sockets are let go when the events are delivered. */
export async function endTokens(
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  { except, ...why }: Ending = {},
): Promise<void> {
  const others = (await tx.tokens.ofUser(user, tx.nowMs)).filter(({ hash }) => hash !== except);
  for (const { hash } of others) {
    await tx.tokens.end(hash);
    await record.event(userStream(user), { kind: 'session', token: hash, ...why });
  }
}
