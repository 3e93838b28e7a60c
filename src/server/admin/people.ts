import { type UserId, userStream } from '../../domain/ids.ts';
import { isGuest, withoutGuestMark } from '../../domain/guests.ts';
import { isReserved } from '../../domain/reserved-names.ts';
import { accountProblem, nicknameProblem } from '../../domain/validation.ts';
import type { PersonOverview, ReadTx, UserRow, WriteTx } from '../../ports/store.ts';
import { type Phrase, phrase, reasonPhrase, row } from '../kernel/phrase.ts';
import type { EventRecorder } from '../kernel/core.ts';
import { ldapRow, newPasswordProblem } from '../features/auth/new-password.ts';
import { addUser, isTaken } from '../features/auth/new-user.ts';
import { endTokens, setActive } from '../features/auth/own-account.ts';
import { passwordLink } from '../features/auth/invite.ts';
import { variantOf } from '../features/auth/openid-person.ts';
import { addPasswordLink, endPasswordLink } from '../features/auth/password-link.ts';
import { noteSecurity } from '../features/auth/security-notes.ts';
import { ownFile } from '../features/exporting/own-lines.ts';
import { beginErasing, finishErasing } from '../features/erasing/erase-account.ts';
import type { Eraser } from '../features/erasing/erase-account.ts';
import { AdminError, change, hostOf, need, roleText } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { isFirstAdministrator, isAdministrator } from '../../domain/permissions.ts';
import { USER_ROLE } from '../../domain/contact.ts';

const LISTED = 500;
export const CONFIRM = '--yes';

/** Finds a user this administrator may act on (CONSOLE-2). */
async function personBy(admin: Pick<Admin, 'mayTouch'>, tx: ReadTx, account: string): Promise<UserRow> {
  const user = await tx.users.byAccount(account);
  if (!user) throw new AdminError(phrase('answer.noAccount', { account }));
  if (admin.mayTouch?.(user) === false) throw new AdminError(phrase('answer.firstIsApart'));
  return user;
}

/** The same for commands that concern a username, a password or a role, which guests do not have. */
async function ownerBy(admin: Pick<Admin, 'mayTouch'>, tx: ReadTx, account: string): Promise<UserRow> {
  const user = await personBy(admin, tx, account);
  if (isGuest(user)) throw new AdminError(phrase('answer.isGuest', { account }));
  return user;
}

/** Hashes the given password, or a random one if the user sets it by a link. */
async function hashFor({ ids, passwords, store }: Admin, password: string | undefined): Promise<string> {
  if (!password) return passwords.hash(ids.hex(32));
  const { config } = await store.read((tx) => tx.config.get());
  const problem = newPasswordProblem(passwords, password, config);
  if (problem) throw new AdminError(reasonPhrase(problem));
  return passwords.hash(password);
}

/** Makes the link by which the user sets a password (ACC-23). A given password ends an earlier link. */
async function linkFor(
  admin: Admin,
  tx: WriteTx,
  owner: Pick<UserRow, 'id' | 'account'>,
  password: string | undefined,
): Promise<readonly Phrase[]> {
  if (password) {
    await endPasswordLink(tx, owner.account);
    return [];
  }
  const link = passwordLink(admin.address, owner.account, await addPasswordLink(admin, tx, owner));
  return [phrase('answer.passwordLink', { link })];
}

/** The operator of the machine, and at the console the first administrator (RULE-9). */
const mayReserve = async ({ user }: Admin, tx: ReadTx): Promise<boolean> =>
  user === undefined || isFirstAdministrator(await tx.users.byId(user));

async function letIn(admin: Admin, account: string, active: boolean): Promise<readonly Phrase[]> {
  const words = active ? 'user enable' : 'user disable';
  await change(admin, words, async (tx, record, tell) => {
    const { id } = await personBy(admin, tx, account);
    tell({ about: `user ${id}` });
    await setActive(tx, record, id, active);
  });
  return [phrase(active ? 'answer.enabled' : 'answer.disabled', { account })];
}

/** Returns all accounts that were not erased, in order of number. */
export async function accounts({ store, clock }: Admin): Promise<readonly PersonOverview[]> {
  const overviews: PersonOverview[] = [];
  for (let page = 1; ; page += 1) {
    const query = { find: '', by: 'number', page, limit: LISTED } as const;
    const { rows } = await store.read((tx) => tx.overview.people(query, clock.nowMs()));
    overviews.push(...rows);
    if (rows.length < LISTED) return overviews;
  }
}

/** Requires a confirmation, because without an active administrator the console is closed (ADMIN-10). */
export async function confirmLast(admin: Admin, account: string, args: readonly string[]): Promise<void> {
  if (args.includes(CONFIRM)) return;
  const able = (await accounts(admin)).filter((one) => isAdministrator(one) && one.active);
  if (able.length === 1 && able[0]?.account === account)
    throw new AdminError(phrase('answer.onlyAdmin', { account }));
}

/** Permanent; messages to others stay unless they are to be erased (DATA-3). */
const ERASE: AdminCommand = {
  words: 'user erase',
  synopsis: '<account> <stay|go> [--yes]',
  execute: async (admin, args) => {
    const [account, words] = [need(args, 0, 'account'), need(args, 1, 'stayOrGo')];
    if (words !== 'stay' && words !== 'go') throw new AdminError(phrase('answer.stayOrGo'));
    const user = await admin.store.read((tx) => personBy(admin, tx, account));
    if (isFirstAdministrator(user)) throw new AdminError(phrase('answer.firstStays'));
    await confirmLast(admin, account, args);
    const { store, passwords, ids } = admin;
    const transact: Eraser['transact'] = (work) => change(admin, null, work);
    const core = { store, passwords, ids, transact, files: () => admin.files() };
    const erasure = { user: user.id, words, by: hostOf(admin) } as const;
    await transact((tx, record) => beginErasing(tx, record, erasure));
    await finishErasing(core, user.id);
    return [phrase(words === 'stay' ? 'answer.erasedStays' : 'answer.erasedGone', { account })];
  },
};

async function rename(tx: WriteTx, record: EventRecorder, user: UserId, account: string): Promise<void> {
  // The user has not confirmed it by a code.
  await tx.users.update(user, { account, isAuth: false });
  await tx.profiles.noteChange(user);
  await record.event(userStream(user), { kind: 'profile', shown: true });
  await noteSecurity(tx, record, user, { what: 'account' });
}

/** Frees an address for its owner, who cannot know the password of an account that took it (OIDC-4). */
const RELEASE: AdminCommand = {
  words: 'user release',
  synopsis: '<account>',
  execute: async (admin, args) => {
    const account = need(args, 0, 'account');
    const next = variantOf(admin, account);
    await change(admin, 'user release', async (tx, record, tell) => {
      const { id, isAuth } = await personBy(admin, tx, account);
      if (!account.includes('@')) throw new AdminError(phrase('answer.notAnAddress', { account }));
      if (isAuth) throw new AdminError(phrase('answer.addressProved', { account }));
      if (await isTaken(tx, next, id)) throw new AdminError(reasonPhrase('accountTaken'));
      await endPasswordLink(tx, account);
      await rename(tx, record, id, next);
      tell({ about: `user ${id}`, facts: { was: account, is: next } });
    });
    return [phrase('answer.released', { account, next })];
  },
};

/** DATA-4. That it was done is an entry before the first line is written. */
const EXPORT: AdminCommand = {
  words: 'user export',
  synopsis: '<account> <file>',
  execute: async (admin, args) => {
    const [account, path] = [need(args, 0, 'account'), need(args, 1, 'file')];
    const user = await change(admin, 'user export', async (tx, _, tell) => {
      const { id } = await personBy(admin, tx, account);
      tell({ about: `user ${id}` });
      return id;
    });
    await admin.save(path, ownFile(admin.store, user));
    return [phrase('answer.exported', { account, path })];
  },
};

/** The former guest stays in the group, and sets a password by the link (GUEST-8). */
const KEEP_GUEST: AdminCommand = {
  words: 'user keep-guest',
  synopsis: '<account> <new>',
  execute: async (admin, args) => {
    const [account, next] = [need(args, 0, 'account'), need(args, 1, 'newAccount')];
    const problem = accountProblem(next);
    if (problem) throw new AdminError(reasonPhrase(problem));
    const link = await change(admin, 'user keep-guest', async (tx, record, tell) => {
      const user = await personBy(admin, tx, account);
      if (!isGuest(user)) throw new AdminError(phrase('answer.noGuest', { account }));
      if (isReserved(next) && !(await mayReserve(admin, tx)))
        throw new AdminError(reasonPhrase('nameReserved'));
      if (await isTaken(tx, next, user.id)) throw new AdminError(reasonPhrase('accountTaken'));
      await tx.guests.remove(user.id);
      await tx.users.update(user.id, { realname: withoutGuestMark(user.realname), active: true });
      await rename(tx, record, user.id, next);
      tell({ about: `user ${user.id}`, facts: { was: account, is: next } });
      return linkFor(admin, tx, { id: user.id, account: next }, undefined);
    });
    return [phrase('answer.guestKept', { account: next }), ...link];
  },
};

export const PEOPLE: readonly AdminCommand[] = [
  ERASE,
  KEEP_GUEST,
  EXPORT,
  {
    words: 'user list',
    synopsis: '',
    isReading: true,
    execute: async (admin) =>
      (await accounts(admin)).map(({ id, account, realname, role, active }) =>
        row(id, account, realname, roleText(role), ...(active ? [] : [phrase('answer.isDisabled')])),
      ),
  },
  {
    words: 'user create',
    synopsis: '<account> <name> [password]',
    execute: async (admin, args) => {
      const [account, realname] = [need(args, 0, 'account'), need(args, 1, 'name')];
      const problem = accountProblem(account) ?? nicknameProblem(realname);
      if (problem) throw new AdminError(reasonPhrase(problem));
      const hash = await hashFor(admin, args[2]);
      const { id, link } = await change(admin, 'user create', async (tx, _, tell) => {
        if ([account, realname].some(isReserved) && !(await mayReserve(admin, tx)))
          throw new AdminError(reasonPhrase('nameReserved'));
        if (await isTaken(tx, account)) throw new AdminError(reasonPhrase('accountTaken'));
        const user = await addUser(tx, { account, realname, passwordHash: hash, isAuth: false, faces: true });
        tell({ about: `user ${user}` });
        return { id: user, link: await linkFor(admin, tx, { id: user, account }, args[2]) };
      });
      return [phrase('answer.userCreated', { account, id }), ...link];
    },
  },
  {
    words: 'user disable',
    synopsis: '<account> [--yes]',
    execute: async (admin, args) => {
      const account = need(args, 0, 'account');
      await confirmLast(admin, account, args);
      return letIn(admin, account, false);
    },
  },
  {
    words: 'user enable',
    synopsis: '<account>',
    execute: (admin, args) => letIn(admin, need(args, 0, 'account'), true),
  },
  {
    words: 'user password',
    synopsis: '<account> [password] [keep-passkeys]',
    execute: async (admin, args) => {
      const account = need(args, 0, 'account');
      const hash = await hashFor(admin, args[1]);
      const link = await change(admin, 'user password', async (tx, record, tell) => {
        const user = await ownerBy(admin, tx, account);
        // A password that is stored here would open nothing (LDAP-5).
        if (admin.hasLdap && (await ldapRow(tx, user)))
          throw new AdminError(phrase('answer.passwordElsewhere', { account }));
        tell({ about: `user ${user.id}` });
        await tx.users.update(user.id, { passwordHash: hash });
        if (args[2] !== 'keep-passkeys') await tx.passkeys.removeAll(user.id);
        // Earlier failed attempts no longer count: a user who asks an administrator for help has made some
        // (ADMIN-6).
        await tx.letIn.note(user.id);
        await endTokens(tx, record, user.id);
        await noteSecurity(tx, record, user.id, { what: 'password' });
        return linkFor(admin, tx, user, args[1]);
      });
      return [phrase(args[1] ? 'answer.newPassword' : 'answer.passwordEnded', { account }), ...link];
    },
  },
  {
    words: 'user totp-reset',
    synopsis: '<account>',
    execute: async (admin, args) => {
      const account = need(args, 0, 'account');
      await change(admin, 'user totp-reset', async (tx, record, tell) => {
        const { id } = await personBy(admin, tx, account);
        tell({ about: `user ${id}` });
        if (!(await tx.secondSteps.end(id))) throw new AdminError(phrase('answer.noSecondStep', { account }));
        await noteSecurity(tx, record, id, { what: 'secondStepOff' });
      });
      return [phrase('answer.secondStepOff', { account })];
    },
  },
  {
    words: 'user passkeys-reset',
    synopsis: '<account>',
    execute: async (admin, args) => {
      const account = need(args, 0, 'account');
      const removals = await change(admin, 'user passkeys-reset', async (tx, record, tell) => {
        const { id } = await personBy(admin, tx, account);
        const passkeys = await tx.passkeys.removeAll(id);
        if (passkeys === 0) throw new AdminError(phrase('answer.noPasskeys', { account }));
        await noteSecurity(tx, record, id, { what: 'passkeyRemoved' });
        tell({ about: `user ${id}`, facts: { passkeys } });
        return passkeys;
      });
      return [phrase('answer.passkeysGone', { account, count: removals })];
    },
  },
  {
    words: 'user openids-reset',
    synopsis: '<account>',
    execute: async (admin, args) => {
      const account = need(args, 0, 'account');
      const removals = await change(admin, 'user openids-reset', async (tx, record, tell) => {
        const { id } = await personBy(admin, tx, account);
        const logins = await tx.openIds.removeAll(id);
        if (logins === 0) throw new AdminError(phrase('answer.noOpenIds', { account }));
        await noteSecurity(tx, record, id, { what: 'loginRemoved' });
        tell({ about: `user ${id}`, facts: { logins } });
        return logins;
      });
      return [phrase('answer.openIdsGone', { account, count: removals })];
    },
  },
  {
    words: 'user rename',
    synopsis: '<account> <new>',
    execute: async (admin, args) => {
      const [account, next] = [need(args, 0, 'account'), need(args, 1, 'newAccount')];
      const problem = accountProblem(next);
      if (problem) throw new AdminError(reasonPhrase(problem));
      await change(admin, 'user rename', async (tx, record, tell) => {
        const { id } = await ownerBy(admin, tx, account);
        if (isReserved(next) && !(await mayReserve(admin, tx)))
          throw new AdminError(reasonPhrase('nameReserved'));
        if (await isTaken(tx, next, id)) throw new AdminError(reasonPhrase('accountTaken'));
        await rename(tx, record, id, next);
        tell({
          about: `user ${id}`,
          facts: { was: account, is: next, logins: await endTokens(tx, record, id) },
        });
      });
      return [phrase('answer.renamed', { account, next })];
    },
  },
  RELEASE,
  {
    words: 'user sign-out',
    synopsis: '<account>',
    execute: async (admin, args) => {
      const account = need(args, 0, 'account');
      await change(admin, 'user sign-out', async (tx, record, tell) => {
        const { id } = await personBy(admin, tx, account);
        tell({ about: `user ${id}`, facts: { logins: await endTokens(tx, record, id) } });
      });
      return [phrase('answer.signedOut', { account })];
    },
  },
  {
    words: 'user role',
    synopsis: '<account> <user|admin> [--yes]',
    execute: async (admin, args) => {
      const [account, word] = [need(args, 0, 'account'), need(args, 1, 'role')];
      if (word !== 'user' && word !== 'admin') throw new AdminError(phrase('answer.whichRole'));
      const isFirst = isFirstAdministrator(await admin.store.read((tx) => personBy(admin, tx, account)));
      if (isFirst) throw new AdminError(phrase('answer.firstStays'));
      if (word === 'user') await confirmLast(admin, account, args);
      await change(admin, 'user role', async (tx, record, tell) => {
        const user = await ownerBy(admin, tx, account);
        if (isFirstAdministrator(user)) throw new AdminError(phrase('answer.firstStays'));
        tell({
          about: `user ${user.id}`,
          facts: { role: word, was: user.role === USER_ROLE.administrator ? 'admin' : 'user' },
        });
        await tx.users.update(user.id, { role: word === 'admin' ? 2 : 0 });
        await endTokens(tx, record, user.id);
      });
      return [phrase(word === 'admin' ? 'answer.isAdmin' : 'answer.isUser', { account })];
    },
  },
];
