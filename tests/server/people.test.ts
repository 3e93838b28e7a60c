import { beforeEach, describe, expect, it } from 'vitest';
import type { Fields } from '../support/fields.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela } = setUpWorld(['anna', 'bela']);

const apply = (who: Person, user_id: number, more: object = {}) =>
  world.call(who, 'friend/add', { user_id, remark: 'hello', ...more });
const answer = (who: Person, friend_id: number, status: 0 | 1) =>
  world.call(who, 'friend/update', { friend_id, status });
const received = (who: Person) =>
  world.call<readonly Fields[]>(who, 'friend/index', { is_mine: 0, page: 1, limit: 20 });
const people = async (who: Person) =>
  (await world.rows(who, 'im/getContacts')).filter((row) => row.is_group === 0);

const search = async (keywords: string) =>
  (await world.rows(anna, 'im/searchUser', { keywords })).map((row) => row.user_id);

it('FRIEND-1: searchUser finds the exact account, never oneself', async () => {
  expect(await search('bela')).toEqual([bela.id]);
  for (const keywords of ['bel', 'bela ', 'anna', '', '%', '*'])
    expect(await search(keywords)).toEqual(keywords === 'bela ' ? [bela.id] : []);
});

describe('applications', () => {
  it('FRIEND-2: a request needs a verification message and a user who is known, not a friend, not asked yet', async () => {
    expect((await apply(anna, bela.id, { remark: ' ' })).code).toBe(400);
    expect((await apply(anna, bela.id, { remark: 'x'.repeat(201) })).code).toBe(400);
    expect((await apply(anna, anna.id)).code).toBe(400);
    expect((await apply(anna, 99)).code).toBe(400);
    expect((await apply(anna, bela.id)).code).toBe(0);
    expect((await apply(anna, bela.id)).code).toBe(400);
    await apply(bela, anna.id);
    expect((await apply(anna, bela.id)).code).toBe(400);
    expect((await received(bela)).data).toHaveLength(1);
  });

  it('FRIEND-2: the asked person hears it live, is counted, and sees who asks', async () => {
    const [mine, other] = [await world.online(bela), await world.online(anna)];
    await apply(anna, bela.id);
    expect(mine.of('simple')).toMatchObject([
      { stream: `u${bela.id}`, data: { toContactId: 'system', is_group: 2, pending: 1 } },
    ]);
    expect(other.frames).toEqual([]);
    const contacts = await world.call(bela, 'im/getContacts');
    expect([contacts.count, contacts.page]).toEqual([1, world.clock.nowMs()]);
    expect((await received(bela)).data[0]).toMatchObject({
      status: 2,
      remark: 'hello',
      create_user_info: { user_id: anna.id },
      user_id_info: { user_id: bela.id },
    });
    const sent = await world.call(anna, 'friend/index', { is_mine: 1 });
    expect(sent).toMatchObject({ count: 1, data: [{ friend_user_id: String(bela.id) }] });
  });

  it('FRIEND-2: crossing applications become a friendship at once', async () => {
    await apply(anna, bela.id);
    expect(await apply(bela, anna.id)).toMatchObject({ code: 0, data: { status: 1 } });
    expect([await people(anna), await people(bela)].map((rows) => rows.map((row) => row.id))).toEqual([
      [bela.id],
      [anna.id],
    ]);
    expect((await received(bela)).data).toMatchObject([{ status: 1 }]);
  });

  it('FRIEND-2: a repeat with the same operation answers the first result', async () => {
    const first = await apply(anna, bela.id, { op: 'op-1' });
    expect(await apply(anna, bela.id, { op: 'op-1' })).toEqual(first);
    expect((await received(bela)).data).toHaveLength(1);
  });

  it('FRIEND-9: only the sender withdraws a waiting request', async () => {
    const withdraw = (who: Person, friend_id: number) => world.call(who, 'friend/withdraw', { friend_id });
    const { data } = await apply(anna, bela.id);
    const socket = await world.online(bela);
    expect((await withdraw(bela, data.friend_id)).code).toBe(400);
    expect(await withdraw(anna, data.friend_id)).toMatchObject({ code: 0 });
    expect(socket.of('applications')).toMatchObject([{ stream: `u${bela.id}`, data: { pending: 0 } }]);
    expect((await received(bela)).data).toEqual([]);
    expect((await world.call(anna, 'friend/index', { is_mine: 1 })).data).toEqual([]);
    expect((await answer(bela, data.friend_id, 1)).code).toBe(400);
    expect((await withdraw(anna, data.friend_id)).code).toBe(400);
    const again = await apply(anna, bela.id);
    expect((await answer(bela, again.data.friend_id, 1)).code).toBe(0);
    expect((await withdraw(anna, again.data.friend_id)).code).toBe(400);
  });

  it('FRIEND-3: accepting makes both friends, and the conversation appears in both lists at once', async () => {
    const { data } = await apply(anna, bela.id);
    const [a, b] = [await world.online(anna), await world.online(bela)];
    expect((await answer(bela, data.friend_id, 1)).code).toBe(0);
    for (const [socket, partner] of [
      [a, bela],
      [b, anna],
    ] as const) {
      const [joined] = socket.of('appendContact');
      expect(joined).toMatchObject({
        data: {
          id: partner.id,
          type: 'event',
          unread: 0,
          is_group: 0,
          stream: '1-2',
          seq: 1,
          count: 1,
          mark: 1,
        },
      });
      expect(joined?.stream).toMatch(/^u/);
    }
    expect(b.of('applications')).toMatchObject([{ data: { pending: 0 } }]);
    expect((await people(anna))[0]).toMatchObject({
      id: bela.id,
      unread: 0,
      lastContent: '你们已经成为好友，现在可以开始聊天了',
    });
    a.frames.length = 0;
    await world.say(bela, anna.id, 'hi', { id: 'm-1' });
    expect(a.of('simple')).toMatchObject([{ stream: '1-2', seq: 2, data: { n: 2 } }]);
  });

  it('FRIEND-3: only the asked person may answer, and only once', async () => {
    const cleo = await world.person('cleo');
    const { data } = await apply(anna, bela.id);
    for (const who of [anna, cleo]) expect((await answer(who, data.friend_id, 1)).code).toBe(400);
    expect((await answer(bela, 99, 1)).code).toBe(400);
    expect((await answer(bela, data.friend_id, 1)).code).toBe(0);
    expect((await answer(bela, data.friend_id, 0)).code).toBe(400);
    expect(await people(anna)).toHaveLength(1);
  });

  it('FRIEND-4: refusing notifies no other user and allows a new request', async () => {
    const { data } = await apply(anna, bela.id);
    const socket = await world.online(anna);
    expect((await answer(bela, data.friend_id, 0)).code).toBe(0);
    expect(socket.frames).toEqual([]);
    expect((await world.call(bela, 'im/getContacts')).count).toBe(0);
    expect((await apply(anna, bela.id)).code).toBe(0);
    expect((await received(bela)).data.map((row) => row.status)).toEqual([2, 0]);
  });
});

describe('friends', () => {
  beforeEach(() => world.befriend(anna, bela));

  it('FRIEND-5: a private nickname changes the name on all devices of one user and of no other', async () => {
    const { friend } = await world.ok(anna, 'im/getUserInfo', { user_id: bela.id });
    const [mine, phone, other] = [
      await world.online(anna),
      await world.online(anna),
      await world.online(bela),
    ];
    const rename = async (who: Person, nickname: string) =>
      await world.code(who, 'friend/setNickname', { friend_id: friend.friend_id, nickname });
    expect(await rename(anna, ' ')).toBe(400);
    expect(await rename(anna, 'x'.repeat(65))).toBe(400);
    expect(await rename(bela, 'Mine')).toBe(400);
    expect(await rename(anna, 'Sunny')).toBe(0);
    for (const socket of [mine, phone])
      expect(socket.of('remark')).toMatchObject([{ data: { id: bela.id, displayName: 'Sunny' } }]);
    expect(other.frames).toEqual([]);
    expect((await people(anna))[0]).toMatchObject({ displayName: 'Sunny', realname: 'bela name' });
    expect((await people(bela))[0]).toMatchObject({ displayName: 'anna name' });
    const page = (who: Person, { id }: Person) => world.ok(who, 'im/getUserInfo', { user_id: id });
    expect(await page(anna, bela)).toMatchObject({ displayName: 'Sunny', realname: 'bela name' });
    expect(await page(bela, anna)).toMatchObject({ displayName: 'anna name', realname: 'anna name' });
  });

  it('FRIEND-6: ending a friendship removes the conversation on both sides, and neither may write', async () => {
    const [a, b] = [await world.online(anna), await world.online(bela)];
    expect(await world.code(anna, 'friend/del', { id: bela.id })).toBe(0);
    expect(a.of('removeGroup')).toMatchObject([{ data: { group_id: bela.id, why: 'unfriended' } }]);
    expect(b.of('removeGroup')).toMatchObject([{ data: { group_id: anna.id, of: '1-2', until: 1 } }]);
    expect([await people(anna), await people(bela)]).toEqual([[], []]);
    for (const [who, to] of [
      [anna, bela],
      [bela, anna],
    ] as const) {
      const send = await world.send(who, to.id, 'x', { id: `m-${who.id}` });
      expect([send.code, send.msg]).toEqual([400, '对方不是你的好友，请先添加好友']);
    }
    expect(await world.code(anna, 'friend/del', { id: bela.id })).toBe(400);
  });

  it('FRIEND-6: renewed friends start at the new base with nothing unread', async () => {
    await world.say(bela, anna.id, 'x', { id: 'm-1' });
    await world.ok(anna, 'friend/del', { id: bela.id });
    const socket = await world.online(anna);
    await world.befriend(bela, anna);
    expect(socket.of('appendContact')).toMatchObject([
      { data: { stream: '1-2', seq: 3, count: 3, mark: 3, own: 0, unread: 0 } },
    ]);
    expect((await people(anna))[0]).toMatchObject({ unread: 0, seq: 3 });
  });

  it('FRIEND-1: a friend is found with the remark and the friendship, others without', async () => {
    const findMatches = async () => (await world.rows(anna, 'im/searchUser', { keywords: 'cleo' }))[0];
    const cleo = await world.person('cleo');
    expect(await findMatches()).toMatchObject({ displayName: 'cleo name', friend: '' });
    await apply(anna, cleo.id);
    expect(await findMatches()).toMatchObject({ friend: '' });
    await apply(cleo, anna.id);
    const { friend } = await world.ok(anna, 'im/getUserInfo', { user_id: cleo.id });
    const nickname = 'Clee';
    await world.ok(anna, 'friend/setNickname', { friend_id: friend.friend_id, nickname });
    expect(await findMatches()).toMatchObject({
      displayName: nickname,
      friend: { friend_id: friend.friend_id },
    });
  });

  it('FRIEND-7: no answer about friends, profiles or a search holds a password or a network address', async () => {
    await apply(anna, (await world.person('cleo')).id);
    const cleo = await world.login('cleo');
    const answers = [
      await world.ok(anna, 'im/getUserInfo', { user_id: bela.id }),
      await world.ok(anna, 'im/getUserInfo', { user_id: anna.id }),
      await world.ok(anna, 'im/searchUser', { keywords: 'bela' }),
      await world.ok(anna, 'im/getContacts'),
      await received(cleo),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/password|hash|salt|10\.0\.0|_ip/i);
    expect((await world.ok(cleo, 'im/getUserInfo', { user_id: bela.id })).account).toBe('b******');
    expect(await world.code(anna, 'im/getUserInfo', { user_id: 99 })).toBe(400);
  });
});
