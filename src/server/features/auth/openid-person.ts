import { accountProblem } from '../../../domain/validation.ts';
import type { OpenIdPerson } from '../../../ports/openid.ts';
import type { UserRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';

/**
 * Identifies a provider's user here: linked to this login; to be linked to the account with their address, by
 * its password; or unknown (OIDC-4, OIDC-5).
 */
type Met = { readonly kind: 'in' | 'link'; readonly user: UserRow } | { readonly kind: 'new' };

export async function meetPerson(
  core: Core,
  provider: string,
  { issuer, subject, email }: OpenIdPerson,
): Promise<Met | Refusal> {
  const isOpen = core.openIds?.providers.some((one) => one.id === provider && one.isOpen) === true;
  return core.store.read(async (tx) => {
    const row = await tx.openIds.of(issuer, subject);
    const existing = row && (await tx.users.byId(row.user));
    if (existing) return { kind: 'in', user: existing };
    if (email === '') return new Refusal('openIdAddress');
    const user = await tx.users.byAccount(email);
    if (user) return { kind: 'link', user };
    // The very first account is the administrator's, and is made here (START-3).
    return isOpen && (await tx.users.count()) > 0 ? { kind: 'new' } : new Refusal('openIdNobody');
  });
}

/** The address, where it can be an account; else a name made of it. */
export const accountFor = (core: Core, email: string): string =>
  accountProblem(email) === null ? email : variantOf(core, email);

/** A free username that begins like the given one. */
export function variantOf(core: Pick<Core, 'ids'>, account: string): string {
  const [local = ''] = account.toLowerCase().split('@', 1);
  const name = local.replaceAll(/[^a-z0-9._-]/g, '').slice(0, 20);
  return `${name || 'user'}-${core.ids.hex(4)}`;
}
