import type { UserId } from '../../src/domain/ids.ts';
import { groupStream, userId, userStream } from '../../src/domain/ids.ts';
import { duration, tokenLimits } from '../../src/domain/limits.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { addUser } from '../../src/server/features/auth/new-user.ts';
import { befriend } from '../../src/server/features/friends/friendship.ts';
import { insertGroup } from '../../src/server/features/groups/found.ts';
import { groupPictureAddress } from '../../src/server/files/faces.ts';
import { addressKey } from '../../src/server/kernel/address-key.ts';
import { noteAudit } from '../../src/server/kernel/audit.ts';
import { command } from '../../src/server/kernel/core.ts';
import { friend, token } from './store-rows.ts';
import { ADDRESS, PASSWORD, type Person, type World } from './world.ts';

interface Ties<Name extends string> {
  /** Pairs of friends: the first applied, the second accepted. */
  readonly friends: readonly (readonly [Name, Name])[];
  /** The members of a group that the first created. */
  readonly group: readonly Name[];
}

const everyPair = <Name>(names: readonly Name[]): readonly (readonly [Name, Name])[] =>
  names.flatMap((name, at) => names.slice(at + 1).map((other) => [name, other] as const));

/**
 * Users who are logged in, by default all friends of each other and members of a group that the last one
 * created, in one commit. It leaves the rows that calls leave, which cost ten times as much.
 */
export async function preparePeople<Name extends string>(
  { server: { core } }: { readonly server: Pick<World['server'], 'core'> },
  accounts: readonly Name[],
  { friends, group }: Ties<Name> = { friends: everyPair(accounts), group: accounts.toReversed() },
): Promise<{ readonly people: readonly Person[]; readonly group: string }> {
  return command(core, async (tx, record) => {
    const people: Person[] = [];
    const { nowMs } = tx;
    const faces = Boolean(core.uploads);
    const address = addressKey(ADDRESS);
    for (const account of accounts) {
      const passwordHash = await core.passwords.hash(PASSWORD);
      const realname = `${account.replace(/@.*/, '')} name`;
      const user = await addUser(tx, { account, realname, passwordHash, isAuth: false, faces });
      const bare = core.ids.hex(32);
      const hash = core.passwords.digest(bare);
      const session = { user, hash, createdAtMs: nowMs, expiresAtMs: nowMs + tokenLimits.lifeMs };
      const lastUse = { place: address, minute: Math.floor(nowMs / duration.MINUTE) };
      await tx.tokens.insert(token({ ...session, lastUse, provedAtMs: nowMs }));
      await tx.users.update(user, { lastLoginAtMs: nowMs, lastLoginIp: ADDRESS });
      const by = `user ${user}`;
      const registered = { address, role: people.length === 0 ? 1 : 0, invited: false };
      await noteAudit(core.passwords, tx, { by, what: 'registered', facts: registered });
      const login = { address, way: 'password', ended: 0 };
      await noteAudit(core.passwords, tx, { by, what: 'login', facts: login });
      people.push({ id: user, account, token: `bearer ${bare}` });
    }
    const idOf = (name: Name): UserId => userId(people[accounts.indexOf(name)]?.id ?? 0);
    for (const [one, other] of friends) {
      const row = friend(idOf(one), idOf(other), { createdAtMs: nowMs, updatedAtMs: nowMs });
      const id = await tx.friends.insert(row);
      const application = { kind: 'application', friendId: id, from: idOf(one) } as const;
      await record.event(userStream(idOf(other)), application);
      await befriend(core, tx, record, { ...row, id }, idOf(other));
    }
    const [owner, ...others] = group.map(idOf);
    if (owner === undefined) return { people, group: '' };
    const setting = DEFAULT_GROUP_SETTING;
    const id = await insertGroup(core, tx, record, { owner, others, name: 'Team', setting });
    if (faces) await tx.groups.update(id, { avatar: await groupPictureAddress(core, tx, groupStream(id)) });
    return { people, group: `group-${id}` };
  });
}
