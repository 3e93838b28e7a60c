import type * as v from 'valibot';
import { accountProblem, addressKind, nicknameProblem, repeatProblem } from '../../../domain/validation.ts';
import type { ReadTx } from '../../../ports/store.ts';
import type { register as call } from '../../../wire/calls/register.ts';
import { command } from '../../kernel/core.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { Refused, refusedForNow } from '../../kernel/refused.ts';
import type { Context } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { demandCode } from './codes.ts';
import { newPasswordProblem } from './new-password.ts';
import { addUser } from './new-user.ts';
import { demandOpen } from './open.ts';
import { ADDRESS_WRONG } from './tries.ts';

type Body = v.InferOutput<typeof call.body>;

/** ACC-1, START-3. The hash is made before the transaction, which waits for nothing but the store. */
export async function register(context: Context, body: Body): Promise<EndpointAnswer> {
  const { core } = context;
  const problem =
    accountProblem(body.account) ??
    nicknameProblem(body.realname) ??
    newPasswordProblem(core.passwords, body.password) ??
    (body.repass === undefined ? null : repeatProblem(body.password, body.repass));
  if (problem) throw new Refused(problem);
  if (core.config().demonMode) throw new Refused('demoMode');
  demandOpen(core, 0);
  const proved = demandKind(core, body);
  await core.store.read((tx) => demandInvite(core, tx, body));
  // Where accounts are proved, that one is taken is told to its owner alone, by mail (ACC-14).
  if (!proved) await demandFree(context, body.account);
  takeInterval(context);
  if (proved) await demandCode(context, body.account, 'register', body.code);
  const passwordHash = await core.passwords.hash(body.password);
  const id = await command(core, async (tx) => {
    // Again: two of the same account may wait side by side.
    await demandInvite(core, tx, body);
    if (await tx.users.byAccount(body.account)) throw new Refused('accountTaken');
    const user = await addUser(tx, {
      account: body.account,
      realname: body.realname,
      passwordHash,
      isAuth: proved,
      faces: Boolean(core.uploads),
    });
    if (core.config().sysInfo.regtype === 2 && !(await tx.invites.use(body.inviteCode, user))) {
      throw new Refused('inviteDead');
    }
    return user;
  });
  return { data: { user_id: id } };
}

/** Which kind of account the site asks for; above 0 it is proved by a code (CONF-5). */
function demandKind(core: Context['core'], { account, code }: Body): boolean {
  const { regauth } = core.config().sysInfo;
  if (regauth === 0) return false;
  const kind = addressKind(account);
  if (kind === null)
    throw new Refused(regauth === 1 ? 'needPhone' : regauth === 2 ? 'needEmail' : 'addressKind');
  if (regauth === 1 && kind !== 'phone') throw new Refused('needPhone');
  if (regauth === 2 && kind !== 'email') throw new Refused('needEmail');
  if (code === '') throw new Refused('needCode');
  return true;
}

async function demandInvite(core: Context['core'], tx: ReadTx, body: Body): Promise<void> {
  if (core.config().sysInfo.regtype !== 2) return;
  if (body.inviteCode === '') throw new Refused('inviteOnly');
  const invite = await tx.invites.byCode(body.inviteCode);
  if (!invite || invite.usedBy !== null || invite.expiresAtMs <= core.clock.nowMs())
    throw new Refused('inviteDead');
}

/**
 * Names have to be told apart, so that one is taken is told; finding many of them out is counted as wrong
 * passwords are (ACC-14).
 */
async function demandFree({ core, rates, peer }: Context, account: string): Promise<void> {
  const key = `taken @${addressKey(peer.address)}`;
  const wait = rates.spent(key, ADDRESS_WRONG);
  if (wait > 0) throw refusedForNow('tooOften', wait);
  if (!(await core.store.read((tx) => tx.users.byAccount(account)))) return;
  rates.spend(key, ADDRESS_WRONG, 1);
  throw new Refused('accountTaken');
}

function takeInterval({ core, rates, peer }: Context): void {
  const sec = core.config().sysInfo.registerIntervalSec;
  if (sec === 0) return;
  const wait = rates.take(`interval @${addressKey(peer.address)}`, { times: 1, windowMs: sec * 1_000 });
  if (wait > 0) throw refusedForNow('tooOften', wait);
}
