import { expect, it } from 'vitest';
import { refused } from '../support/attack.ts';
import { PASSWORD, type Person } from '../support/world.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

const friend = (who: Person, name: string, body: object) =>
  at.world.call(who, `/enterprise/friend/${name}`, body);
const applied = async (from: Person, to: Person): Promise<number> =>
  (await at.world.ok(from, 'friend/add', { user_id: to.id, remark: 'hello' }))['friend_id'];

it('SEC-1: row 10: only the recipient answers a request, only its owner names in a row', async () => {
  const id = await applied(at.mallory, at.owner);
  for (const who of [at.mallory, at.member]) {
    for (const status of [0, 1])
      expect((await friend(who, 'update', { friend_id: id, status })).code, who.account).not.toBe(0);
  }
  expect((await at.say(at.mallory, at.owner.id, 'm-1')).code).not.toBe(0);
  const before = await at.world.rows(at.owner, 'im/getContacts');
  for (let row = 1; row < 10; row += 1)
    expect((await friend(at.mallory, 'setNickname', { friend_id: row, nickname: 'Fool' })).code).not.toBe(0);
  expect(await at.world.rows(at.owner, 'im/getContacts')).toEqual(before);
});

it('SEC-1: row 11: two users who send each other requests are friends at once', async () => {
  await applied(at.mallory, at.owner);
  expect(await friend(at.owner, 'add', { user_id: at.mallory.id, remark: 'hello' })).toMatchObject({
    code: 0,
    data: { status: 1 },
  });
  expect((await at.say(at.mallory, at.owner.id, 'm-1')).code).toBe(0);
});

it('SEC-1: row 12: requests, refusals, pins and mutes make no friend', async () => {
  const id = await applied(at.mallory, at.owner);
  for (const name of ['setChatTop', 'isNotice', 'delChat'])
    await at.im(at.mallory, name, { id: String(at.owner.id), is_top: 1, is_notice: 1 });
  expect((await at.say(at.mallory, at.owner.id, 'm-1')).code).not.toBe(0);
  await friend(at.owner, 'update', { friend_id: id, status: 0 });
  expect((await at.say(at.mallory, at.owner.id, 'm-2')).code).not.toBe(0);
  await friend(at.owner, 'del', { id: at.member.id });
  for (const [from, to] of [
    [at.owner, at.member],
    [at.member, at.owner],
  ] as const)
    expect((await at.say(from, to.id, 'm-3')).code).not.toBe(0);
});

it('SEC-1: row 17: changing an account needs its own code, not an empty or another one', async () => {
  const codeIn = () => /\d{6}/.exec(at.letters.at(-1)?.text ?? '')?.[0] ?? '';
  for (const code of [undefined, '', null, 0, false, '0', [], {}])
    await refused(
      at,
      () => at.im(at.mallory, 'editAccount', { account: 'new@parley.test', code, newCode: code }),
      JSON.stringify(code),
    );
  expect(await at.world.code(null, '/common/pub/sendCode', { account: 'new@parley.test', type: 2 })).toBe(0);
  await refused(at, () =>
    at.im(at.mallory, 'editAccount', { account: 'new@parley.test', code: codeIn(), newCode: codeIn() }),
  );
  expect(await at.world.server.core.store.read((tx) => tx.users.byAccount('new@parley.test'))).toBeNull();
});

it('SEC-1: row 18: a required code is demanded, and no answer contains hashes or addresses', async () => {
  const { world, mallory, owner } = at;
  const made = await world.call(null, '/common/pub/register', {
    account: 'fresh',
    realname: 'Fresh',
    password: PASSWORD,
  });
  expect(Object.keys(made.data as object)).toEqual(['user_id']);
  const answers = [
    await at.im(mallory, 'getUserInfo', { user_id: owner.id }),
    await at.im(mallory, 'searchUser', { keywords: owner.account }),
    await at.im(owner, 'getContacts'),
    await at.on(owner, 'groupUserList', { group_id: at.group }),
    await at.on(owner, 'getAllUser'),
  ]
    .map((answer) => JSON.stringify(answer))
    .join();
  for (const word of ['hash of', 'salt', 'password', '10.0.0.1', 'last_login_ip', 'token'])
    expect(answers).not.toContain(word);
  for (const body of [
    { account: 'owner' },
    { account: 'owner', code: '' },
    { account: 'owner', code: '000000' },
    { account: 'owner', password: '' },
    { account: 'owner', password: { $ne: '' } },
    { account: ['owner'], password: PASSWORD },
  ]) {
    expect(await world.code(null, '/common/pub/login', body), JSON.stringify(body)).not.toBe(0);
  }
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, regauth: 2 } }));
  expect(
    await world.code(null, '/common/pub/register', {
      account: 'late@parley.test',
      realname: 'Late',
      password: PASSWORD,
    }),
  ).not.toBe(0);
});

it('SEC-1: row 19: a code is for one purpose, one use and few tries', async () => {
  const { world, letters } = at;
  const account = 'coded@parley.test';
  const person = await world.person(account);
  const code = async (type: number) => {
    world.clock.pass(61_000);
    await world.ok(person, '/common/pub/sendCode', { account, type });
    return /\d{6}/.exec(letters.at(-1)?.text ?? '')?.[0] ?? '';
  };
  const login = (given: string) => world.call(null, '/common/pub/login', { account, code: given });
  expect((await login(await code(3))).code).not.toBe(0);
  const good = await code(1);
  expect((await login(good)).code).toBe(0);
  expect((await login(good)).code).not.toBe(0);
  const next = await code(1);
  const wrong = String((Number(next) + 1) % 1_000_000).padStart(6, '0');
  for (let n = 0; n < 6; n += 1) await login(wrong);
  expect((await login(next)).code).not.toBe(0);
});

it('SEC-1: row 20: a new password ends other sessions; every request reads permissions again', async () => {
  const { world, member } = at;
  const other = await world.login('member');
  expect(
    (await at.im(member, 'editPassword', { password: 'secret-2', originalPassword: PASSWORD })).code,
  ).toBe(0);
  expect((await at.im(other, 'getContacts')).code).toBe(-1);
  await world.ok(at.owner, 'group/setManager', { id: at.group, user_id: at.manager.id, role: 3 });
  await refused(at, () => at.on(at.manager, 'setNotice', { id: at.group, notice: 'still here' }));
  await world.server.core.store.write((tx) => tx.users.update(at.mallory.id as never, { active: false }));
  expect((await at.im(at.mallory, 'getContacts')).code).toBe(-1);
});

it('SEC-1: row 36: a user deletes emoji of their own list only', async () => {
  for (const ids of [[1], [1, 2, 3], ['1 or 1=1']])
    expect(await at.world.code(at.mallory, 'emoji/move', { ids }), JSON.stringify(ids)).not.toBe(500);
  expect(await at.world.code(at.mallory, 'emoji/add', { file_id: 1 })).not.toBe(0);
});

it('SEC-1: row 37: only administrators list all files and all users', async () => {
  expect(await at.world.code(at.mallory, 'files/index', { is_all: 1 })).not.toBe(0);
  const rows = await at.on(at.mallory, 'getAllUser');
  expect(JSON.stringify(rows)).not.toContain('owner name');
});

it('SEC-1: row 44: no user writes to a missing or disabled user', async () => {
  expect((await at.say(at.owner, 999, 'm-1')).code).not.toBe(0);
  await at.world.server.core.store.write((tx) => tx.users.update(at.member.id as never, { active: false }));
  await at.world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, runMode: 1 } }));
  expect((await at.say(at.owner, 998, 'm-2')).code).not.toBe(0);
  expect((await at.say(at.owner, at.member.id, 'm-3')).code).not.toBe(0);
});

it('SEC-1: row 46: the user’s other devices receive every change', async () => {
  const [first, second] = [await at.world.online(at.owner), await at.world.online(at.owner)];
  const readReceived = async (type: string, run: () => Promise<unknown>) => {
    for (const socket of [first, second]) socket.frames.length = 0;
    await run();
    await at.world.settle();
    for (const socket of [first, second]) expect(socket.types(), type).toContain(type);
  };
  await at.say(at.member, at.group, 'm-1', { at: [at.owner.id] });
  await readReceived('remark', () => friend(at.owner, 'setNickname', { friend_id: 1, nickname: 'Boss' }));
  await readReceived('readMark', () =>
    at.im(at.owner, 'setMsgIsRead', { toContactId: at.group, messages: [{ n: 2 }] }),
  );
  await readReceived('mentionMark', () => at.im(at.owner, 'readAtMsg', { toContactId: at.group }));
  await readReceived('hideChat', () => at.im(at.owner, 'delChat', { id: String(at.member.id) }));
  await readReceived('setChatTop', () => at.im(at.owner, 'setChatTop', { id: at.group, is_top: 1 }));
  await readReceived('profile', () => at.im(at.owner, 'updateUserInfo', { realname: 'Owner two' }));
  await readReceived('removeGroup', () => friend(at.owner, 'del', { id: at.member.id }));
});
