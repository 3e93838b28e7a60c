import { describe, expect, it } from 'vitest';
import { DAY } from '../../src/domain/duration.ts';
import { guestLimits } from '../../src/domain/guests.ts';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { GUEST_CALL_PATHS } from '../../src/server/features/guests/guest-calls.ts';
import { endGuests } from '../../src/server/features/guests/end-guests.ts';
import { admin } from '../support/admin.ts';
import type { Fields } from '../support/fields.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, group } = setUpWorld(['anna', 'bela', 'cleo'], {
  friends: ['anna', 'bela'],
  group: ['anna', 'bela'],
});

const say = (to: number | string) => ({ toContactId: to, type: 'text', content: 'x', id: `to-${to}` });
const allow = (more: { readonly runMode?: 1 | 2 } = {}) =>
  world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, guests: true, ...more } }));

const form = { for: 86_400, max: 5, asks: 0, guest_days: 7 };
const linkOf = async (more: object = {}, [by, id]: readonly [Person, string] = [anna, group]) => {
  const body = { id, ...form, ...more };
  const { url, link } = await world.ok<{ url: string; link: number }>(by, 'group/addGroupLink', body);
  return { token: url.split('/scan/g/')[1] ?? '', link };
};

const enter = (token: string, realname = 'Dora') =>
  world.call<{ userInfo: { id: number; realname: string; account: string }; authToken: string }>(
    null,
    '/common/pub/login',
    { guest: token, realname },
  );
async function guest(token: string, name?: string): Promise<Person> {
  const { code, msg, data } = await enter(token, name);
  if (code !== 0) throw new Error(msg);
  const { id, account } = data.userInfo;
  return { id, account, token: data.authToken.replace(/^bearer/, 'Bearer') };
}
const namesIn = async (who: Person) =>
  (await world.rows(who, '/enterprise/group/groupUserList', { group_id: group })).map((row) =>
    String(row['userInfo']['realname']),
  );

describe('links for guests', () => {
  it('GUEST-1: off by default; then with an end, a number of people and no approval', async () => {
    expect(await world.code(anna, 'group/addGroupLink', { id: group, ...form })).toBe(400);
    await allow();
    for (const more of [{ for: 0 }, { max: 0 }, { max: 51 }, { asks: 1 }, { guest_days: 2 }])
      expect(
        await world.code(anna, 'group/addGroupLink', { id: group, ...form, ...more }),
        JSON.stringify(more),
      ).toBe(400);
    expect(await world.code(bela, 'group/addGroupLink', { id: group, ...form })).toBe(400);
    const { token } = await linkOf({ max: 1 });
    expect((await world.call(null, `/scan/g/${token}`, {})).data).toMatchObject({ guest_days: 7 });
    await guest(token);
    expect((await enter(token)).code).toBe(400);
  });

  it('GUEST-1: a link that was ended admits no guests, nor any of a server without guests', async () => {
    await allow();
    const { token, link } = await linkOf();
    await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, guests: false } }));
    expect((await enter(token)).code).toBe(400);
    await allow();
    await world.ok(anna, 'group/endGroupLink', { id: group, link });
    expect((await enter(token)).code).toBe(400);
    const plain = await linkOf({ guest_days: 0 });
    expect((await enter(plain.token)).code).toBe(400);
  });

  it('GUEST-1: a user with an account joins by the link as by any other', async () => {
    await allow();
    const { token } = await linkOf();
    await world.ok(cleo, 'group/joinGroup', { group_id: group, token });
    expect(await namesIn(anna)).toContain('cleo name');
  });
});

describe('guests', () => {
  it('GUEST-2, GUEST-3: a visitor with a name is a member; the name has the mark', async () => {
    await allow();
    const { token } = await linkOf();
    const socket = await world.online(bela, { plain: true });
    const dora = await guest(token, ' Dora 🎫🎫 ');
    expect(await namesIn(anna)).toContain('Dora 🎫');
    await world.say(dora, group, 'hello');
    expect(JSON.stringify(socket.frames)).toContain('Dora 🎫');
    const rows = await world.rows(dora, '/enterprise/im/getContacts');
    expect(rows.filter(({ is_group }) => is_group === 1).map(({ id }) => id)).toEqual([group]);
    for (const name of ['', 'x'.repeat(63), 'Admin', 'Deploy 🤖'])
      expect((await enter(token, name)).code, name).toBe(400);
    for (const form of [{ realname: 'Eve 🎫' }, { account: 'guest:1' }]) {
      const body = { account: 'eve42', realname: 'Eve', password: PASSWORD, ...form };
      expect(await world.code(null, '/common/pub/register', body)).toBe(400);
    }
  });

  it('GUEST-4: the calls of the table and no others', async () => {
    await allow();
    const dora = await guest((await linkOf()).token);
    const paths = ENDPOINTS.filter(({ who }) => who === 'signedIn').map((row) => row.paths);
    for (const path of GUEST_CALL_PATHS) expect(paths.flat(), path).toContain(path);
    for (const [path = ''] of paths.filter((some) => !some.some((one) => GUEST_CALL_PATHS.includes(one)))) {
      const { code, msg } = await world.call(dora, path, {});
      expect([code, msg.length > 0], path).toEqual([400, true]);
    }
    for (const to of [bela.id, anna.id]) expect(await world.code(dora, 'im/sendMessage', say(to))).toBe(400);
    expect(await world.code(dora, 'im/sendMessage', say('group-9'))).toBe(400);
    expect(await world.code(dora, 'im/search', { keywords: 'x', toContactId: bela.id })).toBe(400);
    const { data } = await world.call<Record<string, object>>(dora, '/common/pub/getSystemInfo', {});
    expect(data['chatInfo']).toMatchObject({ simpleChat: 0, groupChat: 0 });
    expect(data['compass']).toMatchObject({ status: 0 });
  });

  it.each([1, 2] as const)('GUEST-4: profiles and presence of members only (mode %s)', async (runMode) => {
    await allow({ runMode });
    const { token } = await linkOf();
    const dora = await guest(token);
    expect(await world.code(dora, 'im/getUserInfo', { user_id: bela.id })).toBe(0);
    expect(await world.code(dora, 'im/getUserInfo', { user_id: cleo.id })).toBe(400);
    const chats = await world.rows(dora, '/enterprise/im/getContacts');
    expect(chats.filter(({ is_group: kind }) => kind === 0)).toEqual([]);
    const others = await world.rows(cleo, '/enterprise/im/getContacts');
    expect(JSON.stringify(others)).not.toContain('Dora');
    const socket = await world.online(dora);
    const seen = socket.frames.length;
    await world.online(cleo);
    await world.ok(cleo, 'im/updateUserInfo', { realname: 'cleo name', motto: 'Cleopatra' });
    await world.settle();
    await world.settle();
    expect(JSON.stringify(socket.frames.slice(seen))).not.toMatch(/Cleopatra/);
    type Synced = { readonly registers: { readonly online: readonly number[] } };
    const { registers } = await world.ok<Synced>(dora, 'im/sync', { positions: {} });
    expect(registers.online).not.toContain(cleo.id);
  });

  it.each([1, 2] as const)('GUEST-5: others reach a guest only in the group (mode %s)', async (runMode) => {
    await allow({ runMode });
    const dora = await guest((await linkOf()).token);
    const second = { user_ids: [bela.id], name: 'Second' };
    const { id: other } = await world.ok<{ id: string }>(anna, 'group/add', second);
    expect(await world.code(anna, 'group/addGroupUser', { id: other, user_ids: [dora.id] })).toBe(400);
    expect(await world.code(anna, 'friend/add', { user_id: dora.id, remark: '' })).toBe(400);
    expect(await world.code(anna, 'im/sendMessage', say(dora.id))).toBe(400);
    expect(await world.code(anna, 'im/getMessageList', { toContactId: dora.id })).toBe(400);
    expect(await world.code(anna, 'group/setManager', { id: group, user_id: dora.id, role: 2 })).toBe(400);
    expect(await world.code(anna, 'group/changeOwner', { id: group, user_id: dora.id })).toBe(400);
    const leaving = { id: group, user_id: anna.id, heir: dora.id };
    expect(await world.code(anna, 'group/removeUser', leaving)).toBe(400);
    expect(await world.ok(anna, 'im/searchUser', { keywords: dora.account })).toEqual([]);
    await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, directory: true } }));
    const { list } = await world.ok<{ list: readonly unknown[] }>(anna, 'im/directory', { keywords: 'Dora' });
    expect(list).toEqual([]);
  });

  it('GUEST-6: at the end a line in the group; the login ends and messages stay with the name', async () => {
    await allow();
    const dora = await guest((await linkOf({ guest_days: 1 })).token);
    await world.say(dora, group, 'hello');
    world.clock.pass(DAY - 1);
    expect(await endGuests(world.server.core)).toBe(0);
    expect(await world.code(dora, 'im/getContacts', {})).toBe(0);
    world.clock.pass(1);
    expect(await world.code(dora, 'im/getContacts', {})).not.toBe(0);
    expect(await endGuests(world.server.core)).toBe(1);
    expect(await endGuests(world.server.core)).toBe(0);
    expect(await namesIn(anna)).not.toContain('Dora 🎫');
    const lines = await world.ok<readonly Fields[]>(anna, 'group/groupLines', { id: group, from: 0, to: 99 });
    expect(lines.map(({ what, byName }) => [what, byName])).toContainEqual(['left', 'Dora 🎫']);
    const messages = await world.rows(anna, '/enterprise/im/getMessageList', { toContactId: group });
    expect(JSON.stringify(messages)).toContain('Dora 🎫');
  });

  it('GUEST-6: a guest who leaves, or whose group ends, is no longer logged in', async () => {
    await allow();
    const { token } = await linkOf();
    const [dora, emil] = [await guest(token), await guest(token, 'Emil')];
    await world.ok(dora, 'group/removeUser', { id: group, user_id: dora.id });
    expect(await endGuests(world.server.core)).toBe(1);
    expect(await world.code(dora, 'im/getContacts', {})).not.toBe(0);
    expect(await world.code(emil, 'im/getContacts', {})).toBe(0);
    await world.ok(anna, 'group/removeGroup', { id: group });
    expect(await endGuests(world.server.core)).toBe(1);
    expect(await world.code(emil, 'im/getContacts', {})).not.toBe(0);
  });

  it('GUEST-5: erasing the owner hands the group to a member, not to an older guest', async () => {
    await allow();
    const { id } = await world.ok<{ id: string }>(bela, 'group/add', { user_ids: [anna.id], name: 'Second' });
    const { token } = await linkOf({}, [bela, id]);
    const dora = await guest(token);
    await world.ok(bela, 'group/removeUser', { id, user_id: anna.id });
    await world.ok(bela, 'group/addGroupUser', { id, user_ids: [anna.id] });
    await admin(world, 'user', 'erase', bela.account, 'stay');
    const owner = async () => (await world.ok(anna, 'group/groupInfo', { group_id: id })).owner_id;
    expect(await owner()).toBe(anna.id);
    await world.ok(anna, 'group/removeGroup', { id });
    expect(await endGuests(world.server.core)).toBe(1);
    expect(await world.code(dora, 'im/getContacts', {})).not.toBe(0);
  });

  it('GUEST-7: removing a guest ends their link; a muted guest closes it', async () => {
    await allow();
    const { token } = await linkOf();
    const dora = await guest(token);
    await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: dora.id, noSpeakTimer: 1 });
    expect((await enter(token)).code).toBe(400);
    await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: dora.id, noSpeakTimer: 0, noSpeakDay: 0 });
    await guest(token, 'Emil');
    await world.ok(anna, 'group/removeUser', { id: group, user_id: dora.id });
    expect((await enter(token)).code).toBe(400);
    expect(guestLimits.ofGroupMax).toBe(50);
  });

  it('GUEST-8, GUEST-9: an administrator turns a guest into an account', async () => {
    await allow();
    const dora = await guest((await linkOf()).token);
    await world.say(dora, group, 'hello');
    world.clock.pass(1_000);
    await expect(admin(world, 'user', 'password', dora.account, 'rather-long-9')).rejects.toThrow();
    await expect(admin(world, 'user', 'keep-guest', bela.account, 'bela2')).rejects.toThrow();
    const answer = JSON.stringify(await admin(world, 'user', 'keep-guest', dora.account, 'dora'));
    const inviteCode = /inviteCode=([\w-]+)/.exec(answer)?.[1] ?? '';
    expect(await world.code(dora, 'friend/index', {})).toBe(400);
    const { code, msg } = await world.call(null, '/common/pub/register', {
      account: 'dora',
      realname: 'x',
      password: PASSWORD,
      inviteCode,
    });
    expect([code, msg]).toEqual([0, '']);
    expect(await world.code(dora, 'im/getContacts', {})).not.toBe(0);
    const user = await world.login('dora');
    expect(user.id).toBe(dora.id);
    expect(await world.code(user, 'friend/index', {})).toBe(0);
    expect(await namesIn(user)).toContain('Dora');
    world.clock.pass(8 * DAY);
    expect(await endGuests(world.server.core)).toBe(0);
    const audit = await world.server.core.store.read((tx) => tx.audit.page(0, 500));
    expect(audit.map(({ what }) => what)).toEqual(expect.arrayContaining(['guest came', 'user keep-guest']));
  });
});
