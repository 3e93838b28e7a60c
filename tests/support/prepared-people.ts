import type { UserId } from '../../src/domain/ids.ts';
import { userId } from '../../src/domain/ids.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/contact.ts';
import { addUser } from '../../src/server/features/auth/new-user.ts';
import { befriend } from '../../src/server/features/friends/friendship.ts';
import { insertGroup } from '../../src/server/features/groups/found.ts';
import { command } from '../../src/server/kernel/core.ts';
import { friend, token } from './store-rows.ts';
import { PASSWORD, type Person, type World } from './world.ts';

const YEAR_MS = 31_536_000_000;

/**
 * Users who are logged in, all friends of each other and members of a group that the last one created, in one
 * commit. Calls that do the same cost ten times as much: for tests with hundreds of them.
 */
export async function preparePeople(
  { server: { core } }: World,
  accounts: readonly string[],
): Promise<{ readonly people: readonly Person[]; readonly group: string }> {
  return command(core, async (tx, record) => {
    const people: Person[] = [];
    for (const account of accounts) {
      const passwordHash = await core.passwords.hash(PASSWORD);
      const realname = `${account} name`;
      const user = await addUser(tx, { account, realname, passwordHash, isAuth: false, faces: false });
      const bare = core.ids.hex(32);
      const hash = core.passwords.digest(bare);
      await tx.tokens.insert(
        token({ user, hash, createdAtMs: tx.nowMs, expiresAtMs: tx.nowMs + YEAR_MS, provedAtMs: tx.nowMs }),
      );
      people.push({ id: user, account, token: `bearer ${bare}` });
    }
    const ids: readonly UserId[] = people.map(({ id }) => userId(id));
    for (const [at, creator] of ids.entries())
      for (const other of ids.slice(at + 1)) {
        const row = friend(creator, other, { createdAtMs: tx.nowMs, updatedAtMs: tx.nowMs });
        await befriend(core, tx, record, { ...row, id: await tx.friends.insert(row) }, other);
      }
    const [owner, ...others] = ids.toReversed();
    if (owner === undefined) throw new Error('no users');
    const setting = DEFAULT_GROUP_SETTING;
    const id = await insertGroup(core, tx, record, { owner, others, name: 'Team', setting });
    return { people, group: `group-${id}` };
  });
}
