import { beforeEach, describe, expect, it } from 'vitest';
import { laterLimits as limits } from '../../src/domain/message-limits.ts';
import { userStream, type UserId } from '../../src/domain/ids.ts';
import { doDue } from '../../src/server/features/later/due.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { device } from '../support/pretended-push.ts';
import type { Fields } from '../support/fields.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { twoNodes } from '../support/two-nodes.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, group, push } = setUpThreePeople({ push: true });

const im = '/enterprise/im';
const MINUTE = 60_000;
const later = (ms = 10 * MINUTE) => world.clock.nowMs() + ms;
const schedule = (who: Person, id: string, more: object = {}) =>
  world.call(who, 'im/scheduleMessage', {
    id,
    toContactId: group,
    content: `words of ${id}`,
    sendTime: later(),
    ...more,
  });
const listed = async (who: Person, kind = 'scheduled') => {
  const { list } = await world.ok<{ list: readonly Fields[] }>(who, 'im/getLater');
  return list.filter((row) => row['kind'] === kind);
};
const texts = async (who: Person, to = group) =>
  (await world.history(who, to)).flatMap((row) => (row['type'] === 'text' ? [row['content']] : []));
const executeDue = (at = world) => doDue(at.server.core, new RateCounter(at.clock));
async function pass(ms: number): Promise<number> {
  world.clock.jump(ms);
  const done = await executeDue();
  await world.settle();
  return done;
}
/** Types of all frames except pings and presence. */
const typesOf = (socket: FakeSocket) =>
  socket.types().filter((type) => type !== 'ping' && type !== 'presence' && type !== 'isOnline');
/** Everything that the tables of it hold. */
const readStored = () =>
  world.server.core.store.read(async (tx) =>
    JSON.stringify(await Promise.all([anna, bela, cleo].map(({ id }) => tx.later.scheduledOf(id as UserId)))),
  );

const poll = (options: readonly string[]) => ({ content: 'A question', extends: { poll: { options } } });
const hits = async (who: Person) =>
  (await world.rows(who, 'im/search', { keywords: 'marmalade' })).map((row) => row['id']);

describe('scheduled messages', () => {
  it('LATER-1, LATER-2: no other user sees it before its time, then it is like any message', async () => {
    const socket = await world.online(bela);
    const own = await world.online(anna);
    expect((await schedule(anna, 's-1', { at: [bela.id], extends: { format: 'md' } })).code).toBe(0);
    await pass(9 * MINUTE);
    expect(typesOf(socket)).toEqual([]);
    expect((await world.contact(bela, group))?.['unread']).toBe(0);
    expect(own.of('later').map(({ data }) => data)).toEqual([{}]);
    expect(await texts(bela)).toEqual([]);
    expect(await pass(MINUTE)).toBe(1);
    const [frame] = socket.frames.filter(({ type }) => type === 'group');
    expect(frame?.data).toMatchObject({ id: 's-1', content: 'words of s-1', extends: { format: 'md' } });
    expect(await texts(bela)).toEqual(['words of s-1']);
    expect(await world.contact(bela, group)).toMatchObject({ unread: 1, is_at: 1 });
    expect(await listed(anna)).toEqual([]);
    expect(await pass(60 * MINUTE)).toBe(0);
    expect(await texts(bela)).toEqual(['words of s-1']);
  });

  it('LATER-1: a wrong time, no words, a used id, a foreign chat, too many: refused', async () => {
    const refused = async (more: object, who = anna) => (await schedule(who, 'bad', more)).code;
    for (const sendTime of [
      0,
      later(-1),
      later(limits.aheadMinMs - 1),
      later(limits.aheadMaxMs + MINUTE),
      'x',
      '',
    ])
      expect(await refused({ sendTime })).toBe(400);
    for (const content of ['', '  ', 'x'.repeat(5_000)]) expect(await refused({ content })).toBe(400);
    for (const toContactId of ['group-999', 'system', 'admin_notice', '999', ''])
      expect(await refused({ toContactId })).toBe(400);
    expect(await refused({ toContactId: String(cleo.id) }, bela)).toBe(400);
    await world.ok(anna, `/enterprise/group/setNoSpeak`, { id: group, user_id: cleo.id, noSpeakTimer: 3 });
    expect(await refused({}, cleo)).toBe(400);
    await world.say(anna, group, 'a', { id: 'used' });
    expect((await schedule(anna, 'used')).code).toBe(400);
    expect(await readStored()).toBe('[[],[],[]]');
    for (let n = 0; n < limits.scheduledMax; n += 1) {
      if (n % 50 === 49) await world.clock.advance(MINUTE);
      expect((await schedule(anna, `many-${n}`, { sendTime: later(100 * MINUTE) })).code).toBe(0);
    }
    expect((await schedule(anna, 'one more')).msg).toBe('最多同时有 100 条定时消息');
    expect((await schedule(bela, 'of another')).code).toBe(0);
  });

  it('LATER-13: a poll is checked when it is scheduled, and begins when it is sent', async () => {
    for (const options of [['a'], ['a', 'a'], ['a', ' '], Array.from({ length: 13 }, (_, n) => `o${n}`)])
      expect((await schedule(anna, 'bad', poll(options))).code).toBe(400);
    expect((await schedule(anna, 'bad', { ...poll(['a', 'b']), toContactId: '-1' })).code).toBe(400);
    expect(await readStored()).toBe('[[],[],[]]');
    expect((await schedule(anna, 'asked', { ...poll(['a', 'b']), at: [bela.id] })).code).toBe(0);
    const change = (body: object) => world.call(anna, 'im/changeScheduled', { id: 'asked', ...body });
    expect((await change({ content: 'Another one' })).code).toBe(400);
    expect((await change({ sendTime: later(20 * MINUTE) })).code).toBe(0);
    expect(await world.code(bela, 'im/vote', { id: 'asked', options: [0] })).toBe(400);
    await pass(20 * MINUTE);
    expect(await texts(bela)).toEqual(['A question']);
    expect(await world.contact(bela, group)).toMatchObject({ unread: 1, is_at: 0 });
    expect(await world.code(bela, 'im/vote', { id: 'asked', options: [0] })).toBe(0);
  });

  it('LATER-2, SEARCH-8: no search finds it before its time, nor does its author', async () => {
    await schedule(anna, 's-1', { content: 'marmalade' });
    expect([await hits(anna), await hits(bela)]).toEqual([[], []]);
    await pass(10 * MINUTE);
    expect([await hits(anna), await hits(bela)]).toEqual([['s-1'], ['s-1']]);
  });

  it('LATER-1: the same request again is done already, another one with its id is refused', async () => {
    const sendTime = later();
    for (let n = 0; n < 3; n += 1) expect((await schedule(anna, 's-1', { sendTime })).code).toBe(0);
    expect((await schedule(anna, 's-1', { sendTime, content: 'other' })).code).toBe(400);
    expect((await schedule(bela, 's-1', { sendTime })).code).toBe(0);
    expect(await pass(10 * MINUTE)).toBe(2);
    // The second user of an ID loses no text by it.
    expect(await texts(cleo)).toHaveLength(2);
    expect([...(await listed(anna)), ...(await listed(bela))]).toEqual([]);
    expect((await schedule(cleo, 's-1')).msg).toBe('消息编号已被使用');
  });

  it('LATER-3: words and time can be changed, and nothing is kept of those before', async () => {
    await schedule(anna, 's-1', { content: 'words of before' });
    await world.ok(anna, 'im/changeScheduled', { id: 's-1', content: 'words of now' });
    await world.ok(anna, 'im/changeScheduled', { id: 's-1', sendTime: later(30 * MINUTE) });
    expect(await readStored()).not.toContain('before');
    expect(await pass(20 * MINUTE)).toBe(0);
    expect(await listed(anna)).toMatchObject([{ id: 's-1', content: 'words of now', failed: '' }]);
    expect(await pass(10 * MINUTE)).toBe(1);
    expect(await texts(bela)).toEqual(['words of now']);
    expect(await world.code(anna, 'im/changeScheduled', { id: 's-1', content: 'late' })).toBe(400);
    expect(await world.code(anna, 'im/discardScheduled', { id: 's-1' })).toBe(400);
  });

  it('LATER-3: a discarded message is stored nowhere, and no late request restores it', async () => {
    const sendTime = later();
    await schedule(anna, 's-1', { content: 'secret', sendTime });
    await world.ok(anna, 'im/discardScheduled', { id: 's-1' });
    expect(await readStored()).not.toContain('secret');
    expect((await schedule(anna, 's-1', { content: 'secret', sendTime })).code).toBe(400);
    expect(await pass(20 * MINUTE)).toBe(0);
    expect(await texts(anna)).toEqual([]);
    expect(JSON.stringify(world.log)).not.toContain('secret');
  });

  it('LATER-3: a scheduled message can be sent at once, and is not sent again at its time', async () => {
    await schedule(anna, 's-0', { sendTime: later(90 * MINUTE) });
    await schedule(anna, 's-1');
    expect(await world.ok(anna, 'im/sendScheduled', { id: 's-1' })).toMatchObject({ id: 's-1' });
    expect(await texts(bela)).toEqual(['words of s-1']);
    expect(await world.code(anna, 'im/sendScheduled', { id: 's-1' })).toBe(400);
    expect(await pass(20 * MINUTE)).toBe(0);
    expect(await texts(bela)).toEqual(['words of s-1']);
    expect((await listed(anna)).map((row) => row['id'])).toEqual(['s-0']);
  });

  it.each(['sent', 'scheduled'])(
    'LATER-2: a text whose ID another user has %s is sent with another ID',
    async (how) => {
      await schedule(anna, 'same');
      if (how === 'sent') await world.say(cleo, group, 'first', { id: 'same' });
      else {
        await schedule(cleo, 'same', { content: 'first' });
        await world.ok(cleo, 'im/sendScheduled', { id: 'same' });
      }
      await pass(11 * MINUTE);
      expect(await texts(bela)).toEqual(['first', 'words of same']);
      expect(await listed(anna)).toEqual([]);
    },
  );

  it('LATER-4: a message that may not be sent stays with the reason, and its author decides', async () => {
    for (const id of ['s-1', 's-2', 's-3']) await schedule(bela, id);
    await world.ok(anna, `/enterprise/group/removeUser`, { id: group, user_id: bela.id });
    expect(await pass(10 * MINUTE)).toBe(0);
    expect((await listed(bela)).map((row) => row['failed'])).toEqual(Array(3).fill('你不是该群成员'));
    expect((await world.call(bela, 'im/sendScheduled', { id: 's-1' })).msg).toBe('你不是该群成员');
    await world.ok(anna, `/enterprise/group/addGroupUser`, { id: group, user_ids: [bela.id] });
    expect(await pass(10 * MINUTE)).toBe(0);
    await world.ok(bela, 'im/sendScheduled', { id: 's-1' });
    await world.ok(bela, 'im/changeScheduled', { id: 's-2', sendTime: later(MINUTE) });
    expect((await listed(bela)).map((row) => [row['id'], row['failed']])).toEqual([
      ['s-3', '你不是该群成员'],
      ['s-2', ''],
    ]);
    await world.ok(bela, 'im/discardScheduled', { id: 's-3' });
    expect(await pass(MINUTE)).toBe(1);
    expect(await texts(cleo)).toEqual(['words of s-1', 'words of s-2']);
  });

  it('LATER-4: a muted or disabled user sends nothing; messages that must wait are tried again', async () => {
    await schedule(cleo, 'muted');
    await schedule(bela, 'disabled');
    await world.ok(anna, `/enterprise/group/setNoSpeak`, { id: group, user_id: cleo.id, noSpeakTimer: 3 });
    await world.server.core.store.write((tx) => tx.users.update(bela.id as UserId, { active: false }));
    expect(await pass(10 * MINUTE)).toBe(0);
    const rows = JSON.parse(await readStored()) as readonly (readonly { failed: string }[])[];
    expect(rows.flat().map(({ failed }) => failed)).toEqual(['accountDisabled', 'mutedUntil']);
    await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, sendIntervalSec: 60 } }));
    const rates = new RateCounter(world.clock);
    const sendTime = later();
    for (const id of ['i-1', 'i-2']) expect((await schedule(anna, id, { sendTime })).code).toBe(0);
    await world.clock.advance(10 * MINUTE);
    expect(await doDue(world.server.core, rates)).toBe(1);
    await world.clock.advance(MINUTE);
    expect(await doDue(world.server.core, rates)).toBe(1);
    expect(await texts(anna)).toEqual(['words of i-1', 'words of i-2']);
  });

  it('LATER-5, LATER-12: others see and change nothing, plain clients hear nothing', async () => {
    const plain = await world.online(anna, { plain: true });
    await schedule(anna, 's-1');
    await world.settle();
    expect(typesOf(plain)).toEqual([]);
    expect(await listed(bela)).toEqual([]);
    for (const call of ['changeScheduled', 'sendScheduled', 'discardScheduled'])
      expect(await world.code(bela, `${im}/${call}`, { id: 's-1', content: 'mine' })).toBe(400);
    expect(await listed(anna)).toMatchObject([{ id: 's-1', content: 'words of s-1' }]);
    await pass(10 * MINUTE);
    expect(typesOf(plain)).toEqual(['group']);
  });

  it('LATER-2: one of two nodes sends it, and a node that starts later sends due messages', async () => {
    const both = await twoNodes();
    try {
      const { one, two } = both;
      const [ann, bob] = [await one.person('anne'), await one.person('bobo')];
      await one.befriend(ann, bob);
      const sendTime = both.clock.nowMs() + MINUTE;
      for (const id of ['a', 'b', 'c'])
        await one.ok(ann, 'im/scheduleMessage', { id, toContactId: String(bob.id), content: id, sendTime });
      await both.pass(MINUTE);
      const done = await Promise.all([executeDue(one), executeDue(two), executeDue(one)]);
      expect(done.reduce((sum, n) => sum + n, 0)).toBe(3);
      const rows = await two.rows(bob, 'im/getMessageList', { toContactId: ann.id, page: 1, limit: 50 });
      expect(rows.flatMap((row) => (row['type'] === 'text' ? [row['id']] : [])).toSorted()).toEqual([
        'a',
        'b',
        'c',
      ]);
      await one.ok(ann, 'im/scheduleMessage', {
        id: 'd',
        toContactId: String(bob.id),
        content: 'd',
        sendTime: both.clock.nowMs() + MINUTE,
      });
      await both.pass(60 * MINUTE);
      const third = await both.another('three');
      third.server.start();
      await both.pass(limits.lookMs);
      const after = await two.rows(bob, 'im/getMessageList', { toContactId: ann.id, page: 1, limit: 50 });
      expect(after.filter((row) => row['id'] === 'd')).toHaveLength(1);
      await third.close();
    } finally {
      await both.close();
    }
  });
});

const remind = (who: Person, id: string, remindTime: number | '' = later()) =>
  world.call(who, 'im/setReminder', { id, remindTime });

describe('reminders', () => {
  beforeEach(async () => {
    for (const id of ['m-1', 'm-2']) await world.say(anna, group, `about ${id}`, { id });
    await world.settle();
  });

  it('LATER-9, LATER-10: all devices of the user get the reminder, and it stays until done', async () => {
    const [mine, others] = [await world.online(bela), await world.online(anna)];
    await remind(bela, 'm-1');
    await remind(bela, 'm-1', later(20 * MINUTE));
    expect(await pass(10 * MINUTE)).toBe(0);
    expect(await listed(bela, 'reminder')).toMatchObject([{ told: 0, message: { id: 'm-1' } }]);
    expect(await pass(10 * MINUTE)).toBe(1);
    expect(typesOf(mine)).toEqual(['later', 'later', 'reminded']);
    expect(JSON.stringify(mine.frames)).not.toContain('about');
    expect(typesOf(others)).toEqual([]);
    expect(await listed(bela, 'reminder')).toMatchObject([
      { told: 1, toContactId: group, message: { id: 'm-1', content: 'about m-1' } },
    ]);
    expect(await pass(60 * MINUTE)).toBe(0);
    await remind(bela, 'm-1', later(MINUTE));
    expect(await pass(MINUTE)).toBe(1);
    await remind(bela, 'm-1', '');
    expect(await listed(bela, 'reminder')).toEqual([]);
    expect((await remind(bela, 'm-1', '')).code).toBe(0);
  });

  it('LATER-10: a device that shows nothing is pushed the words of that moment', async () => {
    await device(world, bela, 'phone', { content: 1 }, { 'accept-language': 'en' });
    push.take();
    await remind(bela, 'm-1');
    world.server.start();
    await world.clock.advance(10 * MINUTE);
    for (let n = 0; n < 20; n += 1) {
      await world.clock.advance(1_000);
      await world.settle();
    }
    expect(push.take().map(({ note }) => [note['title'], note['content'], note['tag']])).toEqual([
      ['Reminder: Team', 'about m-1', expect.stringMatching(/^reminder-\d+$/)],
    ]);
    await remind(bela, 'm-1', '');
    for (let n = 0; n < 3; n += 1) {
      await world.clock.advance(1_000);
      await world.settle();
    }
    expect(push.take().map(({ note }) => note['kind'])).toEqual(['clear']);
  });

  it('LATER-11: no user is reminded of a missing or no longer readable message', async () => {
    for (const id of ['m-1', 'm-2']) await remind(bela, id);
    await world.ok(anna, 'im/undoMessage', { id: 'm-1' });
    expect((await listed(bela, 'reminder')).map((row) => (row['message'] as Fields)['id'])).toEqual(['m-2']);
    await world.ok(anna, `/enterprise/group/removeUser`, { id: group, user_id: bela.id });
    expect(await listed(bela, 'reminder')).toEqual([]);
    expect(await pass(10 * MINUTE)).toBe(0);
    const left = await world.server.core.store.read((tx) => tx.later.remindersOf(bela.id as UserId));
    expect(left).toEqual([]);
    await remind(cleo, 'm-2');
    await world.ok(anna, `/enterprise/group/clearMessage`, { id: group });
    expect(await pass(10 * MINUTE)).toBe(0);
    expect(await listed(cleo, 'reminder')).toEqual([]);
  });

  it('LATER-9: reminders of foreign or missing messages, or at a wrong time, are refused', async () => {
    const dora = await world.person('dora');
    await world.ok(anna, 'im/undoMessage', { id: 'm-2' });
    for (const [who, id, time] of [
      [dora, 'm-1', later()],
      [bela, 'nothing', later()],
      [bela, 'm-2', later()],
      [bela, 'm-1', later(-1)],
      [bela, 'm-1', later(limits.aheadMaxMs * 2)],
    ] as const)
      expect((await remind(who, id, time)).code).toBe(400);
    expect(await listed(bela, 'reminder')).toEqual([]);
    const stream = userStream(bela.id as UserId);
    const kinds = await world.server.core.store.read((tx) => tx.streams.events(stream, 0, 1_000));
    expect(kinds.filter(({ facts }) => facts.kind === 'later')).toEqual([]);
  });
});
