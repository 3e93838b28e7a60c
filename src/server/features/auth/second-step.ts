import type { TOTP } from 'otpauth';
import type * as v from 'valibot';
import { deviceName } from '../../../domain/device-name.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { SecondStepRow } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/accounts.ts';
import { code } from '../../../wire/envelope.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { type Core, command } from '../../kernel/core.ts';
import { secondStepLimits as limits } from '../../kernel/limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { Context, SignedIn } from '../context.ts';
import { accountCommand } from './account-command.ts';
import { codeText } from './invite.ts';
import { checkOldPassword, ownRow } from './own-account.ts';
import { takePasskey } from './passkeys.ts';
import { type Attempt, limitTries } from './tries.ts';

const PERIOD_MS = 30_000;

/** Loads the library on first use (START-11). */
async function appOf(secret: string, issuer = '', label = ''): Promise<TOTP> {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ secret: Secret.fromHex(secret), issuer, label });
}

/** The setup of a code app, as text and as a picture code. */
async function setUpOf(
  secret: string,
  issuer: string,
  account: string,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const app = await appOf(secret, issuer, account);
  return { secret: app.secret.base32, uri: app.toString() };
}

/**
 * Returns the half minute of this code; null: it matches neither the present, the previous nor the next one.
 * Phone clocks are slightly wrong, and users type slowly.
 */
async function stepOf({ clock }: Pick<Core, 'clock'>, secret: string, code: string): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const app = await appOf(secret);
  const timestamp = clock.nowMs();
  const delta = app.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / PERIOD_MS) + delta;
}

const digestOf = ({ passwords, secret }: Core, user: UserId, code: string): string =>
  passwords.mac(secret, `recovery ${user} ${code}`);

/** Codes for a user who has lost the app; only their digests are stored, so they are shown once. */
function recoveryCodes(
  core: Core,
  user: UserId,
): { readonly codes: readonly string[]; readonly digests: readonly string[] } {
  const codes = Array.from({ length: limits.codes }, () => codeText(core.ids, limits.codeLength));
  return { codes, digests: codes.map((code) => digestOf(core, user, code)) };
}

/**
 * Accepts a code once: a separate command consumes it, so that of two concurrent ones, on any nodes, one
 * succeeds (SECOND-3).
 */
async function takeCode(core: Core, row: SecondStepRow, input: string): Promise<boolean> {
  const code = input.replaceAll(/[\s-]/g, '').toUpperCase();
  const step = await stepOf(core, row.secret, code);
  return command(core, (tx) =>
    step === null
      ? tx.secondSteps.takeRecovery(row.user, digestOf(core, row.user, code))
      : tx.secondSteps.takeStep(row.user, step),
  );
}

type Body<C extends { readonly body: v.GenericSchema }> = v.InferOutput<C['body']>;

/**
 * Follows the password, if the user turned it on: a code of their app, a recovery code, or one of their
 * passkeys (SECOND-2, PASSKEY-2). Wrong ones count like wrong passwords.
 */
export async function checkSecondStep(
  context: Pick<Context, 'core' | 'peer' | 'tries' | 'origin'>,
  attempt: Omit<Attempt, 'password'>,
  { otp, passkey = '' }: { readonly otp: string; readonly passkey?: string },
): Promise<Refusal | null> {
  const { core, tries } = context;
  const { user } = attempt;
  const row = user && (await core.store.read((tx) => tx.secondSteps.get(user.id)));
  if (!row?.isOn) return null;
  if (otp === '' && passkey === '') return new Refusal('needOtp', { code: code.secondStep });
  const check = async (): Promise<boolean> =>
    passkey === '' ? takeCode(core, row, otp) : (await takePasskey(context, passkey, row.user)) === null;
  const right = await tries.right(context, { ...attempt, check });
  if (right instanceof Refusal) return right;
  if (right) return null;
  return new Refusal(passkey === '' ? 'otpWrong' : 'passkeyWrong', { code: code.secondStep });
}

export async function getSecondStep({ core, session }: SignedIn): Promise<EndpointAnswer> {
  const [row, recovery] = await core.store.read(async (tx) => [
    await tx.secondSteps.get(session.user),
    await tx.secondSteps.recoveryLeft(session.user),
  ]);
  return { data: { on: row?.isOn ? 1 : 0, recovery } };
}

/** Creates a secret, with the password: inactive until a code has proved that an app has it. */
export async function beginSecondStep(
  context: SignedIn,
  { password }: Body<typeof calls.beginSecondStep>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  if (core.config().demonMode) return new Refusal('demoMode');
  const me = await ownRow(core, session.user);
  if (me instanceof Refusal) return me;
  const refusal = await checkOldPassword(context, me, password);
  if (refusal) return refusal;
  const secret = core.ids.hex(20);
  const hasBegun = await command(core, (tx) => tx.secondSteps.begin(session.user, secret));
  if (!hasBegun) return new Refusal('secondStepOn');
  return { data: await setUpOf(secret, core.config().sysInfo.name, me.account) };
}

/** Proves it by a code, and tells the recovery codes, this once (SECOND-1, SECOND-4). */
export async function confirmSecondStep(
  { core, session, peer }: SignedIn,
  { otp }: Body<typeof calls.confirmSecondStep>,
): Promise<EndpointAnswer | Refusal> {
  const { user } = session;
  const row = await core.store.read((tx) => tx.secondSteps.get(user));
  if (!row || row.isOn) return new Refusal(row ? 'secondStepOn' : 'secondStepOff');
  const step = await stepOf(core, row.secret, otp.replaceAll(' ', ''));
  if (step === null) return new Refusal('otpWrong', { code: code.secondStep });
  const { codes, digests } = recoveryCodes(core, user);
  const refusal = await accountCommand(core, user, async (tx, _, note) => {
    if (!(await tx.secondSteps.turnOn(user, row.secret, step))) return new Refusal('secondStepOn');
    await tx.secondSteps.addRecovery(user, digests);
    await note({ what: 'secondStepOn', device: deviceName(peer.userAgent) });
    await noteOwn(core.passwords, tx, user, { what: 'second step on' });
    return null;
  });
  return refusal ?? { data: { codes } };
}

/** Requires both: access to an unlocked device must not suffice (SECOND-5). */
export async function endSecondStep(
  context: SignedIn,
  { password, otp }: Body<typeof calls.endSecondStep>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const me = await ownRow(core, session.user);
  if (me instanceof Refusal) return me;
  const row: SecondStepRow | null = await core.store.read((tx) => tx.secondSteps.get(session.user));
  if (!row?.isOn) return new Refusal('secondStepOff');
  let refusal = await checkOldPassword(context, me, password);
  if (refusal) return refusal;
  refusal = await limitTries(context, me.account, () =>
    checkSecondStep(context, { account: me.account, user: me, deviceProof: session.token }, { otp }),
  );
  if (refusal) return refusal;
  await accountCommand(core, session.user, async (tx, _, note) => {
    if (!(await tx.secondSteps.end(session.user))) return;
    await note({ what: 'secondStepOff', device: deviceName(context.peer.userAgent) });
    await noteOwn(core.passwords, tx, session.user, { what: 'second step off' });
  });
  return {};
}
