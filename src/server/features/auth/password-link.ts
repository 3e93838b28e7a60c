import type * as v from 'valibot';
import { deviceName } from '../../../domain/device-name.ts';
import { passwordCode, userOfUndoCode } from '../../../domain/password-link.ts';
import { repeatProblem } from '../../../domain/validation.ts';
import type { Passwords } from '../../../ports/passwords.ts';
import type { Ids } from '../../../ports/random.ts';
import type { CodeKey, ReadTx, UserRow, WriteTx } from '../../../ports/store.ts';
import type { register as call } from '../../../wire/calls/sign-in.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { inviteLimits } from '../../kernel/limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { Context } from '../context.ts';
import { accountCommand } from './account-command.ts';
import { ownerByUndo, undoAddress, type Way } from './address-undo.ts';
import { codeText } from './invite.ts';
import { checkOwnPassword, newPasswordProblem } from './new-password.ts';
import { checkOpen } from './open.ts';
import { endTokens } from './own-account.ts';

type Body = Pick<v.InferOutput<typeof call.body>, 'account' | 'password' | 'repass' | 'inviteCode'>;
type Owner = Pick<UserRow, 'id' | 'account'>;

/** One for each account, so that a newer link ends the older one. */
const keyOf = (account: string): CodeKey => ({ account, purpose: 'link', asker: 'admin' });

/** Includes the user, because another user may have the account later. */
const digestOf = (passwords: Passwords, { id }: Owner, code: string): string =>
  passwords.digest(`password link ${id} ${code}`);

/** Returns the code of a link by which the user sets a password (ACC-23). */
export async function addPasswordLink(
  { ids, passwords }: { readonly ids: Ids; readonly passwords: Passwords },
  tx: WriteTx,
  owner: Owner,
): Promise<string> {
  const code = passwordCode(codeText(ids, inviteLimits.passwordLength));
  await tx.codes.save({
    ...keyOf(owner.account),
    hash: digestOf(passwords, owner, code),
    sentAtMs: tx.nowMs,
    expiresAtMs: tx.nowMs + inviteLimits.lifeMs,
    tries: 0,
  });
  return code;
}

export const endPasswordLink = (tx: WriteTx, account: string): Promise<void> => tx.codes.end(keyOf(account));

/** Returns the user whose password the link sets. A login after its creation ends the link. */
async function ownerBy(
  { passwords }: Context['core'],
  tx: ReadTx,
  { account, inviteCode }: Body,
  nowMs: number,
): Promise<UserRow | null> {
  const user = await tx.users.byAccount(account);
  const row = user && (await tx.codes.get(keyOf(user.account)));
  if (!row || !user.active || row.expiresAtMs <= nowMs || user.lastLoginAtMs >= row.sentAtMs) return null;
  return row.hash === digestOf(passwords, user, inviteCode) ? user : null;
}

interface Found {
  readonly user: UserRow;
  /** The link also gives the old address back (ACC-29). */
  readonly back?: Way;
}

async function findOwner(
  core: Context['core'],
  tx: ReadTx,
  body: Body,
  nowMs: number,
): Promise<Found | null> {
  if (userOfUndoCode(body.inviteCode) !== null) {
    const undo = await ownerByUndo(core, tx, body, nowMs);
    if (!undo) return null;
    const { user, ...back } = undo;
    return { user, back };
  }
  const user = await ownerBy(core, tx, body, nowMs);
  return user && { user };
}

/**
 * Sets a password by a link. The code has 100 random bits, so wrong ones are not counted: that would let
 * strangers end the link of another user.
 */
export async function passwordByLink({ core, peer }: Context, body: Body): Promise<EndpointAnswer | Refusal> {
  if (core.config().demonMode) return new Refusal('demoMode');
  const problem =
    newPasswordProblem(core.passwords, body.password, core.config()) ??
    (body.repass === undefined ? null : repeatProblem(body.password, body.repass));
  if (problem) return new Refusal(problem);
  const owner = await core.store.read((tx) => findOwner(core, tx, body, core.clock.nowMs()));
  if (!owner) return new Refusal('linkDead');
  const refusal = (await checkOwnPassword(core, owner.user)) ?? checkOpen(core, owner.user.role);
  if (refusal) return refusal;
  const passwordHash = await core.passwords.hash(body.password);
  return accountCommand(core, owner.user.id, async (tx, record, note) => {
    // Again: the same link may be used twice at once.
    const again = await findOwner(core, tx, body, tx.nowMs);
    if (!again) return new Refusal('linkDead');
    const { user, back } = again;
    await endPasswordLink(tx, user.account);
    if (back) await undoAddress(tx, record, user, { account: body.account, ...back });
    await tx.users.update(user.id, { passwordHash });
    await tx.letIn.note(user.id);
    const logins = await endTokens(tx, record, user.id);
    await note({ what: 'password', device: deviceName(peer.userAgent), isReturn: back !== undefined });
    const facts = { logins, way: back ? 'undo' : 'link' };
    await noteOwn(core.passwords, tx, user.id, { what: 'password changed', facts });
    return { data: { user_id: user.id } };
  });
}
