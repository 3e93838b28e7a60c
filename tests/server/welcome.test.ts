import { beforeEach, expect, it } from 'vitest';
import { admin, tryAdmin } from '../support/admin.ts';
import { PASSWORD, startWorld } from '../support/world.ts';
import { setUpWorld } from '../support/set-up-world.ts';

let group: string;
const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all', jobs: true });
beforeEach(async () => {
  group = await world.group(anna, [bela], 'Welcome');
  await admin(world, 'config', 'set', 'sysInfo.regtype', '1');
});

const numberOf = (id: string): string => id.replace('group-', '');
const set = async (value: string) => {
  const done = await tryAdmin(world, 'config', 'set', 'sysInfo.welcomeGroup', value);
  await world.clock.advance(1_500);
  return done;
};
const register = (account: string, inviteCode = '') =>
  world.call(null, '/common/pub/register', {
    account,
    realname: `${account} name`,
    password: PASSWORD,
    inviteCode,
  });
const members = async () => (await world.rows(anna, 'group/groupUserList', { group_id: group })).length;

it('FIRST-2: a new user is in the welcome group, and its members see them come', async () => {
  expect((await register('early')).code).toBe(0);
  expect(await members()).toBe(2);
  expect((await set(numberOf(group))).exit).toBe(0);
  const socket = await world.online(bela);
  expect((await register('cleo')).code).toBe(0);
  const cleo = await world.login('cleo');
  expect(await world.contact(cleo, group)).toMatchObject({ displayName: 'Welcome', unread: 0, role: 3 });
  expect(await members()).toBe(3);
  expect(socket.of('addGroupUser')).toHaveLength(1);
  expect(await world.code(cleo, 'group/removeUser', { id: group, user_id: cleo.id })).toBe(0);
  expect(await world.contact(cleo, group)).toBe(null);
  expect((await set('0')).exit).toBe(0);
  expect((await register('dora')).code).toBe(0);
  expect(await members()).toBe(2);
});

it('FIRST-4: an administrator alone makes a welcome group, whose first message newcomers read', async () => {
  const alone = await startWorld();
  alone.server.start();
  const none = await tryAdmin(alone, 'group', 'create', 'Hall');
  expect([none.exit, none.lines[0]]).toEqual([1, expect.stringContaining('No active account')]);
  const boss = await alone.person('boss');
  const [line = ''] = await admin(alone, 'group', 'create', 'Hall');
  const number = /welcomeGroup (\d+)$/.exec(line)?.[1] ?? expect.fail(line);
  expect(await alone.contact(boss, `group-${number}`)).toMatchObject({ displayName: 'Hall', role: 1 });
  await admin(alone, 'settings', 'set', 'sysInfo.regtype', '1', 'sysInfo.welcomeGroup', number);
  await alone.ok(boss, '/enterprise/im/sendMessage', {
    id: 'm-1',
    toContactId: `group-${number}`,
    type: 'text',
    content: 'Welcome to the hall',
  });
  const cleo = await alone.person('cleo');
  const page = await alone.rows(cleo, '/enterprise/im/getMessageList', { toContactId: `group-${number}` });
  expect(page).toContainEqual(expect.objectContaining({ content: 'Welcome to the hall' }));
  const [second = ''] = await admin(alone, 'group', 'create', 'Other', '--owner', 'cleo');
  const other = /(\d+)$/.exec(second)?.[1] ?? expect.fail(second);
  expect(await alone.contact(cleo, `group-${other}`)).toMatchObject({ role: 1 });
  expect((await tryAdmin(alone, 'group', 'create', 'x'.repeat(101))).exit).toBe(1);
  await alone.close();
});

it('FIRST-2: a full or missing welcome group does not prevent a registration', async () => {
  await set(numberOf(group));
  await admin(world, 'config', 'set', 'chatInfo.groupUserMax', '2');
  expect((await register('cleo')).code).toBe(0);
  expect(await members()).toBe(2);
  await admin(world, 'config', 'set', 'chatInfo.groupUserMax', '3');
  for (const account of ['emil', 'finn']) expect((await register(account)).code).toBe(0);
  expect(await members()).toBe(3);
  await admin(world, 'config', 'set', 'chatInfo.groupUserMax', '0');
  await world.ok(anna, 'group/removeGroup', { id: group });
  expect((await register('dora')).code).toBe(0);
  expect(await world.contact(await world.login('dora'), group)).toBe(null);
});

it('FIRST-2: an invitation to a group gives that one, too, and once where it is the same', async () => {
  const other = await world.group(anna, [bela], 'Other');
  await set(numberOf(group));
  const codeOf = async (id: string) =>
    /inviteCode=(\w+)/.exec((await admin(world, 'invite', '--group', numberOf(id))).join('\n'))?.[1] ?? '';
  expect((await register('cleo', await codeOf(other))).code).toBe(0);
  const cleo = await world.login('cleo');
  for (const id of [group, other]) expect((await world.contact(cleo, id))?.id).toBe(id);
  expect((await register('dora', await codeOf(group))).code).toBe(0);
  expect(await members()).toBe(4);
});

it('FIRST-2: a missing group cannot be set, and the setting is sent to no client', async () => {
  for (const wrong of ['9999', '-1', 'group-1', 'x']) expect((await set(wrong)).exit).toBe(1);
  expect((await admin(world, 'config', 'show', 'sysInfo.welcomeGroup')).join()).toContain('welcomeGroup = 0');
  await set(numberOf(group));
  expect(JSON.stringify(await world.call(anna, '/common/pub/getSystemInfo'))).not.toContain('welcome');
});
