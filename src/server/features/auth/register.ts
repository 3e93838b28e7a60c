import type * as v from 'valibot';
import { isPasswordCode } from '../../../domain/password-link.ts';
import { accountProblem, addressKind, nicknameProblem, repeatProblem } from '../../../domain/validation.ts';
import type { ReadTx } from '../../../ports/store.ts';
import type { register as call } from '../../../wire/calls/sign-in.ts';
import { command } from '../../kernel/core.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';
import type { Context } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { announcePicture } from '../groups/picture.ts';
import { checkCode } from './codes.ts';
import { addUser, isTaken, reservedRefusal, welcome } from './new-user.ts';
import { joinByInvite, inviteOf } from './invite.ts';
import { newPasswordProblem } from './new-password.ts';
import { checkOpen } from './open.ts';
import { passwordByLink } from './password-link.ts';
import { ADDRESS_WRONG } from './tries.ts';
import { USER_ROLE } from '../../../domain/contact.ts';

type Body = v.InferOutput<typeof call.body>;

/** ACC-1, START-3. Hashes before the transaction, which waits only for the store. */
export async function register(context: Context, body: Body): Promise<EndpointAnswer | Refusal> {
  const { core } = context;
  if (isPasswordCode(body.inviteCode)) return passwordByLink(context, body);
  const ofAccount = accountProblem(body.account);
  if (ofAccount) return new Refusal(ofAccount, { field: 'account' });
  const ofName = nicknameProblem(body.realname);
  if (ofName) return new Refusal(ofName, { field: 'realname' });
  const problem =
    newPasswordProblem(core.passwords, body.password, core.config()) ??
    (body.repass === undefined ? null : repeatProblem(body.password, body.repass));
  if (problem) return new Refusal(problem);
  if (core.config().demonMode) return new Refusal('demoMode');
  let refusal = checkOpen(core, USER_ROLE.user);
  if (refusal) return refusal;
  const proved = checkKind(core, body);
  if (proved instanceof Refusal) return proved;
  const first = await core.store.read(async (tx) => {
    const invited = await inviteOf(core, tx, body.inviteCode);
    return invited instanceof Refusal ? invited : reservedIn(tx, body);
  });
  if (first) return first;
  // If accounts are verified, a taken one is reported only to its owner, by mail (ACC-14).
  if (!proved) {
    refusal = await checkFree(context, body.account);
    if (refusal) return refusal;
  }
  refusal = takeInterval(context);
  if (refusal) return refusal;
  if (proved) {
    refusal = await checkCode(context, body.account, 'register', body.code);
    if (refusal) return refusal;
  }
  const passwordHash = await core.passwords.hash(body.password);
  const outcome = await command(core, async (tx, record) => {
    // Again: two of the same account may wait side by side.
    const invite = await inviteOf(core, tx, body.inviteCode);
    if (invite instanceof Refusal) return invite;
    const reserved = await reservedIn(tx, body);
    if (reserved) return reserved;
    if (await isTaken(tx, body.account)) return new Refusal('accountTaken');
    const user = await addUser(tx, {
      account: body.account,
      realname: body.realname,
      passwordHash,
      isAuth: proved,
      faces: Boolean(core.uploads),
      invite: body.inviteCode,
    });
    const group = invite && (await joinByInvite(core, tx, record, user, invite));
    if (group instanceof Refusal) return group;
    const role = (await tx.users.byId(user))?.role ?? 0;
    const facts = { address: addressKey(context.peer.address), role, invited: invite !== null };
    await noteAudit(core.passwords, tx, { by: `user ${user}`, what: 'registered', facts });
    return { user, groups: [group, await welcome(core, tx, record, user)] };
  });
  if (outcome instanceof Refusal) return outcome;
  for (const group of outcome.groups) if (group !== null) await announcePicture(core, group, outcome.user);
  return { data: { user_id: outcome.user } };
}

/** A reserved username or name, at its field (RULE-9). */
async function reservedIn(tx: ReadTx, { account, realname }: Body): Promise<Refusal | null> {
  return (
    ((await reservedRefusal(tx, account)) && new Refusal('nameReserved', { field: 'account' })) ??
    ((await reservedRefusal(tx, realname)) && new Refusal('nameReserved', { field: 'realname' }))
  );
}

/** Kind of account the site requires; above 0 it is verified by a code (CONF-5). */
function checkKind(core: Context['core'], { account, code }: Body): boolean | Refusal {
  const { regauth } = core.config().sysInfo;
  if (regauth === 0) return false;
  const kind = addressKind(account);
  if (kind === null)
    return new Refusal(regauth === 1 ? 'needPhone' : regauth === 2 ? 'needEmail' : 'addressKind');
  if (regauth === 1 && kind !== 'phone') return new Refusal('needPhone');
  if (regauth === 2 && kind !== 'email') return new Refusal('needEmail');
  if (code === '') return new Refusal('needCode');
  return true;
}

/**
 * Names must be unique, so a taken one is reported; probing many is limited like wrong passwords (ACC-14).
 */
async function checkFree({ core, rates, peer }: Context, account: string): Promise<Refusal | null> {
  const key = `taken @${addressKey(peer.address)}`;
  const wait = rates.waitMsOf(key, ADDRESS_WRONG);
  if (wait > 0) return refusedForNow('tooOften', wait);
  if (!(await core.store.read((tx) => isTaken(tx, account)))) return null;
  rates.spend(key, ADDRESS_WRONG, 1);
  return new Refusal('accountTaken');
}

function takeInterval({ core, rates, peer }: Context): Refusal | null {
  const sec = core.config().sysInfo.registerIntervalSec;
  if (sec === 0) return null;
  const wait = rates.take(`interval @${addressKey(peer.address)}`, { times: 1, windowMs: sec * 1_000 });
  return wait > 0 ? refusedForNow('tooOften', wait) : null;
}
