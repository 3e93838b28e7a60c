import { describe, expect, it } from 'vitest';
import { duration } from '../../src/domain/limits.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cora, dora, group } = setUpWorld(['anna', 'bela', 'cora', 'dora'], {
  friends: ['anna', 'bela', 'cora'],
  group: ['anna', 'bela', 'cora'],
});

const on = (who: Person, call: string, body: object = {}) =>
  world.call(who, `/enterprise/group/${call}`, { id: group, group_id: group, ...body });
const say = (who: Person, id: string) => world.send(who, group, id, { id });
const info = async (who: Person) => (await on(who, 'groupInfo')).data;

describe('notice', () => {
  it('GROUP-10: is a message that mentions everyone, in one event, for plain clients too', async () => {
    const [ours, plain] = [await world.online(bela), await world.online(cora, { plain: true })];
    expect((await on(anna, 'setNotice', { notice: 'new <rules>' })).code).toBe(0);
    expect(ours.types()).toEqual(['group']);
    expect(ours.of('group')).toMatchObject([
      {
        stream: group,
        data: {
          at: [0],
          notice: 'new <rules>',
          content: '<h3>群公告</h3>new &lt;rules&gt;',
          contactInfo: { notice: 'new <rules>' },
        },
      },
    ]);
    expect(plain.types()).toEqual(['group']);
    expect(plain.frames.filter((frame) => frame.seq !== undefined)).toHaveLength(1);
    expect(await world.contact(bela, group)).toMatchObject({ notice: 'new <rules>', unread: 1, is_at: 1 });
    expect((await info(bela))['notice']).toBe('new <rules>');
  });

  it('GROUP-10: is for owner and managers, not empty, and no way around silence', async () => {
    expect((await on(bela, 'setNotice', { notice: 'x' })).code).toBe(400);
    expect((await on(anna, 'setNotice', { notice: '  ' })).code).toBe(400);
    await on(anna, 'setManager', { user_id: bela.id, role: 2 });
    expect((await on(bela, 'setNotice', { notice: 'x' })).code).toBe(0);
    await on(anna, 'groupSetting', { setting: { nospeak: 2 } });
    expect((await on(bela, 'setNotice', { notice: 'y' })).code).toBe(401);
  });
});

it('GROUP-11: settings keep what is not named, drop the unknown, read text, reach everyone', async () => {
  const socket = await world.online(bela);
  expect((await on(anna, 'groupSetting', { setting: { history: '1', nospeak: '1', evil: 1 } })).code).toBe(0);
  const setting = { manage: 0, invite: 1, profile: 0, history: 1, nospeak: 1, pin: 0, media: 1 };
  expect(socket.of('groupSetting')).toMatchObject([{ stream: group, data: { group_id: group, setting } }]);
  expect((await info(cora))['setting']).toEqual({ ...setting, openRoom: 0 });
  expect((await say(bela, 'm-1')).code).toBe(401);
  expect((await on(bela, 'groupSetting', { setting: { nospeak: 0 } })).code).toBe(400);
  expect((await on(anna, 'groupSetting', { setting: { nospeak: 3 } })).code).toBe(400);
  expect((await on(anna, 'groupSetting', { setting: '{"nospeak":0}' })).code).toBe(0);
  expect((await say(bela, 'm-1')).code).toBe(0);
});

it('ROLE-5: the owner makes and removes admins; all members get the role, once', async () => {
  const socket = await world.online(cora);
  expect((await on(bela, 'setManager', { user_id: cora.id, role: 2 })).code).toBe(400);
  for (const role of [1, 0, 4, 'x'])
    expect((await on(anna, 'setManager', { user_id: bela.id, role })).code).toBe(400);
  expect((await on(anna, 'setManager', { user_id: dora.id, role: 2 })).code).toBe(400);
  expect((await on(anna, 'setManager', { user_id: anna.id, role: 3 })).code).toBe(400);
  for (const _ of [1, 2]) expect((await on(anna, 'setManager', { user_id: bela.id, role: 2 })).code).toBe(0);
  expect(socket.of('setManager')).toMatchObject([{ data: { group_id: group, user_id: bela.id, role: 2 } }]);
  expect((await on(bela, 'editGroupName', { displayName: 'Other' })).code).toBe(0);
  await on(anna, 'setManager', { user_id: bela.id, role: 3 });
  expect((await on(bela, 'editGroupName', { displayName: 'Third' })).code).toBe(400);
});

describe('silence of a person', () => {
  it('ROLE-6: lasts until its time and can be lifted', async () => {
    const socket = await world.online(bela);
    expect((await on(anna, 'setNoSpeak', { user_id: bela.id, noSpeakTimer: 1 })).code).toBe(0);
    const until = Math.floor(world.clock.nowMs() / 1_000) + 600;
    expect(socket.of('setNoSpeak')).toMatchObject([
      { stream: group, data: { group_id: group, user_id: bela.id, no_speak_time: until } },
    ]);
    expect(await say(bela, 'm-1')).toMatchObject({ code: 400, msg: '你已被禁言' });
    expect((await on(anna, 'setNoSpeak', { user_id: bela.id, noSpeakTimer: 0, noSpeakDay: 0 })).code).toBe(0);
    expect((await say(bela, 'm-1')).code).toBe(0);
    await on(anna, 'setNoSpeak', { user_id: bela.id, noSpeakDay: 2 });
    world.clock.jump(2 * duration.DAY - 1_000);
    expect((await say(bela, 'm-2')).code).toBe(400);
    world.clock.jump(1_000);
    expect((await say(bela, 'm-2')).code).toBe(0);
  });

  it('ROLE-6: admins mute members only, never the owner or themselves, for set times', async () => {
    await on(anna, 'setManager', { user_id: bela.id, role: 2 });
    expect((await on(bela, 'setNoSpeak', { user_id: cora.id, noSpeakTimer: 4 })).code).toBe(0);
    for (const user_id of [anna.id, bela.id, dora.id])
      expect((await on(bela, 'setNoSpeak', { user_id, noSpeakTimer: 1 })).code).toBe(400);
    expect((await on(cora, 'setNoSpeak', { user_id: bela.id, noSpeakTimer: 1 })).code).toBe(400);
    for (const wrong of [{ noSpeakTimer: 5 }, { noSpeakDay: 366 }, { noSpeakDay: -1 }]) {
      expect((await on(anna, 'setNoSpeak', { user_id: bela.id, ...wrong })).code).toBe(400);
    }
  });
});

it('ROLE-7: the owner hands the group to a member and is one then', async () => {
  const socket = await world.online(cora);
  expect((await on(bela, 'changeOwner', { user_id: bela.id })).code).toBe(400);
  for (const user_id of [dora.id, anna.id, 999])
    expect((await on(anna, 'changeOwner', { user_id })).code).toBe(400);
  expect((await on(anna, 'changeOwner', { user_id: bela.id })).code).toBe(0);
  expect(socket.of('changeOwner')).toMatchObject([
    { stream: group, data: { group_id: group, user_id: bela.id } },
  ]);
  expect(await info(bela)).toMatchObject({ role: 1, owner_id: bela.id });
  expect(await info(anna)).toMatchObject({ role: 3 });
  expect((await on(anna, 'removeGroup')).code).toBe(400);
  expect((await on(anna, 'removeUser', { user_id: anna.id })).code).toBe(0);
});

it('GROUP-13, COUNT-10: clearing erases the messages for all members; none of them is unread', async () => {
  for (const id of ['m-1', 'm-2']) await say(anna, id);
  await world.send(anna, group, '@', { id: 'm-3', at: [bela.id] });
  const socket = await world.online(bela);
  expect((await on(bela, 'clearMessage')).code).toBe(400);
  expect((await on(anna, 'clearMessage')).code).toBe(0);
  const count = (await world.contact(bela, group))?.count;
  expect(socket.of('clearMessage')).toMatchObject([{ stream: group, data: { group_id: group, n: count } }]);
  expect(await world.contact(bela, group)).toMatchObject({
    unread: 0,
    is_at: 0,
    lastContent: '',
    last: null,
  });
  expect(await world.rows(anna, 'im/getMessageList', { toContactId: group })).toEqual([]);
  expect((await world.send(bela, group, 'again', { id: 'm-3' })).code).toBe(400);
  await say(anna, 'm-4');
  expect(await world.contact(bela, group)).toMatchObject({ unread: 1 });
});

const join = (who: Person, body: object) => world.call(who, 'group/joinGroup', { group_id: group, ...body });
const token = async (who: Person) =>
  String((await info(who))['qrUrl'])
    .split('/')
    .at(-1) ?? '';
const look = (who: Person, body: object) => world.call(who, 'group/groupInfo', { group_id: group, ...body });
const scan = (path: string, who: Person | null = null) => world.call(who, path, { realToken: 'x' });

describe('joining by a code', () => {
  it('GROUP-12: a valid code lets a user join; the line is the joiner’s, for all members', async () => {
    const url = String((await info(bela))['qrUrl']);
    expect(url).toMatch(/^http:\/\/parley\.test\/scan\/g\/[\w-]+$/);
    expect(await scan(`/scan/g/${await token(bela)}`)).toMatchObject({
      code: 0,
      data: { action: 'groupInfo', id: group, groupUserCount: 3 },
    });
    const socket = await world.online(anna);
    expect((await join(dora, { inviteUid: await token(bela) })).code).toBe(0);
    expect(socket.types()).toEqual(['addGroupUser', 'group']);
    expect(socket.of('group')[0]?.data).toMatchObject({
      type: 'event',
      from_user: dora.id,
      content: 'dora name加入了群聊',
    });
    expect(await world.contact(dora, group)).toMatchObject({ unread: 0, role: 3 });
    const rows = await world.rows(anna, 'group/groupUserList', { group_id: group });
    expect(rows.find((row) => row.user_id === dora.id)).toMatchObject({ invite_id: bela.id });
    expect(await join(dora, { token: await token(bela) })).toMatchObject({ code: 400 });
  });

  it('GROUP-12: without a code, or with a wrong, changed, foreign or old one, no user joins', async () => {
    const good = await token(bela);
    const other = await world.group(anna, [bela]);
    const foreign = String((await world.ok(anna, 'group/groupInfo', { group_id: other }))['qrUrl'])
      .split('/')
      .at(-1);
    const person = String((await world.ok(bela, 'im/getUserInfo', { user_id: bela.id }))['qrUrl'])
      .split('/')
      .at(-1);
    const bad = [
      {},
      { token: 'x' },
      { token: good.replace(/.$/, (sign) => (sign === 'a' ? 'b' : 'a')) },
      { token: foreign },
      { token: person },
      { inviteUid: bela.id },
      { inviteUid: 0 },
    ];
    for (const body of bad) expect(await join(dora, body)).toMatchObject({ code: 400 });
    for (const path of ['x', person, good.replace('-', '--')])
      expect((await scan(`/scan/g/${path}`)).code).toBe(400);
    world.clock.jump(7 * duration.DAY);
    const late = await world.login('dora');
    expect((await join(late, { token: good })).code).toBe(400);
  });

  it('GROUP-12: no number opens a group, not even a friend’s inside; closed, it stays so', async () => {
    await world.befriend(bela, dora);
    for (const inviteUid of [bela.id, String(bela.id), anna.id])
      expect((await join(dora, { inviteUid })).code).toBe(400);
    await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, runMode: 1 } }));
    for (const inviteUid of [bela.id, anna.id]) expect((await join(dora, { inviteUid })).code).toBe(400);
    expect(await world.contact(dora, group)).toBeNull();
    const code = await token(anna);
    await on(anna, 'groupSetting', { setting: { invite: 0 } });
    expect((await join(dora, { token: code })).code).toBe(400);
    expect((await info(bela))['qrUrl']).toBe('');
    await on(anna, 'groupSetting', { setting: { invite: 1 } });
    expect((await join(dora, { token: code })).code).toBe(0);
  });

  it('GROUP-15: a user who could join by a code sees only the group’s card; others see nothing', async () => {
    await world.befriend(bela, dora);
    const nothing = await join(dora, { inviteUid: bela.id });
    for (const bad of [bela.id, anna.id, dora.id, 0, 'x', String(2 ** 40)])
      expect(await look(dora, { inviteUid: String(bad) })).toEqual(nothing);
    for (const body of [{}, { inviteUid: String(bela.id) }]) {
      const answer = await look(dora, body);
      expect(await world.call(dora, 'group/groupInfo', { group_id: 'group-999', ...body })).toEqual(answer);
    }
    await on(anna, 'setNotice', { notice: 'for members' });
    const code = await token(anna);
    const { displayName, avatar, name_py } = await info(bela);
    const view = (await look(dora, { token: code })).data;
    expect(view).toMatchObject({
      action: 'groupInfo',
      id: group,
      group_id: Number(group.slice(6)),
      name: displayName,
      displayName,
      name_py,
      avatar,
      groupUserCount: 3,
      invite_id: code,
    });
    // The card contains no data of members.
    expect(view).toMatchObject({
      notice: '',
      owner_id: 0,
      ownerName: '',
      qrUrl: '',
      userInfo: { id: 0, realname: '' },
    });
    expect(await world.code(dora, 'group/groupInfo', { group_id: 'group-999', token: code })).toBe(400);
    // A member is shown everything, with a code or not; a code ends with the membership of who made it.
    expect((await look(cora, { token: code })).data).toMatchObject({ role: 3, notice: 'for members' });
    const belas = await token(bela);
    await on(anna, 'groupSetting', { setting: { invite: 0 } });
    expect((await look(dora, { token: belas })).code).toBe(400);
    await on(anna, 'groupSetting', { setting: { invite: 1 } });
    await on(bela, 'removeUser', { user_id: bela.id });
    expect(await look(dora, { token: belas })).toEqual(nothing);
  });

  it('GROUP-16: a removed user comes back by no code or member, only by owner or admin', async () => {
    for (const other of [anna, bela, cora]) await world.befriend(other, dora);
    await on(anna, 'addGroupUser', { user_ids: [dora.id] });
    const [code, belas] = [await token(dora), await token(bela)];
    await on(anna, 'removeUser', { user_id: dora.id });
    for (const body of [{}, { token: code }, { token: belas }, { inviteUid: bela.id }])
      expect((await join(dora, body)).code).toBe(400);
    expect(await scan(`/scan/g/${belas}`, dora)).toMatchObject({ code: 0 });
    expect(await join(dora, {})).toMatchObject({
      code: 400,
      msg: '你已被移出该群，只有群主或管理员可以重新邀请你',
    });
    expect((await look(dora, { token: belas })).code).toBe(400);
    expect(await on(bela, 'addGroupUser', { user_ids: [dora.id] })).toMatchObject({
      code: 400,
      msg: 'dora name已被移出该群，只有群主或管理员可以重新邀请',
    });
    await on(anna, 'setManager', { user_id: bela.id, role: 2 });
    expect((await on(bela, 'addGroupUser', { user_ids: [dora.id] })).code).toBe(0);
    // The user was let back and left on their own, so a code opens the group again.
    await on(dora, 'removeUser', { user_id: dora.id });
    expect((await join(dora, { token: belas })).code).toBe(0);
  });

  it('GROUP-17: a user who showed a valid code joins that group without it, while it is valid', async () => {
    const code = await token(bela);
    const path = `/scan/g/${code}`;
    // A code that Dora has not shown, or another user has, opens nothing for her.
    await scan(path);
    await scan(path, cora);
    expect((await look(dora, {})).code).toBe(400);
    expect(await scan(path, dora)).toMatchObject({ code: 0 });
    const other = await world.group(anna, [bela]);
    expect(await world.code(dora, 'group/joinGroup', { group_id: other })).toBe(400);
    const members = Object.keys(await info(bela));
    const view = (await look(dora, {})).data;
    expect(members.filter((name) => !(name in view))).toEqual([]);
    expect(view).toMatchObject({
      displayName: 'Team',
      groupUserCount: 3,
      isJoin: 0,
      setting: { manage: 0, invite: 1, profile: 0, history: 0, nospeak: 0 },
    });
    await on(anna, 'groupSetting', { setting: { invite: 0 } });
    expect((await join(dora, {})).code).toBe(400);
    await on(anna, 'groupSetting', { setting: { invite: 1 } });
    await on(bela, 'removeUser', { user_id: bela.id });
    expect((await join(dora, { inviteUid: bela.id })).code).toBe(400);
    await scan(`/scan/g/${await token(cora)}`, dora);
    expect((await join(dora, { inviteUid: cora.id })).code).toBe(0);
    expect(await world.contact(dora, group)).toMatchObject({ role: 3 });
    // After leaving on her own, the shown code still works until it expires.
    await on(dora, 'removeUser', { user_id: dora.id });
    world.clock.jump(7 * duration.DAY);
    expect((await join(await world.login('dora'), {})).code).toBe(400);
  });

  it('GROUP-12: the code of a user shows a card to each user who has it', async () => {
    const self = await world.ok(dora, 'im/getUserInfo', { user_id: dora.id });
    const path = new URL(String(self['qrUrl'])).pathname;
    expect(await scan(path)).toMatchObject({
      code: 0,
      data: { action: 'userInfo', id: dora.id, displayName: 'dora name' },
    });
    expect((await scan('/scan/u/1-abc')).code).toBe(400);
  });
});

it('GROUP-14: getAllUser lists members without the owner, or friends, and marks those named', async () => {
  const members = await world.rows(bela, 'group/getAllUser', { group_id: group, user_ids: [cora.id] });
  expect(members.map((row) => [row.id, row['disabled']])).toEqual([
    [bela.id, false],
    [cora.id, true],
  ]);
  expect((await world.rows(bela, 'group/getAllUser')).map((row) => row.id)).toEqual([anna.id]);
  expect((await on(dora, 'getAllUser')).code).toBe(400);
});

it('START-10: without PUBLIC_URL, codes have a path, which apps put behind their own address', async () => {
  const own = await world.ok(bela, 'im/getUserInfo', { user_id: bela.id });
  expect(String(own['path'])).toMatch(/^\/scan\/u\/[\w-]+$/);
  expect(String((await info(bela))['path'])).toMatch(/^\/scan\/g\/[\w-]+$/);
});
