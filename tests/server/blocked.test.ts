import { describe, expect, it } from 'vitest';
import { blockLimits } from '../../src/domain/people-limits.ts';
import { CALL } from '../../src/domain/call.ts';
import { streamId, userId } from '../../src/domain/ids.ts';
import type { Fields } from '../support/fields.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const im = '/enterprise/im';
const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all' });

let sentCount = 0;
const say = (who: Person, to: Person | string, content = 'x', more: object = {}) =>
  world.send(who, typeof to === 'string' ? to : String(to.id), content, {
    id: `b-${(sentCount += 1)}`,
    ...more,
  });
const block = (who: Person, other: Person, on: 0 | 1) =>
  world.call(who, 'im/blockPerson', { id: other.id, on });
const row = async (who: Person, of: Person): Promise<Fields | undefined> =>
  (await world.contact(who, of.id)) ?? undefined;
const words = async (who: Person, of: Person): Promise<readonly unknown[]> =>
  (await world.rows(who, 'im/getMessageList', { toContactId: of.id, page: 1, limit: 50 })).map(
    ({ content }) => content,
  );
const countMatches = async (who: Person, keywords: string): Promise<number> =>
  (await world.call<readonly unknown[]>(who, 'im/search', { keywords })).data.length;

describe('a blocked user', () => {
  it('BLOCK-1, BLOCK-2, BLOCK-10: a blocked user gets the usual answers, and no one else the message', async () => {
    const first = await say(bela, anna, 'before');
    const [mine, theirs, plain] = [
      await world.online(anna),
      await world.online(bela),
      await world.online(anna, { plain: true }),
    ];
    expect((await block(anna, bela, 1)).code).toBe(0);
    expect(theirs.frames.filter(({ type }) => type !== 'presence')).toEqual([]);
    await world.clock.advance(2_000);
    const heardPlain = plain.frames.length;
    const sent = await say(bela, anna, 'kept');
    expect(sent).toMatchObject({ code: 0, data: { status: 'succeed', stream: '1-2' } });
    for (const [path, body] of [
      ['editMessage', { id: sent.data['id'], content: 'kept anew' }],
      ['react', { id: sent.data['id'], emoji: '👍', on: 1 }],
      ['pinMessage', { id: sent.data['id'], on: 1 }],
      ['undoMessage', { id: sent.data['id'] }],
    ] as const)
      expect(await world.code(bela, `${im}/${path}`, body)).toBe(0);
    const again = await say(bela, anna, 'kept as well', { pid: first.data['msg_id'] });
    await world.settle();
    expect(plain.frames.length).toBe(heardPlain);
    // Places and ordinals without a gap, and nothing else.
    const reports = mine.frames.filter(({ stream }) => stream === '1-2');
    expect(new Set(reports.map(({ type }) => type))).toEqual(new Set(['void']));
    expect(reports.map(({ seq }) => seq)).toEqual(reports.map((_, at) => (reports[0]?.seq ?? 0) + at));
    expect(reports.at(-1)?.data).toMatchObject({ n: again.data['n'], from: anna.id });
    expect(JSON.stringify(mine.frames)).not.toContain('kept');
    expect(theirs.of('simple').map(({ data }) => data['content'])).toContain('kept as well');
    expect(await words(bela, anna)).toEqual(expect.arrayContaining(['before', 'kept as well']));
  });

  it('BLOCK-1, BLOCK-2, BLOCK-8: the chat stays, and nothing counts, also after unblocking', async () => {
    const first = await say(bela, anna, 'before');
    await world.settle();
    const was = await row(anna, bela);
    await block(anna, bela, 1);
    const stored = await say(bela, anna, 'secretly kept', { pid: first.data['msg_id'] });
    await world.call(bela, 'im/pinMessage', { id: stored.data['id'], on: 1 });
    const countChecks = async () => {
      for (const [path, body] of [
        ['getMessagePins', { toContactId: bela.id }],
        ['getContactInfo', { id: bela.id }],
        ['getContacts', {}],
        ['getMessageList', { toContactId: bela.id, peek: 1 }],
        ['getMessageList', { toContactId: bela.id, after_n: 1, peek: 1 }],
        ['getMessageList', { toContactId: bela.id, type: 'all', keywords: 'secretly' }],
        ['getThread', { toContactId: bela.id, root: first.data['n'] }],
        ['sync', { positions: { '1-2': 0 } }],
      ] as const) {
        const answer = await world.call(anna, `${im}/${path}`, body);
        expect([path, answer.code]).toEqual([path, 0]);
        expect(JSON.stringify(answer)).not.toContain('secretly');
      }
      expect([await countMatches(anna, 'secretly'), await countMatches(bela, 'secretly')]).toEqual([0, 1]);
      for (const path of ['react', 'pinMessage', 'delMessage', 'undoMessage'])
        expect(
          await world.code(anna, `${im}/${path}`, { id: stored.data['id'], emoji: '👍', on: 1 }),
        ).not.toBe(0);
      const forward = { msg_id: stored.data['msg_id'], user_ids: [-1] };
      expect(await world.code(anna, 'im/forwardMessage', forward)).not.toBe(0);
    };
    await countChecks();
    const { unread, lastContent } = was ?? {};
    expect(await row(anna, bela)).toMatchObject({ unread, lastContent, count: Number(was?.['count']) + 1 });
    expect((await words(anna, bela)).filter((one) => one === 'before')).toHaveLength(1);
    expect((await block(anna, bela, 0)).code).toBe(0);
    await countChecks();
    const mine = await world.online(anna);
    const after = await say(bela, anna, 'after', { pid: stored.data['msg_id'] });
    await world.settle();
    expect(mine.of('simple')).toMatchObject([{ seq: after.data['seq'], data: { content: 'after' } }]);
    expect(JSON.stringify(mine.frames)).not.toContain('secretly');
    expect(await row(anna, bela)).toMatchObject({ unread: 1, lastContent: 'after' });
    expect((await row(bela, anna))?.['count']).toBe((await row(anna, bela))?.['count']);
    // After the deletion of the newest message, the list shows the newest one that the user may read.
    await world.call(bela, 'im/delMessage', { id: after.data['id'] });
    await world.settle();
    expect(JSON.stringify(mine.of('delMessage'))).toContain('"before"');
    expect(await row(anna, bela)).toMatchObject({ lastContent: 'before' });
    expect(await row(bela, anna)).toMatchObject({ lastContent: 'secretly kept' });
    await countChecks();
  });

  it('BLOCK-8: counts of answers and pages leave it out, and a hidden chat stays hidden', async () => {
    const first = await say(bela, anna, 'root');
    await say(anna, bela, 'one', { pid: first.data['msg_id'] });
    await block(anna, bela, 1);
    await say(bela, anna, 'two', { pid: first.data['msg_id'] });
    const replies = async (who: Person, of: Person) => {
      const list = await world.call<readonly Fields[]>(who, 'im/getMessageList', {
        toContactId: of.id,
        peek: 1,
      });
      const root = list.data.find(({ msg_id: id }) => id === first.data['msg_id']);
      return [list.count, list.data.length, root?.['replies']];
    };
    expect([await replies(anna, bela), await replies(bela, anna)]).toEqual([
      [3, 3, expect.objectContaining({ count: 1 })],
      [4, 4, expect.objectContaining({ count: 2 })],
    ]);
    const readText = async () => (await row(anna, bela))?.['lastContent'];
    expect(await readText()).toBe('one');
    await world.call(anna, 'im/delChat', { id: bela.id });
    await say(bela, anna, 'three');
    expect(await readText()).toBe('');
    await block(anna, bela, 0);
    await say(bela, anna, 'four');
    expect(await readText()).toBe('four');
  });

  it('BLOCK-9: words that were read stay; they are taken back and deleted as ever', async () => {
    const first = await say(bela, anna, 'before');
    await block(anna, bela, 1);
    const edit = { id: first.data['id'], content: 'reaches nobody' };
    expect(await world.call(bela, 'im/editMessage', edit)).toMatchObject({ code: 400 });
    expect(await words(anna, bela)).toContain('before');
    expect(await world.code(bela, 'im/undoMessage', { id: first.data['id'] })).toBe(0);
    expect(await words(anna, bela)).not.toContain('before');
  });

  it('BLOCK-3: a blocker must unblock a user before writing, calling or asking them', async () => {
    await block(anna, bela, 1);
    expect(await say(anna, bela)).toMatchObject({ code: 400, msg: expect.stringContaining('屏蔽') });
    const call = { id: 'c-1', toContactId: String(bela.id), event: 'calling', type: 0 };
    expect(await world.code(anna, 'im/sendToMsg', call)).toBe(400);
    await block(anna, bela, 0);
    expect((await say(anna, bela)).code).toBe(0);
  });

  it('BLOCK-4: a call by the blocked user rings nowhere and ends as to an absent user', async () => {
    const mine = await world.online(anna);
    await world.online(bela);
    await block(anna, bela, 1);
    await world.clock.advance(2_000);
    const call = { id: 'c-2', toContactId: String(anna.id), event: 'calling', type: 0 };
    const { code, data } = await world.call(bela, 'im/sendToMsg', call);
    expect([code, data['extends']]).toMatchObject([0, { reason: 'offline', code: CALL.busy }]);
    await world.settle();
    expect(mine.of('webrtc')).toEqual([]);
    const again = await world.online(anna);
    expect(again.of('webrtc')).toEqual([]);
    expect(await row(anna, bela)).toMatchObject({ unread: 0 });
    expect(
      (await world.call(anna, 'im/getMessageList', { toContactId: bela.id, type: 'webrtc' })).data,
    ).toEqual([]);
  });

  it('BLOCK-5: applications of theirs are shown and counted once they are unblocked', async () => {
    await world.call(anna, 'friend/del', { id: bela.id });
    await block(anna, bela, 1);
    const mine = await world.online(anna);
    const request = await world.call(bela, 'friend/add', { user_id: anna.id, remark: 'hi' });
    expect(request).toMatchObject({ code: 0, data: { status: 2 } });
    await world.settle();
    expect(mine.of('simple')).toEqual([]);
    const list = () => world.call<readonly unknown[]>(anna, 'friend/index', { is_mine: 0, page: 1 });
    expect([(await list()).data, (await list()).count]).toEqual([[], 0]);
    expect((await world.call(anna, 'friend/getApplyMsg')).data).toBe(0);
    const answer = { friend_id: request.data['friend_id'], status: 1 };
    expect(await world.code(anna, 'friend/update', answer)).toBe(400);
    expect(await world.code(anna, 'friend/add', { user_id: bela.id, remark: 'hi' })).toBe(400);
    await block(anna, bela, 0);
    await world.settle();
    expect(mine.of('applications').at(-1)).toMatchObject({ data: { pending: 1 } });
    expect(await world.code(anna, 'friend/update', answer)).toBe(0);
    expect(await row(anna, bela)).toBeDefined();
  });

  it('BLOCK-6: both users appear offline to each other until the block ends', async () => {
    const [a, b] = [await world.online(anna), await world.online(bela)];
    await world.clock.advance(2_000);
    expect((await row(bela, anna))?.['is_online']).toBe(1);
    await block(anna, bela, 1);
    await world.clock.advance(2_000);
    expect(b.of('presence').at(-1)).toMatchObject({ data: { on: [], off: [anna.id] } });
    expect((await row(bela, anna))?.['is_online']).toBe(0);
    expect(await world.ok(bela, 'im/sync', { positions: {} })).toMatchObject({ registers: { online: [] } });
    const [heardA, heardB] = [a.of('presence').length, b.of('presence').length];
    await world.online(anna);
    await say(bela, anna);
    expect(b.of('simple').at(-1)?.data).toMatchObject({ contactInfo: { is_online: 0 } });
    await world.clock.advance(2_000);
    expect([a.of('presence').length, b.of('presence').length]).toEqual([heardA, heardB]);
    await block(anna, bela, 0);
    await world.clock.advance(2_000);
    expect(b.of('presence').at(-1)).toMatchObject({ data: { on: [anna.id], off: [] } });
  });
});

describe('the list of them', () => {
  it('BLOCK-7: is one’s own, the same on every device', async () => {
    const cleo = await world.person('cleo');
    const [mine, phone] = [await world.online(anna), await world.online(anna)];
    await block(anna, bela, 1);
    await block(anna, cleo, 1);
    await block(anna, cleo, 1);
    for (const socket of [mine, phone])
      expect(socket.of('blockPerson')).toMatchObject([
        { stream: `u${anna.id}`, data: { id: bela.id, on: 1 } },
        { data: { id: cleo.id, on: 1 } },
      ]);
    const blocked = [cleo.id, bela.id];
    expect(await world.call(anna, 'im/getContacts')).toMatchObject({ blocked });
    expect(await world.ok(anna, 'im/sync', { positions: {} })).toMatchObject({ registers: { blocked } });
    const list = await world.call<readonly Fields[]>(anna, 'im/blockedPeople', { page: 2, limit: 1 });
    expect([list.count, list.data]).toMatchObject([2, [{ user_id: bela.id, realname: 'bela name' }]]);
    expect(await world.rows(bela, 'im/blockedPeople')).toEqual([]);
  });

  it('BLOCK-7: a user cannot block themselves, an unknown user, or more than the limit', async () => {
    expect((await block(anna, anna, 1)).code).toBe(400);
    expect(await world.code(anna, 'im/blockPerson', { id: 99, on: 1 })).toBe(400);
    await world.server.core.store.write(async (tx) => {
      for (let at = 0; at < blockLimits.peopleMax; at += 1)
        await tx.blocked.insert({ user: userId(anna.id), other: userId(1_000 + at), atMs: at });
    });
    expect(await block(anna, bela, 1)).toMatchObject({ code: 400 });
  });
});

it('BLOCK-2, CONF-6: in a closed house they may be turned to first, and hear nothing of it', async () => {
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, runMode: 1 } }));
  const cleo = await world.person('cleo');
  const mine = await world.online(anna);
  await block(anna, cleo, 1);
  expect((await say(cleo, anna, 'kept')).code).toBe(0);
  await world.settle();
  expect(JSON.stringify(mine.frames)).not.toContain('kept');
  expect(await row(anna, cleo)).toMatchObject({ unread: 0, lastContent: '' });
});

it('BLOCK-2: both may have blocked each other, and each ends it alone', async () => {
  await block(anna, bela, 1);
  await block(bela, anna, 1);
  await block(anna, bela, 0);
  expect((await say(anna, bela, 'kept from Bela')).code).toBe(0);
  await block(bela, anna, 0);
  expect(await words(bela, anna)).not.toContain('kept from Bela');
  expect((await say(bela, anna, 'again')).code).toBe(0);
  expect(await words(anna, bela)).toEqual(expect.arrayContaining(['kept from Bela', 'again']));
});

it('BLOCK-6: neither user receives the other’s read marks or typing signs', async () => {
  await say(bela, anna, 'before');
  await block(anna, bela, 1);
  const [mine, theirs] = [await world.online(anna), await world.online(bela)];
  const read = { toContactId: bela.id, messages: [{ n: 2 }] };
  expect(await world.code(anna, 'im/setMsgIsRead', read)).toBe(0);
  theirs.say({ type: 'typing', data: { toContactId: anna.id, what: 'text' } });
  await world.settle();
  expect(theirs.of('readAll')).toEqual([]);
  expect(mine.of('typing')).toEqual([]);
  expect((await row(bela, anna))?.['peer_mark']).not.toBe(2);
});

it('BLOCK-11: in a group a blocked person does not mention the blocker by name', async () => {
  const made = await world.ok(anna, 'group/add', { name: 'g', user_ids: [bela.id] });
  const group = made.id;
  await block(anna, bela, 1);
  const mention = async (at: readonly number[]) =>
    (await say(bela, group, 'x', { at })).code === 0 && (await world.contact(anna, group))?.['is_at'];
  expect(await mention([anna.id])).toBe(0);
  expect((await world.rows(anna, 'im/getMessageList', { toContactId: group })).at(-1)).toMatchObject({
    content: 'x',
    at: [],
  });
  await block(anna, bela, 0);
  expect(await mention([anna.id])).toBe(1);
});

it('BLOCK-11: nor does their mention of everyone, while base-protocol clients get it', async () => {
  const cleo = await world.person('cleo');
  await world.befriend(bela, cleo);
  const group = (await world.ok(bela, 'group/add', { name: 'g', user_ids: [anna.id, cleo.id] })).id;
  const [mine, theirs, others] = [
    await world.online(anna),
    await world.online(bela),
    await world.online(cleo),
  ];
  const plain = await world.online(anna, { plain: true });
  const listReports = (to: typeof mine, type = 'group') => to.of(type).map(({ data }) => data['at']);
  const at = async (who: Person) => (await world.contact(who, group))?.['is_at'];
  await block(anna, bela, 1);
  const sentMessage = await say(bela, group, 'x', { at: [0] });
  await world.ok(bela, 'group/setNotice', { id: group, notice: 'news' });
  await world.settle();
  expect([sentMessage.data['at'], listReports(theirs), listReports(others)]).toEqual([
    [0],
    [[0], [0]],
    [[0], [0]],
  ]);
  expect([listReports(mine), listReports(plain)]).toEqual([
    [[], []],
    [[], []],
  ]);
  expect([await at(anna), await at(cleo)]).toEqual([0, 2]);
  const list = { toContactId: group, peek: 1 };
  for (const who of [anna, cleo])
    expect((await world.rows(who, 'im/getMessageList', list)).slice(-2)).toMatchObject(
      who === anna ? [{ at: [] }, { at: [] }] : [{ at: [0] }, { at: [0] }],
    );
  expect(
    (await world.call<readonly unknown[]>(anna, 'im/getMessageList', { ...list, is_at: 1 })).data,
  ).toEqual([]);
  // The mention counts from now on, not for earlier messages. An edit mentions again.
  await block(anna, bela, 0);
  expect(await at(anna)).toBe(0);
  await world.ok(bela, 'im/editMessage', { id: sentMessage.data['id'], content: 'y', at: [0] });
  await world.settle();
  expect(mine.of('updateMessage')).toMatchObject([{ data: { was: [], at: [0] } }]);
  expect(others.of('updateMessage')).toMatchObject([{ data: { was: [0], at: [0] } }]);
  expect(await at(anna)).toBe(1);
  await block(anna, bela, 1);
  await world.ok(bela, 'im/editMessage', { id: sentMessage.data['id'], content: 'z', at: [0] });
  await world.ok(bela, 'im/undoMessage', { id: sentMessage.data['id'] });
  await world.settle();
  expect([listReports(mine, 'undoMessage'), listReports(others, 'undoMessage')]).toEqual([[[]], [[0]]]);
  expect([await at(anna), await at(cleo)]).toEqual([0, 1]);
  for (const one of [mine, theirs, others, plain])
    expect(JSON.stringify(one.frames)).not.toMatch(/"at":\[[^\]]*-/);
});

it('BLOCK-11: an author whom very many members blocked mentions no member with everyone', async () => {
  const group = (await world.ok(bela, 'group/add', { name: 'g', user_ids: [anna.id] })).id;
  await world.server.core.store.write(async (tx) => {
    const one = await tx.members.get(streamId(group), userId(anna.id));
    if (!one) throw new Error('no member');
    for (let id = 2_000; id <= 2_000 + blockLimits.leftOutMax; id += 1) {
      await tx.members.save({ ...one, user: userId(id) });
      await tx.blocked.insert({ user: userId(id), other: userId(bela.id), atMs: 1 });
    }
  });
  expect((await say(bela, group, 'x', { at: [0] })).data['at']).toEqual([]);
  expect((await world.contact(anna, group))?.['is_at']).toBe(0);
});
