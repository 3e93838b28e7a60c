import { beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../../src/server/app.ts';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import { device, pretendedPush } from '../support/pretended-push.ts';
import { countingIds, plainPasswords, type Person } from '../support/world.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const {
  world,
  anna: ann,
  bela: bob,
  cleo: cyd,
  push,
} = setUpWorld(['anna', 'bela', 'cleo'], { friends: 'all', push: true });
beforeEach(() => {
  world.server.start();
});

let made = 0;
const send = (from: Person, to: string | number, content: string, more: object = {}) =>
  world.say(from, String(to), content, { id: `m-${(made += 1)}`, ...more });

async function pass(sec: number): Promise<void> {
  for (let at = 0; at < sec; at += 1) {
    await world.clock.advance(1_000);
    await world.settle();
  }
}

const listReports = () =>
  push
    .take()
    .map(({ endpoint, note }) => `${endpoint.slice(18)}: ${String(note['title'])} | ${note.content}`);

describe('devices', () => {
  it('PUSH-1: the server sends its key and secret names; bad keys and addresses are refused', async () => {
    const { key, cid } = await world.ok<{ key: string; cid: string }>(null, '/common/push/subscribe');
    expect([key, cid]).toEqual(['public 1', '']);
    expect(
      await world.code(ann, '/common/push/subscribe', {
        endpoint: 'https://10.0.0.1/x',
        p256dh: 'A'.repeat(87),
        auth: 'A'.repeat(22),
      }),
    ).toBe(400);
    expect(
      await world.code(ann, '/common/push/subscribe', {
        endpoint: 'https://push.test/x',
        p256dh: 'AA',
        auth: 'A'.repeat(22),
      }),
    ).toBe(400);
    const mine = await device(world, ann, 'a');
    expect(mine).toMatch(/^[\da-f]{32}$/);
    expect(await device(world, ann, 'a', { cid: mine, content: 0 })).toBe(mine);
    // A user who does not know the name gets another one, and the old one stops working.
    expect(await device(world, bob, 'a')).not.toBe(mine);
    await send(bob, ann.id, 'hello');
    await pass(11);
    expect(push.take()).toEqual([]);
  });

  it('PUSH-2: login, bindUid and the asking session take a device, one login’s, until logout', async () => {
    const cid = await device(world, null, 'phone');
    const phone = await world.login(bob.account, { cid });
    await send(ann, bob.id, 'one');
    await pass(11);
    expect(listReports()).toEqual(['phone: anna name | one']);
    await world.ok(phone, '/common/pub/logout');
    await send(ann, bob.id, 'two');
    await pass(11);
    expect(push.take().map(({ note }) => note['kind'])).toEqual(['clear']);
    const socket = await world.socket();
    await world.ok(cyd, '/common/pub/bindUid', { client_id: socket.clientId, user_id: cyd.id, cid });
    socket.cut();
    await send(ann, cyd.id, 'three');
    await pass(11);
    expect(listReports()).toEqual(['phone: anna name | three']);
    await world.login(bob.account, {}, { cid });
    await send(ann, cyd.id, 'four');
    await send(ann, bob.id, 'five');
    await pass(11);
    expect(listReports()).toEqual(['phone: anna name | five']);
  });

  it('PUSH-8: the pair of keys is made once and kept', async () => {
    const second = pretendedPush();
    await second.makeKeys();
    const { store, clock, random, log } = world.server.core;
    const other = await createServer(
      {
        store,
        clock,
        random,
        ids: countingIds(),
        passwords: plainPasswords,
        push: second,
        log,
        bus: createLocalBus(),
        assets: null,
      },
      { registration: 'open', wireTime: 's' },
    );
    expect(other.core.push?.keys.publicKey).toBe('public 1');
    // Nor was another made for nothing: the library is not even loaded.
    expect((await second.makeKeys()).publicKey).toBe('public 2');
    other.gateway.close();
  });
});

describe('messages', () => {
  it('PUSH-3: after 10 s unless a visible device acknowledged; a bound socket proves nothing', async () => {
    await device(world, bob, 'phone');
    const laptop = await world.online(bob);
    const { stream, seq } = await send(ann, bob.id, 'seen');
    laptop.say({ type: 'ack', cursor: null, visible: true, positions: { [String(stream)]: seq } });
    await pass(12);
    expect(push.take()).toEqual([]);
    const next = await send(ann, bob.id, 'unseen');
    laptop.say({
      type: 'ack',
      cursor: null,
      visible: false,
      positions: { [String(next['stream'])]: next.seq },
    });
    await pass(9);
    expect(push.take()).toEqual([]);
    await pass(2);
    expect(listReports()).toEqual(['phone: anna name | unseen']);
  });

  it('PUSH-3: a plain client is visible for 30 s after a ping; what was read is not pushed', async () => {
    await device(world, bob, 'phone');
    const plain = await world.online(bob, { plain: true });
    plain.say({ type: 'ping' });
    await send(ann, bob.id, 'one');
    await pass(12);
    expect(push.take()).toEqual([]);
    await pass(31);
    const { id } = await send(ann, bob.id, 'two');
    await world.ok(bob, 'im/setMsgIsRead', {
      toContactId: ann.id,
      is_group: 0,
      messages: [{ id }],
      fromUser: ann.id,
    });
    await pass(12);
    expect(push.take()).toEqual([]);
    await send(ann, bob.id, 'three');
    await pass(12);
    expect(listReports()).toEqual(['phone: anna name | three']);
  });

  it('PUSH-3, ALERT-2: a group message is pushed to all others, to mentioned or quoted users, or none', async () => {
    await device(world, ann, 'a');
    await device(world, bob, 'b');
    await device(world, cyd, 'c');
    const group = await world.group(ann, [bob, cyd], 'Hikers');
    await world.ok(cyd, 'im/isNotice', { id: group, is_group: 1, is_notice: 0 });
    await send(ann, group, 'to all');
    await pass(12);
    expect(listReports()).toEqual(['b: Hikers | anna name: to all']);
    const muted = async (at_only: number) =>
      world.ok(cyd, 'im/isNotice', { id: group, is_group: 1, is_notice: 0, at_only });
    await send(ann, group, 'to one', { at: [cyd.id] });
    await pass(12);
    expect(listReports()).toEqual(['b: Hikers | anna name: to one']);
    await muted(1);
    await send(ann, group, 'to nobody');
    await send(ann, group, 'to one', { at: [cyd.id] });
    await pass(12);
    expect(listReports().filter((line) => line.startsWith('c'))).toEqual(['c: Hikers | anna name: to one']);
    const sentMessage = await send(cyd, group, 'asks');
    await pass(12);
    push.take();
    await send(ann, group, 'answers', { pid: sentMessage.msg_id });
    await pass(12);
    expect(listReports().filter((line) => line.startsWith('c'))).toEqual(['c: Hikers | anna name: answers']);
  });

  it.each([
    [1, ['c: Hikers | anna name: for cyd']],
    [0, []],
  ])(
    'EDIT-4, ALERT-2: an edit that mentions a member of a muted group, at_only %i',
    async (at_only, pushed) => {
      await device(world, cyd, 'c');
      const group = await world.group(ann, [bob, cyd], 'Hikers');
      await world.ok(cyd, 'im/isNotice', { id: group, is_group: 1, is_notice: 0, at_only });
      const { id } = await send(ann, group, 'to all');
      await pass(12);
      push.take();
      await world.ok(ann, 'im/editMessage', { id, content: 'for cyd', at: [cyd.id] });
      await pass(12);
      expect(listReports()).toEqual(pushed);
    },
  );

  it('THREAD-7: in a muted group also members who follow the thread of the reply', async () => {
    for (const [who, name] of [
      [ann, 'a'],
      [bob, 'b'],
      [cyd, 'c'],
    ] as const)
      await device(world, who, name);
    const group = await world.group(ann, [bob, cyd], 'Hikers');
    for (const who of [ann, cyd])
      await world.ok(who, 'im/isNotice', { id: group, is_group: 1, is_notice: 0 });
    const first = await send(ann, group, 'first');
    await pass(12);
    push.take();
    await send(bob, group, 'answer', { pid: first.msg_id });
    await pass(12);
    expect(listReports()).toEqual(['a: Hikers | bela name: answer']);
    await world.ok(ann, 'im/followThread', { toContactId: group, root: first.n, on: 0 });
    await world.ok(cyd, 'im/followThread', { toContactId: group, root: first.n, on: 1 });
    await send(bob, group, 'another', { pid: first.msg_id });
    await pass(12);
    expect(listReports()).toEqual(['c: Hikers | bela name: another']);
  });

  it('ARCHIVED-6: in an archived chat only a mention of the user', async () => {
    await device(world, bob, 'b');
    const group = await world.group(ann, [bob], 'Hikers');
    await pass(12);
    push.take();
    await world.ok(bob, 'im/archiveChat', { id: group, on: 1 });
    await send(ann, group, 'to nobody');
    await send(ann, group, 'to you', { at: [bob.id] });
    await pass(12);
    expect(listReports()).toEqual(['b: Hikers | anna name: to you']);
  });

  it('PUSH-4: 50 characters or the kind, in the device’s language, or no words by setting', async () => {
    await device(world, bob, 'en', {}, { 'accept-language': 'en' });
    await send(ann, bob.id, `<b>${'x'.repeat(60)}</b>`);
    await pass(12);
    const [long] = push.take();
    expect(long?.note).toMatchObject({
      type: 'push',
      title: 'anna name',
      content: 'x'.repeat(50),
      payload: { toContactId: String(ann.id), is_group: 0 },
    });
    expect(long?.manner).toMatchObject({ urgency: 'high', ttlSec: 86_400, keys: { publicKey: 'public 1' } });
    await send(ann, bob.id, 'Lake', {
      type: 'location',
      extends: { name: 'Lake', address: 'x', latitude: 1, longitude: 2 },
    });
    await pass(12);
    expect(listReports()).toEqual(['en: anna name | Lake']);
    const plain = await world.login(bob.account);
    await device(world, plain, 'quiet', { content: 0 });
    await send(ann, bob.id, 'secret words');
    await pass(12);
    expect(listReports().toSorted()).toEqual(['en: anna name | secret words', 'quiet: Parley | 有新消息']);
  });

  it('PUSH-6: one notification for each chat, replaced; a read on one device clears the others', async () => {
    await device(world, bob, 'phone');
    await send(ann, bob.id, 'one');
    const { id } = await send(ann, bob.id, 'two');
    await pass(12);
    const tags = push.take().map(({ note, manner }) => [note['tag'], manner.topic]);
    expect(tags).toHaveLength(2);
    expect(tags[0]).toEqual(tags[1]);
    await world.ok(bob, 'im/setMsgIsRead', {
      toContactId: ann.id,
      is_group: 0,
      messages: [{ id }],
      fromUser: ann.id,
    });
    await pass(2);
    expect(push.take().map(({ note }) => [note['kind'], note['tag']])).toEqual([['clear', tags[0]?.[0]]]);
    await pass(5);
    expect(push.take()).toEqual([]);
  });

  it('PUSH-6: a device whose maker counts silent pushes is not asked to clear', async () => {
    await device(world, bob, 'iphone', { platform: 'ios' });
    const { id } = await send(ann, bob.id, 'one');
    await pass(12);
    expect(push.take()).toHaveLength(1);
    await world.ok(bob, 'im/setMsgIsRead', {
      toContactId: ann.id,
      is_group: 0,
      messages: [{ id }],
      fromUser: ann.id,
    });
    await pass(3);
    expect(push.take()).toEqual([]);
  });

  it('PUSH-7: an ended subscription goes; an absent service is tried thrice for that device', async () => {
    await device(world, bob, 'gone');
    const other = await world.login(bob.account);
    await device(world, other, 'away');
    push.outcomes.set('https://push.test/gone', 'gone').set('https://push.test/away', 'later');
    await send(ann, bob.id, 'one');
    await pass(12);
    expect(listReports().toSorted()).toEqual(['away: anna name | one', 'gone: anna name | one']);
    await pass(31);
    expect(listReports()).toEqual(['away: anna name | one']);
    await world.clock.advance(121_000);
    await pass(2);
    expect(listReports()).toEqual(['away: anna name | one']);
    await world.clock.advance(601_000);
    await pass(2);
    expect(listReports()).toEqual(['away: anna name | one']);
    await world.clock.advance(3_600_000);
    await pass(2);
    expect(push.take()).toEqual([]);
  });

  it('PUSH-9: a push is written with its message, or not at all; of several nodes one sends it', async () => {
    await device(world, bob, 'phone');
    const { store, clock, random, log } = world.server.core;
    const second = await createServer(
      {
        store,
        clock,
        random,
        ids: countingIds(),
        passwords: plainPasswords,
        push,
        log,
        bus: createLocalBus(),
        assets: null,
      },
      { registration: 'open', wireTime: 's' },
    );
    second.start();
    await send(ann, bob.id, 'once');
    expect((await store.read((tx) => tx.push.waiting(clock.nowMs(), 10))).map(({ kind }) => kind)).toEqual([
      'message',
    ]);
    const refused = await world.send(ann, String(bob.id), 'other words', { id: `m-${made}` });
    expect(refused.code).toBe(400);
    expect(await store.read((tx) => tx.push.waiting(clock.nowMs(), 10))).toHaveLength(1);
    await pass(12);
    expect(listReports()).toEqual(['phone: anna name | once']);
    second.gateway.close();
  });
});

const call = (event: string, id: string, more: object = {}) => ({
  id,
  toContactId: String(bob.id),
  type: 0,
  status: 3,
  event,
  code: 901,
  sdp: '',
  iceCandidate: '',
  callTime: 0,
  isMobile: 0,
  ...more,
});

describe('calls', () => {
  it('PUSH-5: a call is pushed at once, without a socket, too; unanswered, as a missed one', async () => {
    await device(world, bob, 'phone');
    const begun = await world.ok(ann, 'im/sendToMsg', call('calling', 'call-1'));
    expect(begun['extends']).toMatchObject({ event: 'calling', code: 901 });
    await pass(2);
    const [ring] = push.take();
    expect(ring?.note).toMatchObject({
      kind: 'call',
      title: 'anna name',
      content: '[语音通话]',
      payload: { toContactId: String(ann.id), call: 'call-1' },
    });
    expect(ring?.manner).toMatchObject({ urgency: 'high', ttlSec: 40 });
    await world.ok(ann, 'im/sendToMsg', call('hangup', 'call-1', { code: 902 }));
    await pass(2);
    expect(push.take().map(({ note }) => [note['kind'], note['content'], note['tag']])).toEqual([
      ['missed', '[未接来电]', ring?.note['tag']],
    ]);
  });

  it('CALL-33: without socket and without a device that takes pushes the other one is offline', async () => {
    const begun = await world.ok(ann, 'im/sendToMsg', call('calling', 'call-2'));
    expect(begun['extends']).toMatchObject({ event: 'busy', reason: 'offline' });
  });

  it('PUSH-5: answered on one device, it is gone from the others', async () => {
    await device(world, bob, 'phone');
    await world.online(bob);
    await world.ok(ann, 'im/sendToMsg', call('calling', 'call-3'));
    await pass(2);
    expect(push.take()).toHaveLength(1);
    await world.ok(bob, 'im/sendToMsg', { ...call('acceptRtc', 'call-3'), toContactId: String(ann.id) });
    await pass(2);
    expect(push.take().map(({ note }) => note['kind'])).toEqual(['clear']);
  });
});
