import type { OpenIdRow, ReadTx, UserRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';

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
export async function demandOwnPassword(
  { store, ldap }: Pick<Core, 'store' | 'ldap'>,
  user: Pick<UserRow, 'id'>,
): Promise<Refusal | null> {
  const row = ldap ? await store.read((tx) => ldapRow(tx, user)) : null;
  return row ? new Refusal('ldapPassword') : null;
}
