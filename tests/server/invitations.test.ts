import { beforeEach, expect, it } from 'vitest';
import { groupId, groupStream, userId } from '../../src/domain/ids.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import { PASSWORD, startWorld } from '../support/world.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const DAY_MS = 86_400_000;
const { world, anna, group } = setUpWorld(['anna', 'bela'], { friends: 'all', group: 'all', jobs: true });
beforeEach(async () => {
  await admin(world, 'config', 'set', 'sysInfo.regtype', '2');
});

const numberOf = (id: string): string => id.replace('group-', '');
const invite = async (...words: readonly string[]): Promise<string> =>
  /inviteCode=(\w+)/.exec((await admin(world, 'invite', ...words)).join('\n'))?.[1] ?? '';
const register = (account: string, inviteCode = '') =>
  world.call(null, '/common/pub/register', {
    account,
    realname: `${account} name`,
    password: PASSWORD,
    inviteCode,
  });
const roleOf = (account: string) =>
  world.server.core.store.read(async (tx) => (await tx.users.byAccount(account))?.role ?? null);
const people = () => world.server.core.store.read((tx) => tx.users.count());

it('INVITE-1: a link has uses, an end, a role and a group, and a longer code', async () => {
  const code = await invite('--uses', '2', '--days', '7', '--role', 'admin', '--group', numberOf(group));
  expect(code).toMatch(/^[A-Z2-9]{16}$/);
  expect((await register('cleo', code)).code).toBe(0);
  expect(await roleOf('cleo')).toBe(2);
  const cleo = await world.login('cleo');
  expect((await world.contact(cleo, group))?.id).toBe(group);
  expect((await world.rows(anna, 'group/groupUserList', { group_id: group })).length).toBe(3);
  world.clock.pass(7 * DAY_MS - 60_000);
  expect((await register('dora', code)).code).toBe(0);
  expect((await register('emil', code)).code).toBe(400);
  expect(await invite()).toMatch(/^[A-Z2-9]{8}$/);
});

it('INVITE-1: after its end, and once it was ended, no user registers by it', async () => {
  const [late, ended] = [await invite('--days', '1'), await invite('--uses', '5')];
  await admin(world, 'invite', 'end', ended);
  expect((await register('cleo', ended)).code).toBe(400);
  world.clock.pass(DAY_MS);
  expect((await register('cleo', late)).code).toBe(400);
  expect((await tryAdmin(world, 'invite', 'end', ended)).exit).toBe(1);
  expect(await people()).toBe(2);
});

it('INVITE-1: links are listed with their terms until they let no user in', async () => {
  const code = await invite('--uses', '2', '--role', 'admin', '--group', group);
  const plain = await invite();
  await register('cleo', code);
  const lines = await admin(world, 'invite', 'list');
  expect(lines.map((line) => line.split('\t').toSpliced(2, 1))).toEqual(
    expect.arrayContaining([
      [code, '1 of 2', 'administrator', `group ${numberOf(group)}`],
      [plain, '0 of 1', 'user', '-'],
    ]),
  );
  await register('dora', code);
  expect((await admin(world, 'invite', 'list')).join('\n')).not.toContain(code);
});

it.each([
  [['--uses', '0'], 'from 1 to'],
  [['--uses', '1e9'], 'from 1 to'],
  [['--uses'], 'from 1 to'],
  [['--days', '366'], 'from 1 to'],
  [['--role', 'owner'], 'user or admin'],
  [['--group', '99'], 'does not exist'],
  [['--forever', '1'], 'does not exist'],
] as const)('INVITE-1: %s is refused with a line, and nothing is made', async (words, said) => {
  const { exit, lines } = await tryAdmin(world, 'invite', ...words);
  expect([exit, lines[0]]).toEqual([1, expect.stringContaining(said)]);
  expect(await admin(world, 'invite', 'list')).toEqual([]);
});

it('INVITE-2: 51 at once by the last place are one account', async () => {
  const code = await invite('--uses', '1', '--group', numberOf(group));
  const before = await people();
  const answers = await Promise.all(Array.from({ length: 51 }, (_, at) => register(`guest${at}`, code)));
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
  expect(await people()).toBe(before + 1);
  const members = await world.server.core.store.read((tx) =>
    tx.members.count(groupStream(groupId(Number(numberOf(group))))),
  );
  expect(members).toBe(3);
});

it('INVITE-2: a link of a full or missing group lets no user in, not even in part', async () => {
  const code = await invite('--uses', '3', '--group', numberOf(group));
  await admin(world, 'config', 'set', 'chatInfo.groupUserMax', '2');
  const full = await register('cleo', code);
  expect([full.code, full.msg]).toEqual([400, expect.stringContaining('2')]);
  await admin(world, 'config', 'set', 'chatInfo.groupUserMax', '0');
  await world.ok(anna, 'group/removeGroup', { id: group });
  expect((await register('cleo', code)).code).toBe(400);
  expect(await people()).toBe(2);
  expect((await admin(world, 'invite', 'list')).join('\n')).toContain('0 of 3');
});

it('INVITE-2: with open registration a link gives its terms; an invalid one changes nothing', async () => {
  const code = await invite('--group', numberOf(group));
  await admin(world, 'config', 'set', 'sysInfo.regtype', '1');
  expect((await register('cleo', code)).code).toBe(0);
  expect((await register('dora', code)).code).toBe(0);
  expect((await register('emil', 'WRONG')).code).toBe(0);
  const inside = async (account: string) => (await world.contact(await world.login(account), group)) !== null;
  expect([await inside('cleo'), await inside('dora'), await inside('emil')]).toEqual([true, false, false]);
  const late = await invite('--days', '1');
  const row = await world.server.core.store.read((tx) => tx.invites.byCode(late));
  world.clock.pass((row?.expiresAtMs ?? 0) - world.clock.nowMs());
  expect((await register('fred', late)).code).toBe(0);
});

it('INVITE-2: the first account is the first administrator, whichever role a link gives', async () => {
  const empty = await startWorld({ settings: { registration: 'invite' } });
  const text = (await admin(empty, 'invite', '--role', 'user', '--uses', '9')).join('\n');
  await empty.ok(null, '/common/pub/register', {
    account: 'first',
    realname: 'The first',
    password: PASSWORD,
    inviteCode: /inviteCode=(\w+)/.exec(text)?.[1],
  });
  expect((await empty.server.core.store.read((tx) => tx.users.byId(userId(1))))?.role).toBe(1);
  await empty.close();
});
