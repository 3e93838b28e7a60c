import { expect, it } from 'vitest';
import { refused, type House } from '../support/attack.ts';
import type { Person } from '../support/world.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

/** Every call that changes a group, with bodies that would succeed for a permitted user. */
const changes = ({ group, member, mallory }: House): readonly (readonly [string, object])[] => [
  ['editGroupName', { id: group, displayName: 'Mine now' }],
  ['setNotice', { id: group, notice: 'Send me money' }],
  ['groupSetting', { id: group, setting: { nospeak: 2 } }],
  ['setNoSpeak', { id: group, user_id: member.id, noSpeakTimer: 1 }],
  ['setManager', { id: group, user_id: mallory.id, role: 2 }],
  ['removeUser', { id: group, user_id: member.id }],
  ['addGroupUser', { id: group, user_ids: [mallory.id] }],
  ['changeOwner', { id: group, user_id: mallory.id }],
  ['clearMessage', { id: group }],
  ['addGroupLink', { id: group, for: 0 }],
  ['endGroupLink', { id: group, link: 1 }],
  ['answerGroupRequest', { id: group, user_id: member.id, accept: 1 }],
  ['removeGroup', { id: group }],
];

const codeOf = async ({ world, group }: House, who: Person): Promise<string> =>
  String((await world.ok(who, 'group/groupInfo', { group_id: group }))['qrUrl'])
    .split('/')
    .at(-1) ?? '';

it('SEC-1: row 1: a stranger changes nothing in a group, by any call', async () => {
  for (const [name, body] of changes(at)) await refused(at, () => at.on(at.mallory, name, body), name);
});

it('SEC-1: row 1: neither does a former member, nor a member beyond their role', async () => {
  await at.world.ok(at.manager, 'group/removeUser', { id: at.group, user_id: at.member.id });
  for (const [name, body] of changes(at)) await refused(at, () => at.on(at.member, name, body), name);
  await at.world.ok(at.owner, 'group/addGroupUser', { id: at.group, user_ids: [at.member.id] });
  for (const [name, body] of changes(at))
    if (name !== 'addGroupUser')
      await refused(at, () => at.on(at.member, name, { ...body, user_id: at.manager.id }), name);
});

it('SEC-1: row 23: sockets receive events of a group only during the membership', async () => {
  const [member, mallory] = [await at.world.online(at.member), await at.world.online(at.mallory)];
  await at.say(at.owner, at.group, 'm-1');
  expect(member.of('group')).toHaveLength(1);
  await at.world.ok(at.owner, 'group/removeUser', { id: at.group, user_id: at.member.id });
  await at.say(at.owner, at.group, 'm-2');
  expect(member.of('group')).toHaveLength(1);
  await at.world.ok(at.owner, 'group/removeGroup', { id: at.group });
  expect(
    [...member.frames, ...mallory.frames].some((frame) => JSON.stringify(frame).includes('words m-2')),
  ).toBe(false);
  expect(mallory.frames).toEqual([]);
});

it('SEC-1: row 24: a new group has each user once, and at least one besides the owner', async () => {
  const { owner, member, on } = at;
  expect((await on(owner, 'add', { user_ids: [] })).code).not.toBe(0);
  expect((await on(owner, 'add', { user_ids: [owner.id, owner.id] })).code).not.toBe(0);
  const made = await at.world.ok(owner, 'group/add', {
    user_ids: [member.id, member.id, owner.id, member.id],
    name: 'Twice',
  });
  expect(made['members']).toBe(2);
});

it('SEC-1: row 25: adding a member needs permission and the setting, and all are notified', async () => {
  const socket = await at.world.online(at.owner);
  await at.world.ok(at.owner, 'group/groupSetting', { id: at.group, setting: { invite: 0 } });
  await at.world.befriend(at.member, at.mallory);
  await refused(at, () => at.on(at.member, 'addGroupUser', { id: at.group, user_ids: [at.mallory.id] }));
  await at.world.ok(at.owner, 'group/groupSetting', { id: at.group, setting: { invite: 1 } });
  await at.world.ok(at.member, 'group/addGroupUser', { id: at.group, user_ids: [at.mallory.id] });
  expect(socket.of('addGroupUser')).toMatchObject([{ data: { user_ids: [at.mallory.id] } }]);
});

it('SEC-1: row 26: no forged code, stranger’s name or closed group lets a user join', async () => {
  for (const inviteUid of [
    undefined,
    '',
    'x',
    String(at.owner.id),
    `${at.group}.9999999999.ffff`,
    '0',
    "' or 1=1",
  ]) {
    await refused(
      at,
      () => at.on(at.mallory, 'joinGroup', { group_id: at.group, inviteUid }),
      String(inviteUid),
    );
  }
  const code = await codeOf(at, at.member);
  await at.world.ok(at.owner, 'group/groupSetting', { id: at.group, setting: { invite: 0 } });
  await refused(at, () => at.on(at.mallory, 'joinGroup', { group_id: at.group, token: code }));
  await at.world.ok(at.owner, 'group/groupSetting', { id: at.group, setting: { invite: 1 } });
  await at.world.ok(at.mallory, 'group/joinGroup', { group_id: at.group, token: code });
  const rows = await at.world.rows(at.owner, 'im/getMessageList', { toContactId: at.group });
  expect(rows.at(-1)).toMatchObject({ type: 'event', from_user: at.mallory.id });
});

it('SEC-1: row 49: no number of a group or a friend opens it, in a closed organisation neither', async () => {
  const { world, owner, member, mallory, group } = at;
  for (const friend of [owner, member]) await world.befriend(friend, mallory);
  const everything = async () => {
    for (const inviteUid of [undefined, String(owner.id), String(member.id), String(mallory.id)]) {
      await refused(
        at,
        () => at.on(mallory, 'groupInfo', { group_id: group, inviteUid }),
        `see ${inviteUid}`,
      );
      await refused(
        at,
        () => at.on(mallory, 'joinGroup', { group_id: group, inviteUid }),
        `join ${inviteUid}`,
      );
    }
    await refused(
      at,
      () => at.on(mallory, 'addGroupUser', { id: group, user_ids: [mallory.id] }),
      'add oneself',
    );
  };
  await everything();
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, runMode: 1 } }));
  await everything();
});

it('SEC-1: row 50: a removed user does not return by a code, a friend inside, or leaving', async () => {
  const { world, owner, member, manager, group } = at;
  const codes = await Promise.all([owner, manager, member].map((who) => codeOf(at, who)));
  await world.call(member, `/scan/g/${codes[0] ?? ''}`);
  const friend = await world.person('friend');
  await world.befriend(owner, friend);
  await world.befriend(member, friend);
  await world.ok(owner, 'group/addGroupUser', { id: group, user_ids: [friend.id] });
  await world.ok(owner, 'group/removeUser', { id: group, user_id: member.id });
  for (const token of codes) {
    await world.call(member, `/scan/g/${token}`);
    await refused(at, () => at.on(member, 'joinGroup', { group_id: group }), 'shown');
    await refused(at, () => at.on(member, 'joinGroup', { group_id: group, token }), 'given');
  }
  await refused(at, () => at.on(friend, 'addGroupUser', { id: group, user_ids: [member.id] }), 'by a friend');
  await refused(at, () => at.on(member, 'removeUser', { id: group, user_id: member.id }), 'leaving');
  await world.ok(manager, 'group/addGroupUser', { id: group, user_ids: [member.id] });
});

it('SEC-1: row 27: the owner does not leave, and leaving twice is leaving once', async () => {
  await refused(at, () => at.on(at.owner, 'removeUser', { id: at.group, user_id: at.owner.id }));
  await at.world.ok(at.member, 'group/removeUser', { id: at.group, user_id: at.member.id });
  await refused(at, () => at.on(at.member, 'removeUser', { id: at.group, user_id: at.member.id }));
});

it('SEC-1: row 28: no admin mutes the owner or another admin; a muted member gets the reason', async () => {
  await refused(at, () =>
    at.on(at.manager, 'setNoSpeak', { id: at.group, user_id: at.owner.id, noSpeakTimer: 1 }),
  );
  await refused(at, () =>
    at.on(at.manager, 'setNoSpeak', { id: at.group, user_id: at.manager.id, noSpeakTimer: 1 }),
  );
  await at.world.ok(at.manager, 'group/setNoSpeak', { id: at.group, user_id: at.member.id, noSpeakTimer: 1 });
  const answer = await at.im(at.member, 'sendMessage', {
    id: 'm-1',
    toContactId: at.group,
    type: 'text',
    content: 'x',
    at: [],
  });
  expect(answer.code).toBe(400);
  expect(answer.msg).toContain('禁言');
});

it('SEC-1: row 29: a group goes only to a member, and all members are notified', async () => {
  await refused(at, () => at.on(at.owner, 'changeOwner', { id: at.group, user_id: at.mallory.id }));
  await refused(at, () => at.on(at.manager, 'changeOwner', { id: at.group, user_id: at.manager.id }));
  const socket = await at.world.online(at.member);
  await at.world.ok(at.owner, 'group/changeOwner', { id: at.group, user_id: at.member.id });
  expect(socket.of('changeOwner')).toMatchObject([{ data: { user_id: at.member.id } }]);
  expect((await at.world.contact(at.member, at.group))?.['role']).toBe(1);
  await refused(at, () => at.on(at.owner, 'removeGroup', { id: at.group }));
});

it('SEC-1: row 42: a live group comes complete, with the reader’s own role and flags', async () => {
  const socket = await at.world.online(at.manager);
  const second = await at.world.group(at.owner, [at.manager], 'Second');
  const frame = socket.of('addGroup')[0];
  expect(frame?.data).toMatchObject({
    id: second,
    role: 3,
    is_top: 0,
    is_notice: 1,
    setting: { invite: expect.anything() as unknown },
  });
});

it('SEC-1: row 76: an invalid link or request lets no user join', async () => {
  const { world, owner, member, mallory, group } = at;
  const create = async (more: object = {}) => {
    const { link, url } = await world.ok(owner, 'group/addGroupLink', { id: group, for: 0, ...more });
    return { link: Number(link), token: String(url).slice(String(url).lastIndexOf('/') + 1) };
  };
  const receiveTrack = (token: string, more: object = {}) =>
    refused(at, () => at.on(mallory, 'joinGroup', { group_id: group, token, ...more }), token);
  const [ended, short, asking] = [await create(), await create({ for: 3_600 }), await create({ asks: 1 })];
  await world.ok(owner, 'group/endGroupLink', { id: group, link: ended.link });
  await receiveTrack(ended.token);
  await receiveTrack(short.token.replace(/-\d+-/, `-${asking.link}-`));
  await receiveTrack(`${short.token.slice(0, -1)}0${short.token.slice(-1)}`);
  await receiveTrack(asking.token);
  for (const name of ['groupLinks', 'groupRequests'])
    for (const who of [member, mallory]) await refused(at, () => at.on(who, name, { id: group }), name);
  world.clock.jump(3_600_000);
  await receiveTrack(short.token);
  // A request alone shows and opens nothing.
  await world.ok(mallory, 'group/joinGroup', { group_id: group, token: asking.token, ask: 1 });
  await refused(at, () => at.say(mallory, group, 'm-9'));
  await refused(at, () => at.on(mallory, 'groupUserList', { group_id: group }));
});
