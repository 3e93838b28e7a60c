import { beforeEach, describe, expect, it } from 'vitest';
import { privateStream, userId } from '../../src/domain/ids.ts';
import { admin } from '../support/admin.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import type { Fields } from '../support/fields.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

let phone: FakeSocket;
let desktop: FakeSocket;
const { world, anna, bela, cora } = setUpWorld(['anna', 'bela', 'cora']);
beforeEach(async () => {
  for (const [a, b] of [
    [anna, bela],
    [anna, cora],
    [bela, cora],
  ] as const)
    await world.befriend(a, b);
  [phone, desktop] = [await world.online(anna), await world.online(bela)];
});

const signal = (from: Person, to: Person, event: string, more: object = {}) =>
  world.call(from, 'im/sendToMsg', { id: 'call-1', toContactId: to.id, type: 1, status: 3, event, ...more });
const ring = (more: object = {}) => signal(anna, bela, 'calling', more);
const extra = (frame: { readonly data: Fields } | undefined) => frame?.data.extends;
const events = (socket: FakeSocket) => socket.of('webrtc').map((frame) => extra(frame)?.['event']);
const ofRecord = async (who: Person, other: Person) => {
  const rows = await world.rows(who, 'im/getMessageList', { toContactId: other.id, peek: 1 });
  const row = rows.findLast((one) => one.type === 'webrtc');
  return [extra({ data: row as Fields })?.code, row?.content];
};

it('CALL-15: a call from the first ring to its end, told to the right devices, with one record', async () => {
  const other = await world.online(bela);
  expect(await ring()).toMatchObject({
    code: 0,
    data: {
      id: 'call-1',
      toContactId: anna.id,
      toUser: bela.id,
      extends: { event: 'calling', code: 901, type: 1 },
      stream: `${anna.id}-${bela.id}`,
    },
  });
  expect(phone.of('webrtc')).toMatchObject([
    { seq: expect.any(Number) as number, data: { toContactId: bela.id, extends: { event: 'calling' } } },
  ]);
  expect(desktop.of('webrtc')).toMatchObject([
    { data: { toContactId: anna.id, fromUser: { id: anna.id }, extends: { event: 'calling', code: 901 } } },
  ]);
  expect(await world.contact(bela, anna.id)).toMatchObject({
    unread: 1,
    type: 'webrtc',
    lastContent: '视频通话',
    last: { type: 'webrtc', extends: { code: 901, type: 1, callTime: 0 } },
  });
  for (const socket of [phone, desktop, other]) socket.frames.length = 0;
  expect((await signal(bela, anna, 'acceptRtc')).code).toBe(0);
  expect(phone.of('webrtc')).toMatchObject([
    { data: { id: 'call-1', no: 2, extends: { event: 'acceptRtc', code: 904 } } },
  ]);
  expect([events(desktop), events(other)]).toEqual([['otherOpt'], ['otherOpt']]);
  await signal(anna, bela, 'offer', { sdp: 'offer' });
  await signal(bela, anna, 'answer', { sdp: 'answer' });
  await signal(anna, bela, 'iceCandidate', { iceCandidate: { candidate: 'c', sdpMLineIndex: 0 } });
  expect(extra(desktop.of('webrtc')[1])).toMatchObject({ event: 'offer', sdp: 'offer' });
  expect(extra(desktop.of('webrtc')[2])).toMatchObject({
    event: 'iceCandidate',
    iceCandidate: '{"candidate":"c","sdpMLineIndex":0}',
  });
  expect(events(phone)).toEqual(['acceptRtc', 'answer']);
  world.clock.pass(65_000);
  await signal(bela, anna, 'hangup', { code: 906, callTime: 999_999 });
  expect(extra(phone.of('webrtc').at(-1))).toMatchObject({ event: 'hangup', code: 906, callTime: 65 });
  expect(extra(desktop.of('webrtc').at(-1))).toMatchObject({ event: 'otherOpt', code: 906 });
  expect(phone.of('webrtc').at(-1)?.stream).toBe(`${anna.id}-${bela.id}`);
  expect(await ofRecord(anna, bela)).toEqual([906, '通话时长 01:05']);
});

it('CALL-32: a user who deletes the record of a running call does not hide its end from the other side', async () => {
  await ring();
  await signal(bela, anna, 'acceptRtc');
  expect(await world.code(anna, 'im/delMessage', { id: 'call-1' })).toBe(0);
  for (const socket of [phone, desktop]) socket.frames.length = 0;
  expect((await signal(bela, anna, 'hangup', { code: 906 })).code).toBe(0);
  expect(extra(phone.of('webrtc').at(-1))).toMatchObject({ event: 'hangup', code: 906 });
  expect(extra(desktop.of('webrtc').at(-1))).toMatchObject({ event: 'otherOpt', code: 906 });
  await signal(anna, bela, 'hangup', { code: 906 });
  expect([phone.of('webrtc').length, desktop.of('webrtc').length]).toEqual([1, 1]);
});

it.each([
  ['taken', 'acceptRtc', {}],
  ['refused', 'hangup', { code: 903 }],
] as const)(
  'CALL-41: a call that was %s counts as an own message, whichever precede it, and its author gets no read mark',
  async (_, event, more) => {
    const count = async () => (await world.contact(bela, anna.id))?.unread;
    await world.send(anna, bela.id, 'before', { id: 'before' });
    await ring();
    expect(await count()).toBe(2);
    for (const socket of [phone, desktop]) socket.frames.length = 0;
    await signal(bela, anna, event, more);
    expect(await count()).toBe(1);
    const before = await world.contact(bela, anna.id);
    expect(desktop.of('readMark')).toMatchObject([
      { stream: `u${bela.id}`, data: { id: anna.id, mark: before?.mark, own: 1 } },
    ]);
    expect([phone.of('readAll'), phone.of('isRead')]).toEqual([[], []]);
    // A mark before the record counts it as an own message. A mark after it has nothing left to count.
    await world.send(anna, bela.id, 'after', { id: 'after' });
    const newest = (await world.contact(bela, anna.id))?.count ?? 0;
    for (const [n, left] of [
      [newest - 2, 1],
      [newest, 0],
    ] as const) {
      await world.call(bela, 'im/setMsgIsRead', { toContactId: anna.id, messages: [{ n }] });
      await world.clock.advance(1_000);
      expect(await count()).toBe(left);
    }
  },
);

describe('how a call ends', () => {
  it.each([-7_200_000, 7_200_000])(
    'CALL-17: a talk is as long as it was when the clock of the server is corrected by %i ms during it',
    async (correction) => {
      for (const [id, end] of [
        ['call-1', () => signal(anna, bela, 'hangup', { code: 906 })],
        ['call-3', () => signal(anna, bela, 'calling', { id: 'call-4' })],
      ] as const) {
        await signal(anna, bela, 'calling', { id });
        await signal(bela, anna, 'acceptRtc', { id });
        await world.clock.advance(20_000);
        world.clock.jump(correction);
        await world.clock.advance(5_000);
        await end();
        const row = (await world.rows(anna, 'im/getMessageList', { toContactId: bela.id, peek: 1 })).find(
          (one) => one.id === id,
        );
        expect(row?.extends).toMatchObject({ code: 906, callTime: 25 });
      }
    },
  );

  it.each([
    ['CALL-17: the caller who gives up has cancelled', 'caller', 906, 902, '已取消'],
    ['CALL-17: the caller whose time ran out says that nobody answered', 'caller', 905, 905, '未接通'],
    ['CALL-17: the called one has refused, whatever code comes', 'callee', 906, 903, '已拒绝'],
  ] as const)('%s', async (_, side, sent, kept, words) => {
    await ring();
    const [by, to] = side === 'caller' ? [anna, bela] : [bela, anna];
    await signal(by, to, 'hangup', { code: sent, callTime: 10 });
    const [mine, theirs] = side === 'caller' ? [phone, desktop] : [desktop, phone];
    expect([extra(mine.of('webrtc').at(-1)), extra(theirs.of('webrtc').at(-1))]).toMatchObject([
      { event: 'otherOpt', code: kept },
      { event: 'hangup', code: kept },
    ]);
    expect(await ofRecord(bela, anna)).toEqual([kept, words]);
  });

  it('CALL-16: a call without an answer for 40 s is ended by the server for both', async () => {
    await ring();
    await world.clock.advance(39_999);
    expect(events(desktop)).toEqual(['calling']);
    await world.clock.advance(1);
    await world.settle();
    for (const socket of [phone, desktop])
      expect(extra(socket.of('webrtc').at(-1))).toMatchObject({ event: 'hangup', code: 905 });
    expect(await ofRecord(anna, bela)).toEqual([905, '未接通']);
    expect((await signal(bela, anna, 'acceptRtc')).code).toBe(0);
    expect(await ofRecord(anna, bela)).toEqual([905, '未接通']);
  });

  it('CALL-13: busy is said by the called one and told from offline, which the answer says', async () => {
    await ring();
    await signal(bela, anna, 'busy', { code: 907 });
    expect(extra(phone.of('webrtc').at(-1))).toMatchObject({ event: 'busy', code: 907 });
    expect(extra(phone.of('webrtc').at(-1))?.['reason']).toBeUndefined();
    expect(await ofRecord(anna, bela)).toEqual([907, '忙线中']);
    const away = await signal(anna, cora, 'calling', { id: 'call-2' });
    expect(away).toMatchObject({
      code: 0,
      data: { extends: { event: 'busy', code: 907, reason: 'offline' } },
    });
    expect(await ofRecord(cora, anna)).toEqual([905, '未接通']);
    expect((await signal(anna, cora, 'calling', { id: 'call-2' })).data).toMatchObject({
      extends: { reason: 'offline' },
    });
  });

  it('CALL-8: late frames of an ended call change nothing and are not faults', async () => {
    await ring();
    await signal(anna, bela, 'hangup');
    const counts = [phone, desktop].map((socket) => socket.frames.length);
    for (const [from, to, event] of [
      [bela, anna, 'acceptRtc'],
      [anna, bela, 'offer'],
      [bela, anna, 'hangup'],
      [bela, anna, 'busy'],
      [anna, bela, 'iceCandidate'],
    ] as const) {
      expect((await signal(from, to, event)).code).toBe(0);
    }
    expect([phone, desktop].map((socket) => socket.frames.length)).toEqual(counts);
    expect(await ofRecord(anna, bela)).toEqual([902, '已取消']);
  });

  it('CALL-16: a caller who calls again has left the previous call', async () => {
    await world.online(cora);
    await ring();
    await signal(anna, cora, 'calling', { id: 'call-2' });
    expect(extra(desktop.of('webrtc').at(-1))).toMatchObject({ event: 'hangup', code: 902 });
    expect(await ofRecord(bela, anna)).toEqual([902, '已取消']);
  });

  it('CALL-9: when both call at once, the call of the smaller ID continues', async () => {
    for (const [first, second, ids] of [
      [anna, bela, ['a-1', 'b-1']],
      [bela, anna, ['b-2', 'a-2']],
    ] as const) {
      for (const socket of [phone, desktop]) socket.frames.length = 0;
      const [winner, loser] = [first === anna ? ids[0] : ids[1], first === anna ? ids[1] : ids[0]];
      await signal(first, second, 'calling', { id: ids[0] });
      await signal(second, first, 'calling', { id: ids[1] });
      const rows = await world.rows(anna, 'im/getMessageList', { toContactId: bela.id, peek: 1 });
      const codes = Object.fromEntries(
        rows.filter((row) => row.type === 'webrtc').map((row) => [row.id, extra({ data: row })?.code]),
      );
      expect([codes[winner], codes[loser]]).toEqual([901, 902]);
      expect(rows.find((row) => row.id === loser)?.extends).toMatchObject({ reason: 'merged' });
      // Only the call that rings is unread; the end of the other one is no hang-up for any device.
      const unread = [await world.contact(anna, bela.id), await world.contact(bela, anna.id)].map(
        (row) => row?.unread,
      );
      expect(unread).toEqual([0, 1]);
      expect([phone, desktop].flatMap(events)).not.toContain('hangup');
      expect((await signal(bela, anna, 'acceptRtc', { id: winner })).code).toBe(0);
      await signal(bela, anna, 'hangup', { id: winner });
    }
  });
});

it('CALL-9: of two calls of the same instant the cancelled one is a missed one for no user', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [a, b] = [`a-${round}`, `b-${round}`];
    await Promise.all([
      signal(bela, anna, 'calling', { id: b }),
      signal(anna, bela, 'calling', { id: a }),
      signal(bela, anna, 'hangup', { id: b, code: 902 }),
    ]);
    await signal(bela, anna, 'hangup', { id: b, code: 902 });
    expect((await signal(bela, anna, 'acceptRtc', { id: a })).code).toBe(0);
    await signal(anna, bela, 'hangup', { id: a });
    const rows = await world.rows(anna, 'im/getMessageList', { toContactId: bela.id, peek: 1 });
    expect(rows.find((row) => row.id === b)?.extends).toMatchObject({ code: 902, reason: 'merged' });
    expect((await world.contact(anna, bela.id))?.unread).toBe(0);
  }
});

describe('refused steps of a call', () => {
  it('CALL-15: only the two, only in turn, only about known calls', async () => {
    await world.online(cora);
    for (const event of ['acceptRtc', 'hangup', 'offer'])
      expect((await signal(bela, anna, event)).code).toBe(400);
    await ring();
    for (const event of ['acceptRtc', 'hangup', 'busy', 'iceCandidate']) {
      expect((await signal(cora, anna, event)).code).toBe(400);
      expect((await signal(anna, cora, event)).code).toBe(400);
    }
    for (const event of ['offer', 'answer', 'iceCandidate'])
      expect((await signal(anna, bela, event)).code).toBe(400);
    for (const event of ['acceptRtc', 'busy']) expect((await signal(anna, bela, event)).code).toBe(400);
    await signal(bela, anna, 'acceptRtc');
    for (const [from, to, event] of [
      [bela, anna, 'acceptRtc'],
      [bela, anna, 'offer'],
      [anna, bela, 'answer'],
      [bela, anna, 'busy'],
    ] as const)
      expect((await signal(from, to, event)).code).toBe(400);
  });

  it('CALL-15: calls go to friends, by one id each, and never to oneself', async () => {
    const dora = await world.person('dora');
    await world.online(dora);
    expect((await signal(anna, dora, 'calling')).code).toBe(400);
    expect((await signal(anna, anna, 'calling')).code).toBe(400);
    expect(
      await world.code(anna, 'im/sendToMsg', { id: 'x', toContactId: 'group-1', event: 'calling' }),
    ).toBe(400);
    expect((await ring()).code).toBe(0);
    const count = desktop.of('webrtc').length;
    expect((await ring()).code).toBe(0);
    expect(desktop.of('webrtc')).toHaveLength(count);
    expect((await signal(bela, cora, 'calling')).code).toBe(400);
    expect(
      await world.code(anna, 'im/sendMessage', {
        id: 'y',
        toContactId: bela.id,
        type: 'webrtc',
        content: 'x',
      }),
    ).toBe(400);
  });

  it('CONF-14: calls can be switched off', async () => {
    world.server.start();
    await admin(world, 'config', 'set', 'chatInfo.webrtc', '0');
    expect(await ring()).toMatchObject({ code: 400, msg: '当前未开启音视频通话' });
  });
});

const bind = async (who: Person, calls?: object) => {
  const socket = await world.socket();
  socket.frames.length = 0;
  socket.say({
    type: 'bindUid',
    user_id: who.id,
    token: who.token,
    client: 'parley',
    v: 1,
    ...(calls ? { calls } : {}),
  });
  await world.settle();
  return socket.of('pong')[0] as unknown as {
    readonly calls: readonly { readonly id: string; readonly frames: readonly { readonly data: Fields }[] }[];
  };
};

describe('a device that binds during a call', () => {
  it('CALL-18: gets what it has not had, and an empty list when there is no call', async () => {
    expect((await bind(bela)).calls).toEqual([]);
    desktop.cut();
    expect((await ring()).data).toMatchObject({ extends: { event: 'calling', code: 901 } });
    const first = await bind(bela);
    expect(first.calls.map(({ id, frames }) => [id, frames.map((frame) => extra(frame)?.['event'])])).toEqual(
      [['call-1', ['calling']]],
    );
    await signal(bela, anna, 'acceptRtc');
    await signal(anna, bela, 'offer', { sdp: 'one' });
    await signal(anna, bela, 'iceCandidate', { iceCandidate: 'c' });
    await signal(anna, bela, 'offer', { sdp: 'two' });
    const all = (await bind(bela)).calls[0]?.frames ?? [];
    expect(all.map((frame) => [frame.data['no'], extra(frame)?.['event'], extra(frame)?.['sdp']])).toEqual([
      [1, 'calling', ''],
      [3, 'otherOpt', ''],
      [6, 'offer', 'two'],
    ]);
    expect((await bind(bela, { 'call-1': 3 })).calls[0]?.frames).toHaveLength(1);
    await signal(anna, bela, 'hangup');
    expect((await bind(bela)).calls).toEqual([]);
  });

  it('CALL-18: shows the caller by the remark of the called one', async () => {
    const { friend } = await world.ok(bela, 'im/getUserInfo', { user_id: anna.id });
    const nameChange = { friend_id: friend.friend_id, nickname: 'Annie' };
    await world.ok(bela, 'friend/setNickname', nameChange);
    await ring();
    const [frame] = (await bind(bela)).calls[0]?.frames ?? [];
    expect(frame?.data['fromUser']).toMatchObject({ id: anna.id, displayName: 'Annie' });
  });

  it('CALL-18: a plain one hears the ring that it missed, and at most 128 frames are kept', async () => {
    desktop.cut();
    await ring();
    const plain = await world.socket();
    plain.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
    await world.settle();
    expect(events(plain)).toEqual(['calling']);
    await signal(bela, anna, 'acceptRtc');
    const codes = [];
    for (let at = 0; at < 127; at += 1)
      codes.push((await signal(anna, bela, 'iceCandidate', { iceCandidate: 'c' })).code);
    expect([codes[124], codes[125]]).toEqual([0, 400]);
    expect((await signal(anna, bela, 'offer', { sdp: 'new' })).code).toBe(0);
  });
});

it('CALL-16: after a restart hanging up still closes the record', async () => {
  await ring();
  const { signalling } = await import('../../src/server/features/calls/calls.ts').then(
    ({ createSignalling }) => ({ signalling: createSignalling(world.server.core) }),
  );
  const context = { session: { user: anna.id, token: '', isMobile: false } } as never;
  const body = {
    id: 'call-1',
    toContactId: String(bela.id),
    type: 1,
    event: 'hangup',
    code: undefined,
    callTime: undefined,
    sdp: '',
    iceCandidate: '',
  } as const;
  await signalling.signal(context, body);
  expect(await ofRecord(anna, bela)).toEqual([902, '已取消']);
  signalling.stop();
});

it('CALL-37: after a restart a hang-up still knows whether the call was answered, and its length is no longer than the call can have been', async () => {
  await ring();
  await signal(bela, anna, 'acceptRtc');
  world.clock.pass(65_000);
  const { createSignalling } = await import('../../src/server/features/calls/calls.ts');
  const signalling = createSignalling(world.server.core);
  const context = { session: { user: bela.id, token: '', isMobile: false } } as never;
  const body = {
    id: 'call-1',
    toContactId: String(anna.id),
    type: 1,
    event: 'hangup',
    code: 906,
    callTime: 999_999,
    sdp: '',
    iceCandidate: '',
  } as const;
  await signalling.signal(context, body);
  expect(await ofRecord(anna, bela)).toEqual([906, '通话时长 01:05']);
  signalling.stop();
});

it('CALL-36: users who stopped being friends during a call get its end on all devices', async () => {
  const other = await world.online(bela);
  await ring();
  await signal(bela, anna, 'acceptRtc');
  await world.ok(anna, 'friend/del', { id: bela.id });
  for (const socket of [phone, desktop, other]) socket.frames.length = 0;
  world.clock.pass(5_000);
  expect((await signal(bela, anna, 'hangup', { code: 906, callTime: 5 })).code).toBe(0);
  await world.settle();
  expect(phone.of('webrtc').map(extra)).toMatchObject([{ event: 'hangup', type: 1, code: 906, callTime: 5 }]);
  for (const socket of [desktop, other])
    expect(socket.of('webrtc').map(extra)).toMatchObject([{ event: 'otherOpt', type: 1, code: 906 }]);
});

it('CALL-36: a conversation that neither user may read any longer shows nothing of the call', async () => {
  await ring();
  await signal(bela, anna, 'acceptRtc');
  await world.ok(anna, 'friend/del', { id: bela.id });
  const headOf = () =>
    world.server.core.store.read((tx) => tx.streams.get(privateStream(userId(anna.id), userId(bela.id))));
  const before = await headOf();
  await signal(bela, anna, 'hangup', { code: 906, callTime: 5 });
  await world.settle();
  expect((await headOf())?.head).toBe(before?.head);
});

it('CALL-36: and so do those whose call was left for another one', async () => {
  const cleo = await world.person('cleo');
  await world.befriend(bela, cleo);
  await ring();
  await signal(bela, anna, 'acceptRtc');
  await world.ok(anna, 'friend/del', { id: bela.id });
  phone.frames.length = 0;
  world.clock.pass(5_000);
  expect(
    await world.code(bela, 'im/sendToMsg', {
      id: 'call-of-two-others',
      toContactId: cleo.id,
      type: 0,
      status: 3,
      event: 'calling',
    }),
  ).toBe(0);
  await world.settle();
  expect(phone.of('webrtc').map(extra)).toMatchObject([{ event: 'hangup', code: 906, callTime: 5 }]);
});

it('CALL-36: and after a restart of the server, when only the record of the call is left', async () => {
  const other = await world.online(bela);
  await ring();
  await signal(bela, anna, 'acceptRtc');
  await world.ok(anna, 'friend/del', { id: bela.id });
  for (const socket of [phone, desktop, other]) socket.frames.length = 0;
  const { createSignalling } = await import('../../src/server/features/calls/calls.ts');
  const restarted = createSignalling(world.server.core);
  world.clock.pass(5_000);
  const context = { session: { user: bela.id, token: '', isMobile: false } } as never;
  const body = {
    id: 'call-1',
    toContactId: String(anna.id),
    type: 1,
    event: 'hangup',
    code: 906,
    callTime: 5,
    sdp: '',
    iceCandidate: '',
  } as const;
  await restarted.signal(context, body);
  await world.settle();
  expect(phone.of('webrtc').map(extra)).toMatchObject([{ event: 'hangup', type: 1, code: 906, callTime: 5 }]);
  for (const socket of [desktop, other])
    expect(socket.of('webrtc').map(extra)).toMatchObject([{ event: 'otherOpt', type: 1, code: 906 }]);
  restarted.stop();
});
