import type * as v from 'valibot';
import { deviceName } from '../../../domain/device-name.ts';
import { userStream } from '../../../domain/ids.ts';
import { textLimits } from '../../../domain/limits.ts';
import { addressKind, lengthOf } from '../../../domain/validation.ts';
import type { editAccount as call } from '../../../wire/calls/accounts.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { accountCommand } from './account-command.ts';
import { checkCode } from './codes.ts';
import { checkOldAddress, noteNewAddress } from './new-address.ts';
import { isTaken } from './new-user.ts';
import { endTokens, ownRow } from './own-account.ts';
import { checkFreshProof } from './proof.ts';

/**
 * ACC-12. A proved account is left with a code to it. Without one, or if the address is new, the user proves
 * that they are present: a stolen token alone must not suffice (ACC-27).
 */
export async function editAccount(
  context: SignedIn,
  body: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session, peer } = context;
  if (core.config().demonMode) return new Refusal('demoMode');
  if (addressKind(body.account) === null) return new Refusal('addressKind');
  if (lengthOf(body.account) > textLimits.accountMax) return new Refusal('accountLength');
  const me = await ownRow(core, session.user);
  if (me instanceof Refusal) return me;
  if (me.isAuth && me.account === body.account) return new Refusal('sameAccount');
  if (body.newCode === '' || (me.isAuth && body.code === '')) return new Refusal('needCode');
  // A stolen token alone must not suffice, so this needs a code to an old address or a fresh proof (ACC-27).
  const isProof = me.isAuth && (await checkOldAddress(core, me.id)) === null;
  let refusal = isProof ? null : await checkFreshProof(context, 'login');
  // A taken address is reported only to its owner, by mail (ACC-14).
  refusal ??= await checkCode(context, body.account, 'account', body.newCode);
  if (refusal) return refusal;
  if (me.isAuth) {
    refusal = await checkCode(context, me.account, 'account', body.code);
    if (refusal) return refusal;
  }
  refusal = await accountCommand(core, me.id, async (tx, record, note) => {
    if (await isTaken(tx, body.account, session.user)) return new Refusal('accountTaken');
    // Of two changes at once, the second has no code to the address that the first one set.
    if ((await tx.users.byId(me.id))?.account !== me.account) return new Refusal('codeWrong');
    await tx.users.update(session.user, {
      account: body.account,
      isAuth: true,
      ...(body.account.includes('@') ? { email: body.account } : {}),
    });
    await noteNewAddress(tx, session.user);
    // Friends find people by it (STREAM-17).
    await tx.profiles.noteChange(session.user);
    await record.event(userStream(session.user), { kind: 'profile', shown: true });
    const logins = await endTokens(tx, record, session.user, { except: session.token });
    await note({ what: 'account', device: deviceName(peer.userAgent) });
    await noteOwn(core.passwords, tx, session.user, { what: 'account changed', facts: { logins } });
    return null;
  });
  return refusal ?? {};
}
