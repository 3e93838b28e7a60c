import { beforeEach, describe, expect, it } from 'vitest';
import { linked } from '../../src/server/frames/plain.ts';
import { peopleLimits } from '../../src/domain/limits.ts';
import { plainLimits as limits } from '../../src/server/kernel/limits.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo } = setUpWorld(['anna', 'bela', 'cleo'], { friends: 'all' });

const say = (who: Person, to: string | number, id: string, more: object = {}) =>
  world.call(who, 'im/sendMessage', {
    id,
    toContactId: to,
    is_group: 0,
    type: 'text',
    content: `words of ${id}`,
    at: [],
    ...more,
  });
const plain = (who: Person) => world.online(who, { plain: true });
/** Binds like old apps: with the call and with a frame. */
async function oldWindow(who: Person): Promise<FakeSocket> {
  const socket = await world.socket();
  await world.ok(who, '/common/pub/bindUid', { client_id: socket.clientId, user_id: who.id });
  socket.say({ type: 'bindUid', user_id: who.id, token: who.token });
  await world.settle();
  return socket;
}
const rows = (who: Person, to: string | number, more: object = {}) =>
  world.rows(who, 'im/getMessageList', { toContactId: to, page: 1, ...more });
const read = (who: Person, to: string | number, messages: unknown) =>
  world.ok(who, 'im/setMsgIsRead', { toContactId: to, is_group: 0, messages, fromUser: 0 });
const dataOf = (socket: FakeSocket, type: string) =>
  socket.of(type).map(({ data }) => data as Record<string, unknown>);
const idsOf = (socket: FakeSocket): readonly unknown[] => dataOf(socket, 'simple').map(({ id }) => id);

describe('mentions', () => {
  let group: string;
  beforeEach(async () => {
    group = await world.group(anna, [bela, cleo]);
  });

  it('WIRE-19: a word in `at` means everyone, for senders who may mention everyone', async () => {
    expect(await say(anna, group, 'm-1', { at: ['isALL'] })).toMatchObject({ code: 0, data: { at: [0] } });
    expect(await say(anna, group, 'm-2', { at: [bela.id, null] })).toMatchObject({
      code: 0,
      data: { at: [0] },
    });
    expect((await say(bela, group, 'm-3', { at: ['isALL'] })).code).toBe(400);
    expect(await say(bela, group, 'm-4', { at: [String(cleo.id)] })).toMatchObject({
      code: 0,
      data: { at: [cleo.id] },
    });
  });

  it('WIRE-19: mentions of everyone and announcements list users for base-protocol clients', async () => {
    const [socket, ours] = [await plain(bela), await world.online(bela)];
    await say(anna, group, 'm-1', { at: [0] });
    await world.ok(anna, 'group/setNotice', { id: group, notice: 'read this' });
    expect(dataOf(socket, 'group').map(({ at }) => at)).toEqual([
      [bela.id, cleo.id],
      [bela.id, cleo.id],
    ]);
    expect(dataOf(ours, 'group').map(({ at }) => at)).toEqual([[0], [0]]);
    expect((await rows(cleo, group)).map(({ at }) => at as unknown)).toEqual([
      [],
      [bela.id, cleo.id],
      [bela.id, cleo.id],
    ]);
    expect((await rows(cleo, group, { peek: 1 })).map(({ at }) => at as unknown)).toEqual([[], [0], [0]]);
  });

  it('WIRE-19: in a large group only the reader is named, and never the author', async () => {
    const { store } = world.server.core;
    await store.write(async (tx) => {
      const member = await tx.members.get(group as never, bela.id as never);
      for (let n = 0; n < peopleLimits.fullListMax; n += 1)
        if (member) await tx.members.save({ ...member, user: (1_000 + n) as never });
    });
    const [socket, own] = [await plain(bela), await plain(anna)];
    await say(anna, group, 'm-1', { at: [0] });
    expect([dataOf(socket, 'group')[0]?.['at'], dataOf(own, 'group')[0]?.['at']]).toEqual([[bela.id], []]);
    expect((await rows(bela, group)).at(-1)?.at).toEqual([bela.id]);
  });

  it('COUNT-11: opening a group tells plain clients who mentioned them, until they read it', async () => {
    const [socket, ours] = [await plain(bela), await world.online(bela)];
    const [first, second] = [
      await say(anna, group, 'm-1', { at: [bela.id] }),
      await say(anna, group, 'm-2', { at: [0] }),
    ];
    await rows(bela, group);
    expect(dataOf(socket, 'atMsgList')).toMatchObject([
      { count: 2, toContactId: group, list: [{ id: 'm-2' }, { id: 'm-1', at: [bela.id] }] },
    ]);
    expect(ours.of('atMsgList')).toEqual([]);
    await world.clock.advance(1_000);
    await read(bela, group, [{ id: 'm-1', msg_id: first.data['msg_id'] }]);
    expect(await world.contact(bela, group)).toMatchObject({ is_at: 1 });
    await world.clock.advance(1_000);
    await read(bela, group, { id: 'm-2', msg_id: second.data['msg_id'] });
    expect(await world.contact(bela, group)).toMatchObject({ is_at: 0 });
  });
});

describe('other data for base-protocol clients', () => {
  it('COUNT-12: the author hears at once which messages were read, others do not', async () => {
    const [socket, other] = [await plain(anna), await plain(cleo)];
    await say(anna, bela.id, 'm-1');
    await say(bela, anna.id, 'm-2');
    await read(bela, anna.id, [{ id: 'm-1' }, { id: 'm-2' }]);
    expect(socket.of('isRead').map(({ data }) => data as unknown)).toMatchObject([
      [{ id: 'm-1', is_read: 1, content: 'words of m-1', status: 'succeed' }],
    ]);
    expect(other.of('isRead')).toEqual([]);
  });

  it('WIRE-19: only the author is offered to edit a recalled message again', async () => {
    const [own, other, ours] = [await plain(anna), await plain(bela), await world.online(bela)];
    await say(anna, bela.id, 'm-1');
    await world.ok(anna, 'im/undoMessage', { id: 'm-1' });
    expect(
      [own, other, ours].map((socket) => dataOf(socket, 'undoMessage').map(({ is_undo }) => is_undo)),
    ).toEqual([[1], [undefined], [1]]);
    expect((await rows(anna, bela.id)).at(-1)).toMatchObject({ is_undo: 1 });
    expect((await rows(bela, anna.id)).at(-1)?.is_undo).toBeUndefined();
    expect((await rows(bela, anna.id, { peek: 1 })).at(-1)).toMatchObject({ is_undo: 1 });
  });

  it('WIRE-19: bare links are anchors, and what marks a mention is kept', async () => {
    const [socket, ours] = [await plain(bela), await world.online(bela)];
    const words = 'see <span class="at-user">@Bela</span> https://example.org/a?b=1&amp;c=2.';
    await say(anna, bela.id, 'm-1', { content: words });
    const text = words.replace(
      /https\S+2/,
      (url) => `<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>`,
    );
    expect(dataOf(socket, 'simple')[0]).toMatchObject({ content: text });
    expect(dataOf(ours, 'simple')[0]).toMatchObject({ content: words });
    expect((await rows(bela, anna.id)).at(-1)).toMatchObject({ content: text });
    await say(anna, bela.id, 'm-2', {
      content: '<b class="x" onclick="y">hi</b><span class="one two!">there</span>',
    });
    expect(dataOf(ours, 'simple')[1]).toMatchObject({ content: '<b>hi</b><span class="one">there</span>' });
  });

  it.each([
    ['no link', 'no link'],
    ['<img src="https://example.org/x.png">', '<img src="https://example.org/x.png">'],
    ['<a href="https://a.test">https://a.test</a>', '<a href="https://a.test">https://a.test</a>'],
    [
      '&lt;https://a.test&gt;',
      '&lt;<a href="https://a.test" target="_blank" rel="noopener noreferrer">https://a.test</a>&gt;',
    ],
    [
      '(https://a.test/x).',
      '(<a href="https://a.test/x" target="_blank" rel="noopener noreferrer">https://a.test/x</a>).',
    ],
    [
      '&quot;https://a.test&quot;onclick=',
      '&quot;<a href="https://a.test" target="_blank" rel="noopener noreferrer">https://a.test</a>&quot;onclick=',
    ],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('WIRE-19: %s', (content, shown) => expect(linked(content)).toBe(shown));

  it('WIRE-21: no picture is an empty address; what has no person is of the system', async () => {
    const list = await world.rows(anna, 'im/getContacts');
    for (const id of ['admin_notice', -1])
      expect(list.find((row) => (row.id as unknown) === id)).toMatchObject({
        avatar: expect.stringMatching(/^\/static\/\w+\.svg$/) as string,
        index: '[1]系统消息',
        is_at: 0,
        is_top: 0,
        is_notice: 1,
        is_online: 0,
        unread: 0,
      });
    const socket = await plain(bela);
    const group = await world.group(anna, [bela]);
    await world.call(cleo, 'friend/add', { user_id: bela.id, remark: 'hello' });
    await world.call(anna, 'group/removeUser', { id: group, user_id: bela.id });
    expect(
      [...dataOf(socket, 'addGroup'), ...dataOf(socket, 'removeUser')].map(({ avatar }) => avatar),
    ).toEqual(['/static/group.svg', '/static/group.svg']);
    expect(dataOf(socket, 'simple')[0]).toMatchObject({ fromUser: { avatar: '/static/person.svg' } });
  });

  it('WIRE-20: a refusal names the field, also inside lists and choices', async () => {
    const msg = async (path: string, body: object) =>
      (await world.call(anna, `/enterprise/${path}`, body, { 'accept-language': 'en' })).msg;
    expect(await msg('im/sendMessage', { id: 'm-1', toContactId: '2', type: 'nonsense', content: 'x' })).toBe(
      'The field type is invalid',
    );
    expect(await msg('im/setMsgIsRead', { toContactId: '2', messages: [{ id: 'a' }, { msg_id: 'x' }] })).toBe(
      'The field messages.1.msg_id is invalid',
    );
    expect(await msg('group/add', { user_ids: [2, 'x'] })).toBe('The field user_ids.1 is invalid');
    expect(await msg('group/groupInfo', {})).toBe('The field group_id is missing');
    const [item] = (
      await world.call<readonly { msg: string }[]>(
        anna,
        'im/sendMessage',
        '[{"id":"m","toContactId":"2","type":"text","content":"x","at":"y","pid":-1}]',
        { 'accept-language': 'en' },
      )
    ).data;
    expect(item?.msg).toBe('The field pid is invalid');
  });

  it('CALL-44: the answers to calling and to busy say what the frames say', async () => {
    await world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, webrtc: true } }));
    await plain(bela);
    const socket = await plain(anna);
    const signal = (who: Person, to: Person, event: string) =>
      world.ok(who, 'im/sendToMsg', {
        id: 'call-1',
        toContactId: to.id,
        type: 0,
        status: '',
        code: '',
        event,
      });
    expect(await signal(anna, bela, 'calling')).toMatchObject({
      toContactId: anna.id,
      toUser: bela.id,
      extends: { event: 'calling', code: 901 },
    });
    expect(await signal(bela, anna, 'busy')).toMatchObject({ extends: { event: 'busy', code: 907 } });
    expect(dataOf(socket, 'webrtc').at(-1)).toMatchObject({ extends: { event: 'busy', code: 907 } });
  });
});

describe('a plain client that comes back', () => {
  it('GATE-9: is sent what it missed and who is online, within ten minutes', async () => {
    const socket = await plain(bela);
    const other = await world.online(cleo);
    await world.befriend(bela, cleo);
    await say(anna, bela.id, 'm-1');
    socket.cut();
    await say(anna, bela.id, 'm-2');
    const group = await world.group(anna, [bela]);
    await say(anna, group, 'm-3', { at: [0] });
    for (let minutes = 0; minutes < 9; minutes += 1) {
      await world.clock.advance(60_000);
      other.say({ type: 'ping' });
    }
    const back = await world.socket();
    await world.ok(bela, '/common/pub/bindUid', { client_id: back.clientId, user_id: bela.id });
    back.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
    await world.settle();
    await world.clock.advance(1_000);
    expect(
      back.frames.flatMap(({ type, data }) =>
        ['simple', 'group', 'addGroup'].includes(type) ? [[type, data.id as unknown]] : [],
      ),
    ).toEqual([
      ['simple', 'm-2'],
      ['addGroup', group],
      ['group', 'm-3'],
    ]);
    expect(dataOf(back, 'group')[0]?.['at']).toEqual([bela.id]);
    await say(anna, bela.id, 'm-4');
    expect(dataOf(back, 'simple').map(({ id }) => id)).toEqual(['m-2', 'm-4']);
  });

  it('GATE-9, TIME-3: presence comes with the missed frames; after ten minutes nothing comes', async () => {
    const socket = await plain(bela);
    socket.cut();
    world.clock.jump(3_600_000);
    const watched = await world.online(anna);
    await say(anna, bela.id, 'm-1');
    const back = await world.socket();
    back.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
    await world.settle();
    await world.clock.advance(1_000);
    expect(dataOf(back, 'isOnline')).toEqual([{ id: anna.id, is_online: 1 }]);
    back.cut();
    await say(anna, bela.id, 'm-2');
    watched.say({ type: 'ping' });
    await world.clock.advance(limits.returnsMs);
    const late = await world.socket();
    late.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
    await world.settle();
    expect([late.types(), late.of('simple')]).toEqual([['init', 'pong'], []]);
  });

  it('TIME-3: ten minutes are ten minutes, also when the clock of the server is set', async () => {
    for (const jump of [3_600_000, -3_600_000]) {
      const socket = await plain(bela);
      socket.cut();
      await say(anna, bela.id, `m-${jump}`);
      world.clock.jump(jump);
      const back = await world.socket();
      back.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
      await world.settle();
      expect(dataOf(back, 'simple').map(({ id }) => id)).toContain(`m-${jump}`);
      back.cut();
      await world.clock.advance(limits.returnsMs);
    }
  });

  it('GATE-9: the newest 500 of very many frames come', async () => {
    const socket = await plain(bela);
    socket.cut();
    const batch = (from: number) =>
      Array.from({ length: 50 }, (_, at) => ({
        id: `m-${from + at}`,
        toContactId: String(bela.id),
        type: 'text',
        content: 'x',
        at: [],
      }));
    for (let from = 0; from < 550; from += 50) await world.ok(anna, 'im/sendMessage', batch(from));
    const back = await world.socket();
    back.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
    await world.settle();
    const ids = dataOf(back, 'simple').map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([500, 'm-50', 'm-549']);
  });

  it('GATE-9: a socket found silent after its client came back keeps nothing: nothing comes twice', async () => {
    const silent = await plain(bela);
    silent.say({ type: 'ping' });
    await world.clock.advance(3_000);
    const again = await plain(bela);
    for (let halfMinutes = 0; halfMinutes < 4; halfMinutes += 1) {
      await world.clock.advance(30_000);
      again.say({ type: 'ping' });
    }
    expect([silent.closedWith(), again.closedWith()]).toEqual([4004, null]);
    await say(anna, bela.id, 'm-1');
    again.cut();
    await say(anna, bela.id, 'm-2');
    const back = await world.socket();
    back.say({ type: 'bindUid', user_id: bela.id, token: bela.token });
    await world.settle();
    expect(dataOf(back, 'simple').map(({ id }) => id)).toEqual(['m-2']);
  });

  it('GATE-9: nor if its client had come back and gone again before it was found silent', async () => {
    const silent = await plain(bela);
    silent.say({ type: 'ping' });
    await world.clock.advance(30_000);
    const short = await oldWindow(bela);
    await world.clock.advance(8_000);
    short.cut();
    await world.clock.advance(60_000);
    expect(silent.closedWith()).toBe(4004);
    await say(anna, bela.id, 'm-1');
    const back = await oldWindow(bela);
    back.cut();
    await say(anna, bela.id, 'm-2');
    expect([idsOf(back), idsOf(await oldWindow(bela))]).toEqual([['m-1'], ['m-2']]);
  });

  it('GATE-9: two windows of one login that were lost are each sent what they missed, once', async () => {
    for (const one of [await plain(bela), await plain(bela)]) one.cut();
    await say(anna, bela.id, 'm-1');
    expect([idsOf(await oldWindow(bela)), idsOf(await oldWindow(bela))]).toEqual([['m-1'], ['m-1']]);
  });

  it('GATE-9: our client gets nothing of it: it syncs', async () => {
    const socket = await world.online(bela);
    socket.cut();
    await say(anna, bela.id, 'm-1');
    const back = await world.socket();
    back.say({ type: 'bindUid', user_id: bela.id, token: bela.token, client: 'parley', v: 1 });
    await world.settle();
    expect(back.of('simple')).toEqual([]);
  });
});
