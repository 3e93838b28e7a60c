import type * as v from 'valibot';
import { proofLimits } from '../../../domain/account-limits.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { CodeKey, ReadTx } from '../../../ports/store.ts';
import type { prove as call } from '../../../wire/calls/accounts.ts';
import { code } from '../../../wire/envelope.ts';
import { command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer, LoginSession } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { checkCode } from './codes.ts';
import { checkOldAddress, isNewAddress, userKey } from './new-address.ts';
import { checkOldPassword, ownRow } from './own-account.ts';
import { passkeyPlace, takePasskey } from './passkeys.ts';
import { checkSecondStep } from './second-step.ts';
import { limitTries } from './tries.ts';

export type Proving = Pick<SignedIn, 'core' | 'peer' | 'tries' | 'session' | 'origin'>;

export interface Proof {
  readonly password: string;
  /** A code of the second step, beside the password. */
  readonly otp: string;
  /** An answer of a passkey, in the place of both (PASSKEY-2). */
  readonly passkey: string;
}

/**
 * Refuses a session whose last proof is too old, with its username and the ways to prove it again.
 * @param from `login`: a login just made is a proof as well, also by a mailed code or elsewhere (ACC-27)
 */
export async function checkFreshProof(
  context: Proving,
  from: 'proof' | 'login' = 'proof',
): Promise<Refusal | null> {
  const { core, session } = context;
  const since = core.clock.nowMs() - proofLimits.lifeMs;
  return core.store.read(async (tx) => {
    const login = await tx.tokens.byHash(session.token, core.clock.nowMs());
    const atMs = login && Math.max(login.provedAtMs, from === 'login' ? login.createdAtMs : 0);
    if (atMs !== null && atMs > since) return null;
    const mark = from === 'login' ? await tx.codes.get(markOf(session)) : null;
    if (mark !== null && mark.sentAtMs > since) return null;
    return new Refusal('needProof', { code: code.freshProof, detail: await waysOf(context, tx) });
  });
}

async function waysOf(context: Proving, tx: ReadTx): Promise<object> {
  const { user } = context.session;
  const hasPasskeys = !(passkeyPlace(context) instanceof Refusal);
  const passkey = hasPasskeys && (await tx.passkeys.ofUser(user)).length > 0;
  const me = await tx.users.byId(user);
  const hasAddress = context.core.mail !== null && me?.isAuth === true && me.account.includes('@');
  const code = hasAddress && !(await isNewAddress(tx, user, context.core.clock.nowMs()));
  const secondStep = (await tx.secondSteps.get(user))?.isOn === true;
  return { account: me?.account ?? '', passkey, code, secondStep };
}

/** Marks the session as proved: by the password and the second step, or by a passkey. */
export async function prove(context: Proving, proof: Proof): Promise<Refusal | null> {
  const { core, session } = context;
  const me = await ownRow(core, session.user);
  if (me instanceof Refusal) return me;
  const attempt = { account: me.account, user: me, deviceProof: session.token };
  let refusal: Refusal | null;
  if (proof.passkey !== '') {
    refusal = await limitTries(context, me.account, async () => {
      const check = () => opens(context, proof, me.id);
      const right = await context.tries.right(context, { ...attempt, check });
      return right === true ? null : right === false ? new Refusal('passkeyWrong') : right;
    });
  } else if (proof.password === '') refusal = new Refusal('needPassword');
  else {
    refusal = await checkOldPassword(context, me, proof.password);
    refusal ??= await limitTries(context, me.account, () =>
      checkSecondStep(context, attempt, { otp: proof.otp }),
    );
  }
  if (refusal) return refusal;
  await command(core, (tx) => tx.tokens.update(session.token, { provedAtMs: tx.nowMs }));
  return null;
}

/** The same as a call of the user, for changes of the own account (ACC-27). */
export const proveOwn = async (
  context: SignedIn,
  body: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> =>
  (await (body.code === '' ? prove(context, body) : proveByCode(context, body))) ?? {};

/** The name of the mark differs from each address, so the server sends no code to it. */
const markOf = ({ user, token }: LoginSession): CodeKey => ({
  account: userKey(user),
  purpose: 'proved',
  asker: token,
});

/**
 * Accepts a code to the proved address, for users without a password here. The console does not accept it, as
 * it does not accept a login by such a code (CONSOLE-9). A new address does not count (ACC-28).
 */
async function proveByCode(
  context: SignedIn,
  { code: mailCode, otp }: { readonly code: string; readonly otp: string },
): Promise<Refusal | null> {
  const { core, session } = context;
  const me = await ownRow(core, session.user);
  if (me instanceof Refusal) return me;
  if (!me.isAuth) return new Refusal('codeWrong');
  const refusal =
    (await checkOldAddress(core, me.id)) ??
    (await limitTries(context, me.account, async () => {
      const attempt = { account: me.account, user: me, deviceProof: session.token };
      // The second step comes first: a mistyped one leaves the mailed code valid.
      return (
        (await checkSecondStep(context, attempt, { otp })) ??
        (await checkCode(context, me.account, 'proof', mailCode))
      );
    }));
  if (refusal) return refusal;
  await command(core, (tx) =>
    tx.codes.save({
      ...markOf(session),
      hash: '',
      sentAtMs: tx.nowMs,
      expiresAtMs: tx.nowMs + proofLimits.lifeMs,
      tries: 0,
    }),
  );
  return null;
}

/** An expired challenge is not a wrong answer. */
async function opens(context: Proving, { passkey }: Proof, user: UserId): Promise<boolean | Refusal> {
  const refusal = await takePasskey(context, passkey, user);
  return refusal?.reason === 'passkeyWrong' ? false : (refusal ?? true);
}

/**
 * Runs a change of what protects the account after a fresh proof: a stolen token alone must not suffice
 * (ACC-27). A call with the password, or with a code to the old address, is its own proof.
 */
export const proved =
  <B>(execute: (context: SignedIn, body: B) => Promise<EndpointAnswer | Refusal>) =>
  async (context: SignedIn, body: B): Promise<EndpointAnswer | Refusal> =>
    (await checkFreshProof(context, 'login')) ?? execute(context, body);
