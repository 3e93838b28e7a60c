import type { UserRow } from '../../../ports/store.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { endTokens } from './own-account.ts';
import { LDAP } from './password-fits.ts';

/**
 * Registration does not always prove an address (`regauth` 0). The first user who logs in by a code sent to
 * it is its owner: all login methods added earlier end with that (ACC-19).
 */
export async function claimAccount(core: Core, { id, account }: UserRow): Promise<void> {
  const passwordHash = await core.passwords.hash(core.ids.hex(32));
  await command(core, async (tx, record) => {
    const user = await tx.users.byId(id);
    if (!user || user.isAuth || user.account !== account) return;
    const logins = await endTokens(tx, record, id);
    const passkeys = await tx.passkeys.removeAll(id);
    const secondStep = await tx.secondSteps.end(id);
    // The organisation's directory is not a method that a user added here.
    for (const one of await tx.openIds.ofUser(id))
      if (one.issuer !== LDAP) await tx.openIds.remove(id, one.issuer, one.subject);
    await tx.users.update(id, { isAuth: true, email: account, passwordHash });
    await noteAudit(core.passwords, tx, {
      by: `user ${id}`,
      what: 'account proved',
      facts: { logins, passkeys, secondStep },
    });
  });
}
