import type { TOTP } from 'otpauth';
import { secondStepLimits as limits } from '../../kernel/limits.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { SecondStepRow } from '../../../ports/store.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { codeText } from './invite.ts';

const PERIOD_MS = 30_000;

/** Loads the library on first use (START-11). */
async function appOf(secret: string, issuer = '', label = ''): Promise<TOTP> {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ secret: Secret.fromHex(secret), issuer, label });
}

/** The setup of a code app, as text and as a picture code. */
export async function setUpOf(
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
export async function stepOf(
  { clock }: Pick<Core, 'clock'>,
  secret: string,
  given: string,
): Promise<number | null> {
  if (!/^\d{6}$/.test(given)) return null;
  const app = await appOf(secret);
  const timestamp = clock.nowMs();
  const delta = app.validate({ token: given, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / PERIOD_MS) + delta;
}

const digestOf = ({ passwords, secret }: Core, user: UserId, code: string): string =>
  passwords.mac(secret, `recovery ${user} ${code}`);

/** Codes for a user who has lost the app; only their digests are stored, so they are shown once. */
export function recoveryCodes(
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
export async function takeCode(core: Core, row: SecondStepRow, given: string): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, '').toUpperCase();
  const step = await stepOf(core, row.secret, code);
  return command(core, (tx) =>
    step === null
      ? tx.secondSteps.takeRecovery(row.user, digestOf(core, row.user, code))
      : tx.secondSteps.takeStep(row.user, step),
  );
}
