import { deviceName } from '../../../domain/device-name.ts';
import { directoryNameProblem, ldapName } from '../../../domain/validation.ts';
import type { LdapPerson } from '../../../ports/ldap.ts';
import type { UserRow, WriteTx } from '../../../ports/store.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Context } from '../context.ts';
import { announcePicture } from '../groups/picture.ts';
import { joinGroups } from '../groups/ldap-groups.ts';
import { accountCommand } from './account-command.ts';
import { addFromElsewhere } from './from-elsewhere.ts';
import { accountFor } from './openid-person.ts';
import { LDAP, ldapRow, passwordFits } from './new-password.ts';
import type { Attempt } from './tries.ts';
import { code } from '../../../wire/envelope.ts';
import { endTokens } from './own-account.ts';
import { isAdministrator } from '../../../domain/permissions.ts';

/** The account being opened; `link` joins it to the directory after all other checks of the login. */
export interface Opened {
  readonly user: UserRow;
  readonly link?: () => Promise<Refusal | null>;
}

type LdapAttempt = Attempt & {
  /** Password of the local account, which a directory login needs once (LDAP-4). */
  readonly ownPassword: string;
  /** The directory compares usernames in its own way. */
  readonly typedAccount: string;
};

/**
 * Finds the account for a name and password: by its own password, or for a user of the LDAP server, who then
 * gets an account (LDAP-2, LDAP-3). Both count as one attempt (ACC-3).
 */
export async function whoByPassword(context: Context, attempt: LdapAttempt): Promise<Opened | Refusal> {
  const { core, tries } = context;
  const { user, typedAccount, password } = attempt;
  let lookup: LdapPerson | 'away' | null = null;
  const check = async (): Promise<boolean | Refusal> => {
    const own = await passwordFits(core, attempt);
    if (own !== false || !core.ldap) return own;
    if (user && (await core.store.read((tx) => ldapRow(tx, user)))) return false;
    lookup = await core.ldap.enter(typedAccount, password);
    // Counts as wrong: the password of the local account was checked, too.
    return lookup !== null && lookup !== 'away';
  };
  const right = await tries.right(context, { ...attempt, check });
  if (right instanceof Refusal) return right;
  const outcome = lookup as LdapPerson | 'away' | null;
  if (outcome === 'away') return new Refusal('ldapAway');
  if (!right) return new Refusal('loginWrong');
  if (outcome !== null) return accountOf(context, attempt, outcome);
  return user ? { user } : new Refusal('loginWrong');
}

async function accountOf(
  context: Context,
  attempt: LdapAttempt,
  person: LdapPerson,
): Promise<Opened | Refusal> {
  const { core } = context;
  const match = await command(core, async (tx) => {
    const row = await tx.openIds.of(LDAP, person.id);
    const existing = row && (await tx.users.byId(row.user));
    if (existing) {
      await tx.openIds.noteUse(LDAP, person.id);
      return { user: existing, isLinked: true };
    }
    const user = (await tx.users.byAccount(accountName(core, person))) ?? (await byEmail(tx, person));
    return user && { user, isLinked: (await ldapRow(tx, user)) ? null : false };
  });
  if (match === null) {
    const user = await addPerson(context, person);
    return user instanceof Refusal ? user : { user };
  }
  const { user, isLinked } = match;
  if (isLinked === true) return { user };
  const refusal =
    isLinked === null ? new Refusal('ldapTaken') : await authorizeOwn(context, attempt, person, user);
  return refusal ?? { user, link: () => linkAccount(context, person, user) };
}

/**
 * Control of the directory is not ownership of an account here: its password is required once, as with a
 * provider (OIDC-4). It is not if the operator declares equal names the same users, except for accounts with
 * a role (LDAP-4).
 */
async function authorizeOwn(
  context: Context,
  { user: typedUser, deviceProof, ownPassword: password }: LdapAttempt,
  person: LdapPerson,
  user: UserRow,
): Promise<Refusal | null> {
  const canTakeOver = context.core.ldap?.canTakeOver === true;
  // A name alone does not prove who registered it here; a verified address does.
  const isTheirs = user.isAuth && user.account === person.email;
  // The operator vouches for login names only, not for addresses that a user typed here.
  const isNamed = canTakeOver && user.account === accountName(context.core, person);
  if (!isTheirs && !isNamed) return new Refusal('ldapTaken');
  if (canTakeOver && !isAdministrator(user)) return null;
  if (password === '') return new Refusal('ldapOwnPassword', { code: code.ownPassword });
  const right = await context.tries.right(context, {
    account: user.account,
    user,
    password,
    deviceProof: typedUser?.id === user.id ? deviceProof : null,
  });
  if (right instanceof Refusal) return right;
  return right ? null : new Refusal('ldapOwnWrong', { code: code.ownPassword });
}

/** All earlier logins end: they may belong to another user. */
async function linkAccount(context: Context, person: LdapPerson, user: UserRow): Promise<Refusal | null> {
  const { core } = context;
  const groups = await accountCommand(core, user.id, async (tx, record, note) => {
    if ((await ldapRow(tx, user)) || !(await link(tx, person, user))) return new Refusal('ldapTaken');
    const logins = await endTokens(tx, record, user.id);
    await note({ what: 'loginAdded', device: deviceName(context.peer.userAgent) });
    const facts = { provider: LDAP, logins };
    await noteAudit(core.passwords, tx, { by: `user ${user.id}`, what: 'login linked', facts });
    return joinGroups(core, tx, record, user, person.groups);
  });
  if (groups instanceof Refusal) return groups;
  for (const group of groups) await announcePicture(core, group, user.id);
  return null;
}

const byEmail = async (tx: WriteTx, { email }: LdapPerson): Promise<UserRow | null> =>
  email === '' ? null : tx.users.byAccount(email);

async function addPerson(context: Context, person: LdapPerson): Promise<UserRow | Refusal> {
  const { core } = context;
  // The very first account is the administrator's, and is made here (START-3).
  if ((await core.store.read((tx) => tx.users.count())) === 0) return new Refusal('loginWrong');
  const account = accountName(core, person);
  const name = ldapName(person.name, account);
  return addFromElsewhere(
    context,
    { account, name, email: person.email, provider: LDAP },
    {
      link: async (tx, user) => ((await link(tx, person, user)) ? null : new Refusal('ldapTaken')),
      groups: (tx, record, user) => joinGroups(core, tx, record, user, person.groups),
    },
  );
}

/** Their login name at the directory, if it is a valid account name here. */
const accountName = (core: Core, { login }: LdapPerson): string => {
  const name = login.trim().toLowerCase();
  return directoryNameProblem(name) === null ? name : accountFor(core, name);
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
