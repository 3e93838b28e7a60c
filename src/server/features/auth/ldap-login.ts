import { accountProblem, nicknameProblem, withoutHidden } from '../../../domain/validation.ts';
import type { LdapPerson } from '../../../ports/ldap.ts';
import type { UserRow, WriteTx } from '../../../ports/store.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Context } from '../context.ts';
import { announcePicture } from '../groups/picture.ts';
import { joinGroups } from '../ldap/groups.ts';
import { addFromElsewhere } from './from-elsewhere.ts';
import { accountFor } from './openid-person.ts';
import { LDAP, ldapRow, passwordFits } from './password-fits.ts';
import type { Attempt } from './tries.ts';

/**
 * Whose account a name and a password open: an account's own password, or that of somebody whom the LDAP
 * server knows, who has an account from then on (LDAP-2, LDAP-3). Both count as one try (ACC-3).
 */
export async function whoByPassword(context: Context, attempt: Attempt): Promise<UserRow | Refusal> {
  const { core, tries } = context;
  const { user, account, password } = attempt;
  let met: LdapPerson | 'away' | null = null;
  const check = async (): Promise<boolean | Refusal> => {
    const own = await passwordFits(core, attempt);
    if (own !== false || !core.ldap) return own;
    if (user && (await core.store.read((tx) => ldapRow(tx, user)))) return false;
    met = await core.ldap.enter(account, password);
    // Counted as wrong: the password of an account here was looked at, too.
    return met !== null && met !== 'away';
  };
  const right = await tries.right(context, { ...attempt, check });
  if (right instanceof Refusal) return right;
  const found = met as LdapPerson | 'away' | null;
  if (found === 'away') return new Refusal('ldapAway');
  if (!right) return new Refusal('loginWrong');
  return found === null ? (user ?? new Refusal('loginWrong')) : accountOf(context, found);
}

async function accountOf(context: Context, person: LdapPerson): Promise<UserRow | Refusal> {
  const { core } = context;
  const done = await command(core, async (tx, record) => {
    const row = await tx.openIds.of(LDAP, person.id);
    const known = row && (await tx.users.byId(row.user));
    if (known) {
      await tx.openIds.used(LDAP, person.id);
      return { user: known, groups: [] };
    }
    const account = accountName(core, person);
    const user = (await tx.users.byAccount(account)) ?? (await byEmail(tx, person));
    if (!user) return null;
    // A name alone says nothing about who registered here with it; a proved address does (LDAP-4).
    const isTheirs = user.isAuth && user.account === person.email;
    if (!isTheirs && core.settings.ldapTakesOver !== true) return new Refusal('ldapTaken');
    if (await ldapRow(tx, user)) return new Refusal('ldapTaken');
    await link(tx, person, user);
    const facts = { provider: LDAP };
    await noteAudit(core.passwords, tx, { by: `user ${user.id}`, what: 'login linked', facts });
    return { user, groups: await joinGroups(core, tx, record, user, person.groups) };
  });
  if (done === null) return addPerson(context, person);
  if (done instanceof Refusal) return done;
  for (const group of done.groups) await announcePicture(core, group, done.user.id);
  return done.user;
}

const byEmail = async (tx: WriteTx, { email }: LdapPerson): Promise<UserRow | null> =>
  email === '' ? null : tx.users.byAccount(email);

async function addPerson(context: Context, person: LdapPerson): Promise<UserRow | Refusal> {
  const { core } = context;
  // The very first account is the administrator's, and is made here (START-3).
  if ((await core.store.read((tx) => tx.users.count())) === 0) return new Refusal('loginWrong');
  const account = accountName(core, person);
  const given = withoutHidden(person.name);
  const name = nicknameProblem(given) === null ? given : account;
  return addFromElsewhere(
    context,
    { account, name, email: person.email, provider: LDAP },
    {
      link: async (tx, user) => ((await link(tx, person, user)) ? null : new Refusal('ldapTaken')),
      groups: (tx, record, user) => joinGroups(core, tx, record, user, person.groups),
    },
  );
}

/** What they log in with there, where it can be an account here. */
const accountName = (core: Core, { login }: LdapPerson): string => {
  const name = login.trim().toLowerCase();
  return accountProblem(name) === null ? name : accountFor(core, name);
};

const link = (tx: WriteTx, { id, email }: LdapPerson, { id: user }: UserRow): Promise<boolean> =>
  tx.openIds.add({
    issuer: LDAP,
    subject: id,
    user,
    provider: LDAP,
    email,
    createdAtMs: tx.nowMs,
    usedAtMs: tx.nowMs,
  });
