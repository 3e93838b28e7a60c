import type { OpenIdRow, ReadTx, UserRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';

/** People of the LDAP server stand among the logins elsewhere, under this name (LDAP-2). */
export const LDAP = 'ldap';

export const ldapRow = async (tx: ReadTx, { id }: Pick<UserRow, 'id'>): Promise<OpenIdRow | null> =>
  (await tx.openIds.ofUser(id)).find(({ issuer }) => issuer === LDAP) ?? null;

/**
 * Whether this opens the account. Of people of the organisation its server alone decides, also where a
 * password of before is kept here (LDAP-2). Nobody's account takes as long as somebody's (ACC-14).
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

/** What is kept elsewhere is changed there (LDAP-5). */
export async function demandOwnPassword(
  { store, ldap }: Pick<Core, 'store' | 'ldap'>,
  user: Pick<UserRow, 'id'>,
): Promise<Refusal | null> {
  const row = ldap ? await store.read((tx) => ldapRow(tx, user)) : null;
  return row ? new Refusal('ldapPassword') : null;
}
