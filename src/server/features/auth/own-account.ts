import type * as v from 'valibot';
import { deviceName } from '../../../domain/device-name.ts';
import { type UserId, userStream } from '../../../domain/ids.ts';
import { textLimits } from '../../../domain/limits.ts';
import { isReserved } from '../../../domain/reserved-names.ts';
import { emailProblem, lengthOf, nicknameProblem } from '../../../domain/validation.ts';
import type { UserRow, WriteTx } from '../../../ports/store.ts';
import type {
  updateUserInfo as infoCall,
  editPassword as passwordCall,
} from '../../../wire/calls/accounts.ts';
import { defaultFace, isDefaultFace } from '../../files/faces.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { type Core, type EventRecorder, command } from '../../kernel/core.ts';
import { rebased } from '../../kernel/newer.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { dropUserEverywhere } from '../group-calls/devices.ts';
import { announceFace } from '../groups/picture.ts';
import { wasSignedOut } from '../push/want.ts';
import { accountCommand } from './account-command.ts';
import { checkCode } from './codes.ts';
import { checkOwnPassword, newPasswordProblem } from './new-password.ts';
import { checkOldAddress } from './new-address.ts';
import { limitTries } from './tries.ts';
import { sendProfile } from '../../frames/profile-data.ts';
import { loginUser } from '../../frames/user-data.ts';
import { RUN_MODE } from '../../../domain/config.ts';
import { isFirstAdministrator } from '../../../domain/permissions.ts';

/** ACC-11. In a closed organisation names are given by it, unless people may rename themselves (CONF-8). */
export async function updateUserInfo(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof infoCall.body>,
): Promise<EndpointAnswer | Refusal> {
  if (body.email !== '' && emailProblem(body.email)) return new Refusal('email');
  if (lengthOf(body.motto) > textLimits.mottoMax || lengthOf(body.email) > textLimits.verificationMax)
    return new Refusal('tooLong');
  const { runMode, diyName } = core.config().sysInfo;
  const row = await command(core, async (tx, record) => {
    const was = await tx.users.byId(user);
    if (was === null) return new Refusal('userUnknown');
    const { base, ...form } = body;
    const next = rebased(partOf(was), form, base);
    if (next instanceof Refusal) return next;
    const { realname, email, motto, sex } = next;
    if (was.realname !== realname) {
      // The present name may stay, even one that users may not choose now.
      const refusal = newNameRefusal(realname, was);
      if (refusal) return refusal;
      if (runMode === RUN_MODE.closed && !diyName) return new Refusal('nameFixed');
    }
    const face = core.uploads && isDefaultFace(was.avatar) ? { avatar: defaultFace(realname, user) } : {};
    await tx.users.update(user, { realname, email, motto, sex, ...face });
    const isRenamed = was.realname !== realname;
    if (isRenamed) await tx.profiles.noteChange(user);
    await record.event(
      userStream(user),
      isRenamed ? { kind: 'profile', shown: isRenamed } : { kind: 'profile' },
    );
    return tx.users.byId(user);
  });
  if (row instanceof Refusal) return row;
  await announceFace(core, user);
  return { data: row ? loginUser(row) : '' };
}

const partOf = ({ realname, email, motto, sex }: UserRow) => ({ realname, email, motto, sex });

function newNameRefusal(name: string, was: UserRow | null): Refusal | null {
  const problem = nicknameProblem(name);
  if (problem) return new Refusal(problem);
  return isReserved(name) && !isFirstAdministrator(was ?? null) ? new Refusal('nameReserved') : null;
}

/** ACC-13. By a code to the own account or the old password; every other login of the person ends. */
export async function editPassword(
  context: SignedIn,
  body: v.InferOutput<typeof passwordCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session, peer } = context;
  if (core.config().demonMode) return new Refusal('demoMode');
  const problem = newPasswordProblem(core.passwords, body.password, core.config());
  if (problem) return new Refusal(problem);
  const me = await ownRow(core, session.user);
  if (me instanceof Refusal) return me;
  const passwordRefusal = await checkOwnPassword(core, me);
  if (passwordRefusal) return passwordRefusal;
  if (body.code !== '') {
    const refusal =
      (await checkOldAddress(core, me.id)) ?? (await checkCode(context, me.account, 'password', body.code));
    if (refusal) return refusal;
  } else if (body.originalPassword !== '') {
    const refusal = await checkOldPassword(context, me, body.originalPassword);
    if (refusal) return refusal;
  } else return new Refusal('needOldPassword');
  const passwordHash = await core.passwords.hash(body.password);
  await accountCommand(core, me.id, async (tx, record, note) => {
    await tx.users.update(session.user, { passwordHash });
    const logins = await endTokens(tx, record, session.user, { except: session.token });
    // An intruder with the old password may have added one (ACC-20).
    const passkeys = body.keepPasskeys ? 0 : await tx.passkeys.removeAll(session.user);
    await note({ what: 'password', device: deviceName(peer.userAgent) });
    const facts = { logins, way: body.code === '' ? 'password' : 'code', ...(passkeys > 0 && { passkeys }) };
    await noteOwn(core.passwords, tx, session.user, { what: 'password changed', facts });
  });
  return {};
}

/** A signed-in user is known: attempts of strangers do not block them (LIMIT-12). */
export async function checkOldPassword(
  context: Pick<SignedIn, 'core' | 'peer' | 'tries' | 'session'>,
  me: UserRow,
  password: string,
): Promise<Refusal | null> {
  const attempt = { account: me.account, user: me, password, deviceProof: context.session.token };
  const refusal = await limitTries(context, me.account, async () => {
    const right = await context.tries.right(context, attempt);
    if (right instanceof Refusal) return right;
    return right ? null : new Refusal('passwordWrong');
  });
  return refusal;
}

export async function ownRow(core: Core, user: UserId): Promise<UserRow | Refusal> {
  const row = await core.store.read((tx) => tx.users.byId(user));
  if (!row) return new Refusal('userUnknown');
  return row;
}

interface Ending {
  /** The login that stays. */
  readonly except?: string;
  /** These alone. */
  readonly only?: (hash: string) => boolean;
  /** Closes the sockets completely, instead of only unbinding them. */
  readonly isDisabled?: true;
  readonly isClosed?: true;
}

/** Enables an account; or ends all its logins and disables it (ADMIN-4). */
export async function setActive(
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  active: boolean,
): Promise<void> {
  await tx.users.update(user, { active });
  // First, so that a disabled user receives nothing more.
  if (!active) {
    await endTokens(tx, record, user, { isDisabled: true });
    await closeTokenSockets(tx, record, user);
    await dropUserEverywhere(tx, record, user);
  }
  // Contacts can no longer write to the account, or can again (DATA-15).
  await sendProfile(tx, record, user);
}

/** Personal access tokens of a disabled user and of their bots stay, without effect (BOT-6). */
async function closeTokenSockets(tx: WriteTx, record: EventRecorder, user: UserId): Promise<void> {
  const bots = (await tx.bots.ofOwner(user)).map((one) => one.user);
  for (const { hash, user: of } of await tx.accessTokens.ofUsers([user, ...bots]))
    await record.event(userStream(of), { kind: 'session', token: hash, isDisabled: true });
}

/**
 * Ends the logins of a user, and returns their number; their sockets are closed when the events are
 * delivered.
 */
export async function endTokens(
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  { except, only = () => true, ...why }: Ending = {},
): Promise<number> {
  const all = await tx.tokens.ofUser(user, tx.nowMs);
  const others = all.filter(({ hash }) => hash !== except && only(hash));
  for (const { hash } of others) {
    await wasSignedOut(tx, hash);
    await tx.tokens.end(hash);
    await record.event(userStream(user), { kind: 'session', token: hash, ...why });
  }
  return others.length;
}
