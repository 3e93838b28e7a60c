import type { GlobalConfig } from '../../../domain/config.ts';
import { passwordProblem } from '../../../domain/validation.ts';
import type { Passwords } from '../../../ports/passwords.ts';
import type { OpenIdRow, ReadTx, UserRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Reason } from '../../kernel/texts.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * Returns why a password is unacceptable: its length, for which the operator may set a higher minimum
 * (ACC-18), or that it is a common one (ACC-17).
 */
export const newPasswordProblem = (
  passwords: Pick<Passwords, 'digest'>,
  password: string,
  { sysInfo }: Pick<GlobalConfig, 'sysInfo'>,
): Reason | null =>
  passwordProblem(password, sysInfo.longPasswords) ??
  (isPattern(password) || isCommon(passwords, password.toLowerCase()) ? 'passwordCommon' : null);

/** One repeated character, or a straight run: `aaaaaa`, `abcdefg`, `987654`. */
function isPattern(text: string): boolean {
  const characters = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(characters.slice(1).map((character, at) => character - (characters[at] ?? 0)));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}

let prints: ReadonlySet<number> | null = null;

function isCommon({ digest }: Pick<Passwords, 'digest'>, text: string): boolean {
  prints ??= unpacked();
  return prints.has(Number.parseInt(digest(text).slice(0, 8), 16));
}

function unpacked(): ReadonlySet<number> {
  const bytes = Uint8Array.from(
    atob(COMMON_PASSWORDS.replaceAll('\n', '')),
    (character) => character.codePointAt(0) ?? 0,
  );
  const view = new DataView(bytes.buffer);
  return new Set(Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4)));
}

/** Users of the LDAP server are stored among the provider logins, under this name (LDAP-2). */
export const LDAP = 'ldap';

export const ldapRow = async (tx: ReadTx, { id }: Pick<UserRow, 'id'>): Promise<OpenIdRow | null> =>
  (await tx.openIds.ofUser(id)).find(({ issuer }) => issuer === LDAP) ?? null;

/**
 * Returns true if the password opens the account. For users of the organisation its server alone decides,
 * even if an earlier password is stored here (LDAP-2). A missing account takes as long as an existing one
 * (ACC-14).
 */
export async function passwordFits(
  { store, passwords, ldap }: Pick<Core, 'store' | 'passwords' | 'ldap'>,
  { user, password }: { readonly user: UserRow | null; readonly password: string },
): Promise<boolean | Refusal> {
  const row = ldap && user ? await store.read((tx) => ldapRow(tx, user)) : null;
  if (!ldap || !row) return passwords.verify(user?.passwordHash ?? null, password);
  const fits = await ldap.fits(row.subject, password);
  return fits === 'away' ? new Refusal('ldapAway') : fits;
}

/** A password stored elsewhere is changed there (LDAP-5). */
export async function checkOwnPassword(
  { store, ldap }: Pick<Core, 'store' | 'ldap'>,
  user: Pick<UserRow, 'id'>,
): Promise<Refusal | null> {
  const row = ldap ? await store.read((tx) => ldapRow(tx, user)) : null;
  return row ? new Refusal('ldapPassword') : null;
}
